/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/base/near.h"
#include "core/stats/interval/cluster_jackknife.h"
#include "core/stats/interval/interval.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/rmath.h"

/* What a document adds: to A, to B, and to the weights of its stratum. */
struct sums {
	double a, b, weight;
};

struct unit {
	int32_t cluster, stratum;
	struct sums x;
	bool in_set, relevant, other; /* see struct cluster_jackknife */
};

struct stratum_sums {
	struct sums x;
	double documents;
	size_t group; /* the first of the strata that it shares clusters with */
};

struct group {
	double clusters, sum, squares, fourths, sampled; /* T(c), and the least sampled share */
	bool bears;
};

static struct unit unit_of(const struct weighted *d, const struct interval_request *q)
{
	/* a share of all documents, or of those that are retrieved; F is of both */
	bool of_all = q->quantity == QUANTITY_RECALL || q->quantity == QUANTITY_YIELD;
	double a, b;
	interval_shares(d, q, &a, &b);
	if (q->quantity == QUANTITY_YIELD)
		b = 1;
	return (struct unit){ .cluster = d->cluster,
			      .stratum = d->stratum < 0 ? 0 : d->stratum,
			      .x = { a * d->weight, b * d->weight, d->weight },
			      .in_set = q->quantity != QUANTITY_PRECISION || b > 0,
			      .relevant = d->relevant && (of_all || d->retrieved),
			      .other = b > 0 && !(a > 0) };
}

static void add_sums(struct sums *to, const struct sums *x, double times)
{
	to->a += times * x->a;
	to->b += times * x->b;
	to->weight += times * x->weight;
}

static int by_cluster(const void *a, const void *b)
{
	const struct unit *x = a, *y = b;
	if (x->cluster != y->cluster)
		return (x->cluster > y->cluster) - (x->cluster < y->cluster);
	return (x->stratum > y->stratum) - (x->stratum < y->stratum);
}

static bool is_drawn(const struct unit *u)
{
	return near_apart(u->x.weight, 1, NEAR_ROUNDING);
}

/* State of one jackknife: units in the order of clusters. */
struct work {
	struct unit *unit;
	size_t units, strata;
	struct stratum_sums *stratum; /* of the drawn documents */
	struct group *group;	      /* at the place of its first stratum */
	struct sums all;
};

static size_t group_of(const struct work *w, size_t stratum)
{
	while (w->stratum[stratum].group != stratum)
		stratum = w->stratum[stratum].group;
	return stratum;
}

static void join_groups(struct work *w, size_t one, size_t other)
{
	size_t a = group_of(w, one), b = group_of(w, other);
	w->stratum[a < b ? b : a].group = a < b ? a : b;
}

static size_t cluster_end(const struct work *w, size_t from)
{
	size_t end = from;
	while (end < w->units && w->unit[end].cluster == w->unit[from].cluster)
		end++;
	return end;
}

/* T without the documents of one cluster; nan: a stratum has no others. */
static double without(const struct work *w, size_t from, size_t end)
{
	struct sums all = w->all;
	for (size_t i = from; i < end;) {
		const struct stratum_sums *s = &w->stratum[w->unit[i].stratum];
		struct sums left = s->x;
		int32_t stratum = w->unit[i].stratum;
		bool any = false;
		for (; i < end && w->unit[i].stratum == stratum; i++)
			if (is_drawn(&w->unit[i])) {
				add_sums(&left, &w->unit[i].x, -1);
				any = true;
			}
		if (!any)
			continue;
		if (!(left.weight > NEAR_DIGITS * s->x.weight))
			return NAN;
		add_sums(&all, &s->x, -1);
		add_sums(&all, &left, s->x.weight / left.weight);
	}
	return all.a / all.b;
}

