/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/root.h"
#include "core/stats/ranking/top_precision.h"
#include "core/stats/rmath.h"

/* Documents for which a judged one stands, besides itself. */
static double others_of(const struct ranked_unit *u)
{
	return 1 / u->probability - 1;
}

/* What is seen of the first k of a topic, and what it stands for. */
struct top {
	double judged, relevant; /* documents */
	double others;		 /* that the judged ones of the first k stand for */
	double others_of_all;	 /* and all judged documents of the topic */
	double squares;		 /* of the weights of the relevant ones, as if each were alone */
};

static struct top top_of(const struct ranked_sample *s, double cutoff)
{
	struct top t = { 0 };
	for (size_t i = 0; i < s->units; i++) {
		const struct ranked_unit *u = &s->unit[i];
		t.others_of_all += others_of(u);
		if (!(u->rank <= cutoff))
			continue;
		t.judged++;
		t.relevant += u->relevant;
		t.others += others_of(u);
		t.squares += u->relevant ? others_of(u) / u->probability : 0;
	}
	return t;
}

static void add_relevant(struct top_precision *x, const struct ranked_sample *s, double cutoff,
			 double unit)
{
	for (size_t i = 0; i < s->units; i++) {
		const struct ranked_unit *u = &s->unit[i];
		if (!u->relevant || !(u->rank <= cutoff))
			continue;
		x->value += unit / u->probability;
		x->certain += u->probability >= 1 ? unit : 0;
	}
}

/* The documents of the first k that were not judged: `open` of them. */
static void add_unseen(struct top_precision *x, const struct ranked_sample *s, const struct top *t,
		       double cutoff, double open, double unit)
{
	double near = t->others > 0 ? fmin(open / t->others, 1) : 0;
	double far = fmax(open - t->others, 0) / t->others_of_all;
	for (size_t i = 0; i < s->units; i++) {
		const struct ranked_unit *u = &s->unit[i];
		double one = others_of(u) * unit;
		double count = others_of(u) * ((u->rank <= cutoff ? near : 0) + far);
		x->unseen[0] += count * one;
		x->unseen[1] += count * one * one;
	}
}

/* Samples of two documents or more that are all relevant and in the first k. */
static int add_upheld(struct top_precision *x, const struct ranked_sample *s, double cutoff,
		      double unit, struct err *e)
{
	struct group {
		size_t drawn, relevant;
	} *group = calloc(s->buckets + 1, sizeof *group);
	if (group == NULL)
		return err_memory(e);
	for (size_t i = 0; i < s->units; i++) {
		const struct ranked_unit *u = &s->unit[i];
		struct group *g = &group[ranked_group(s, u)];
		g->drawn += u->probability < 1;
		g->relevant += u->probability < 1 && u->relevant && u->rank <= cutoff;
	}
	for (size_t i = 0; i < s->units; i++) {
		const struct ranked_unit *u = &s->unit[i];
		const struct group *g = &group[ranked_group(s, u)];
		double one = others_of(u) * unit;
		if (!(u->probability < 1) || g->drawn < 2 || g->relevant < g->drawn)
			continue;
		x->upheld += unit / u->probability;
		x->spared[0] += others_of(u) * one;
		x->spared[1] += others_of(u) * one * one;
	}
	free(group);
	return 0;
}

int top_precision_add(struct top_precision *x, const struct ranked_sample *s, double cutoff,
		      double retrieved, double topics, double se, struct err *e)
{
	const struct top t = top_of(s, cutoff);
	double unit = 1 / (cutoff * topics), open = 0;
	if (t.others_of_all > 0) /* else what is not judged is not relevant */
		open = fmax(fmin(cutoff, retrieved) - t.judged, 0);
	add_relevant(x, s, cutoff, unit);
	x->least += unit * t.relevant;
	x->most += unit * (t.relevant + open);
	x->variance += isnan(se) ? unit * unit * t.squares : se * se / (topics * topics);
	if (open > 0)
		add_unseen(x, s, &t, cutoff, open, unit);
	return add_upheld(x, s, cutoff, unit, e);
}

double top_precision_error(const struct top_precision *x)
{
	bool told = x->value > x->certain || !(x->unseen[0] > 0);
	return told ? sqrt(x->variance) : NAN;
}

/* The distributions for the two ends. */
struct ends_of_top {
	double mean[2], variance[2];
	double p;
};

static double below(double mean, double variance, double x)
{
	if (!(mean > 0) || !(variance > 0))
		return x >= mean;
	return pgamma(x, mean * mean / variance, variance / mean, 1, 0);
}

static double excess(const void *of, double x)
{
	const struct ends_of_top *s = of;
	return (below(s->mean[0], s->variance[0], x) + below(s->mean[1], s->variance[1], x)) / 2 -
	       s->p;
}

static struct ends_of_top ends_of(const struct top_precision *x, double value)
{
	double drawn = value - x->certain, v = x->variance;
	double share = drawn > 0 ? fmin(x->upheld / drawn, 1) : 0;
	double failure = x->spared[0] > 0 ? x->spared[1] / x->spared[0] : 0;
	double event = x->unseen[1] / x->unseen[0];
	return (struct ends_of_top){
		.mean = { fmax(drawn - share * failure, 0), drawn + event },
		.variance = { v + share * failure * failure, v + event * event },
	};
}

/* The quantile p of the mean of both distributions. */
static double end_of(const struct ends_of_top *s, double p)
{
	struct ends_of_top at = *s;
	double high = s->mean[1] + sqrt(s->variance[1]);
	at.p = p;
	if (p <= 0)
		return 0;
	while (excess(&at, high) < 0)
		high *= 2;
	return root_between(excess, &at, 0, high, ROOT_ACCURACY);
}

static struct ends_of_top alone(const struct ends_of_top *s, int which)
{
	return (struct ends_of_top){ .mean = { s->mean[which], s->mean[which] },
				     .variance = { s->variance[which], s->variance[which] } };
}

static double lower_end(const struct top_precision *x, double value, double p, bool only)
{
	const struct ends_of_top s = ends_of(x, value), own = alone(&s, 0);
	return fmin(x->certain + end_of(only ? &own : &s, p), x->value);
}

static double upper_end(const struct top_precision *x, double p, bool only)
{
	const struct ends_of_top s = ends_of(x, x->value), own = alone(&s, 1);
	return p < 1 ? fmax(x->certain + end_of(only ? &own : &s, p), x->value) : INFINITY;
}

struct interval top_precision_interval(const struct top_precision *x, double lower_p,
				       double upper_p)
{
	if (!(x->unseen[0] > 0))
		return (struct interval){ x->least, x->most };
	double lower = lower_end(x, x->value, lower_p, upper_p >= 1);
	if (lower >= x->most) /* the estimate is far beyond what is possible */
		lower = lower_end(x, x->most, lower_p, upper_p >= 1);
	return (struct interval){ fmax(lower, x->least),
				  fmin(upper_end(x, upper_p, lower_p <= 0), x->most) };
}