static void count_strata(struct work *w)
{
	for (size_t h = 0; h < w->strata; h++)
		w->stratum[h] = (struct stratum_sums){ .group = h };
	w->all = (struct sums){ 0 };
	for (size_t i = 0; i < w->units; i++) {
		const struct unit *u = &w->unit[i];
		add_sums(&w->all, &u->x, 1);
		if (!is_drawn(u))
			continue;
		add_sums(&w->stratum[u->stratum].x, &u->x, 1);
		w->stratum[u->stratum].documents++;
	}
	for (size_t from = 0, end; from < w->units; from = end) {
		size_t first = w->units;
		end = cluster_end(w, from);
		for (size_t i = from; i < end; i++) {
			if (!is_drawn(&w->unit[i]))
				continue;
			first = first == w->units ? i : first;
			join_groups(w, (size_t)w->unit[first].stratum, (size_t)w->unit[i].stratum);
		}
	}
	for (size_t h = 0; h < w->strata; h++)
		w->group[h] = (struct group){ .sampled = 1 };
	for (size_t h = 0; h < w->strata; h++) {
		const struct stratum_sums *s = &w->stratum[h];
		struct group *g = &w->group[group_of(w, h)];
		if (s->documents > 0)
			g->sampled = fmin(g->sampled, s->documents / s->x.weight);
	}
}

/*
 * The variance of T; nan: a stratum has one cluster only. *freedom: that of a chi-squared
 * distribution with the mean and the variance that this one seems to have.
 */
static double variance(struct work *w, double *freedom)
{
	double share = w->all.a / w->all.b, sum = 0, spread = 0;
	for (size_t from = 0, end; from < w->units; from = end) {
		size_t drawn = w->units;
		end = cluster_end(w, from);
		for (size_t i = from; i < end && drawn == w->units; i++)
			drawn = is_drawn(&w->unit[i]) ? i : drawn;
		if (drawn == w->units)
			continue;
		struct group *g = &w->group[group_of(w, (size_t)w->unit[drawn].stratum)];
		double off = without(w, from, end) - share;
		g->clusters++;
		g->sum += off;
		g->squares += off * off;
		g->fourths += off * off * off * off;
		for (size_t i = from; i < end; i++)
			g->bears = g->bears || w->unit[i].x.b > 0;
	}
	for (size_t h = 0; h < w->strata; h++) {
		const struct group *g = &w->group[h];
		double k = g->clusters, part = (1 - g->sampled) * (k - 1) / k;
		if (k == 0)
			continue;
		sum += part * (g->squares - g->sum * g->sum / k);
		spread += part * part * (g->fourths - g->squares * g->squares / k);
	}
	*freedom = spread > 0 ? 2 * sum * sum / spread : INFINITY;
	return sum;
}

static void count_clusters(const struct work *w, struct cluster_jackknife *out)
{
	int64_t bearing = 0, groups = 0;
	double sum = 0, squares = 0;
	out->certain = true;
	for (size_t from = 0, end; from < w->units; from = end) {
		bool relevant = false, other = false, bears = false;
		double size = 0;
		end = cluster_end(w, from);
		for (size_t i = from; i < end; i++) {
			const struct unit *u = &w->unit[i];
			size += u->in_set && is_drawn(u);
			out->certain = out->certain && !(u->in_set && is_drawn(u));
			relevant = relevant || u->relevant;
			other = other || u->other;
			bears = bears || (u->x.b > 0 && is_drawn(u));
		}
		out->clusters += size > 0;
		out->relevant += relevant;
		out->other += other;
		bearing += bears;
		sum += size;
		squares += size * size;
	}
	out->equal = squares > 0 ? sum * sum / (squares * (double)out->clusters) : 0;
	for (size_t h = 0; h < w->strata; h++)
		groups += w->group[h].bears;
	out->freedom = (double)(bearing - groups);
}

/* By clusters, and by documents that are clusters of their own. */
static void jackknife_both(struct work *w, struct cluster_jackknife *out)
{
	qsort(w->unit, w->units, sizeof *w->unit, by_cluster);
	count_strata(w);
	out->share = w->all.a / w->all.b;
	out->total = w->all.weight;
	double freedom, unused;
	out->variance = variance(w, &freedom);
	out->single = isnan(out->variance);
	count_clusters(w, out);
	out->freedom = fmin(out->freedom, freedom);
	for (size_t i = 0; i < w->units; i++)
		w->unit[i].cluster = (int32_t)i;
	count_strata(w);
	out->design_effect = out->variance / variance(w, &unused);
}

int cluster_jackknife(const struct weighted *d, size_t count, const struct interval_request *q,
		      struct cluster_jackknife *out, struct err *e)
{
	struct work w = { .units = count, .unit = calloc(count + 1, sizeof *w.unit) };
	*out = (struct cluster_jackknife){ 0 };
	bool known = true;
	for (size_t i = 0; w.unit != NULL && i < count; i++) {
		w.unit[i] = unit_of(&d[i], q);
		size_t end = (size_t)w.unit[i].stratum + 1;
		w.strata = end > w.strata ? end : w.strata;
		known = known && (d[i].cluster != 0 || !is_drawn(&w.unit[i]));
	}
	w.stratum = calloc(w.strata + 1, sizeof *w.stratum);
	w.group = calloc(w.strata + 1, sizeof *w.group);
	bool room = w.unit != NULL && w.stratum != NULL && w.group != NULL;
	if (room && known)
		jackknife_both(&w, out);
	free(w.unit);
	free(w.stratum);
	free(w.group);
	if (!room)
		return err_memory(e);
	return known ? 0
		     : err_usage(e,
				 "--ci=clusters: the judgments say nothing about clusters: name "
				 "the column of families or threads with --cluster-column=NAME (-R "
				 "csv)");
}

/* Are these clusters, as many of equal size as would say as much, fewer than the limit? */
static bool is_short(const struct cluster_jackknife *x, int64_t clusters, int limit)
{
	return x->equal * (double)clusters < limit * (1 - NEAR_DIGITS);
}

bool cluster_is_scarce(const struct cluster_jackknife *x)
{
	return !x->certain && (is_short(x, x->relevant, 2 * CLUSTERS_RELEVANT_MIN) ||
			       is_short(x, x->other, 2 * CLUSTERS_OTHER_MIN));
}

int cluster_check(const struct cluster_jackknife *x, enum quantity quantity, struct err *e)
{
	static const char way_out[] = "without --cluster-column bounds assume that documents "
				      "were drawn one by one";
	bool recall = quantity == QUANTITY_RECALL, precision = quantity == QUANTITY_PRECISION;
	const char *what = recall		    ? "recall"
			   : precision		    ? "a share of relevant documents"
			   : quantity == QUANTITY_F ? "F"
						    : "a number of relevant documents";
	if (x->certain)
		return 0;
	if (x->single)
		return err_data(
			e,
			"bounds of %s by clusters need two clusters in each stratum, and one "
			"stratum has judged documents of one cluster only: %s",
			what, way_out);
	const struct {
		int64_t clusters;
		int limit;
		const char *which;
	} need[] = {
		{ x->clusters, CLUSTERS_MIN, "in the judged set" },
		{ x->relevant, CLUSTERS_RELEVANT_MIN,
		  "with a relevant document in the judged set" },
		{ x->other, CLUSTERS_OTHER_MIN,
		  recall ? "with a document that is relevant and not retrieved"
			 : "with a document that is not relevant" },
	};
	for (int i = 0; i < 3; i++) {
		int64_t count = need[i].clusters;
		char worth[80] = "";
		if (!is_short(x, count, need[i].limit))
			continue;
		if (count >= need[i].limit) /* their sizes are at fault */
			snprintf(worth, sizeof worth, ", worth %.1f of equal size",
				 x->equal * (double)count);
		return err_data(
			e, "bounds of %s by clusters need %d clusters %s, and there are %lld%s: %s",
			what, need[i].limit, need[i].which, (long long)count, worth, way_out);
	}
	return 0;
}

struct interval cluster_interval(const struct cluster_jackknife *x,
				 const struct interval_request *q)
{
	double times = q->quantity == QUANTITY_YIELD ? x->total : 1;
	if (x->certain)
		return (struct interval){ times * x->share, times * x->share };
	const struct interval ends =
		logit_ends(x->share, sqrt(x->variance), qt(q->ends.lower_p, x->freedom, 1, 0),
			   qt(q->ends.upper_p, x->freedom, 1, 0));
	return (struct interval){ times * ends.lower, times * ends.upper };
}
