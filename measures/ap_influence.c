/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "measures/regressed_view.h"
#include "core/data/labels/labels.h"

static_assert(AP_CLASSES == LABEL_CLASSES_MAX + 1, "every class of labels has a share");

/* A share of few documents is drawn to that of all bands of its class, and this to that of all. */
static const double DRAWN_BY = 2;

static bool is_shown(const struct pooled_document *d, const struct ap_asked *as)
{
	return d->rank[0] >= 0 && (double)d->rank[0] < as->cutoff;
}

static int ranks_of(const struct pooled_document *d, const struct ap_asked *as)
{
	return !is_shown(d, as) ? AP_BANDS - 1 : d->rank[0] < 10 ? 0 : d->rank[0] < 100 ? 1 : 2;
}

int32_t ap_class(const struct pooled_document *d, const struct ap_asked *as)
{
	return !is_shown(d, as) ? -1 : as->labels ? d->class : 0;
}

static size_t class_of(const struct pooled_document *d, const struct ap_asked *as)
{
	return (size_t)(ap_class(d, as) + 1);
}

static void count(struct ap_count *x, double weight, bool relevant)
{
	x->all += weight;
	x->relevant += relevant ? weight : 0;
}

void ap_shares_add(struct ap_shares *x, const struct pooled_document *d, size_t documents,
		   const struct drawn_stratum *stratum, const struct ap_asked *as)
{
	for (size_t i = 0; i < documents; i++) {
		if (d[i].grade < 0)
			continue;
		const struct drawn_stratum *h = &stratum[d[i].drawn];
		double weight = (double)h->size / (double)h->assessable;
		bool relevant = d[i].grade >= as->level;
		size_t c = class_of(&d[i], as);
		count(&x->all, weight, relevant);
		count(&x->of_class[c], weight, relevant);
		count(&x->part[c][ranks_of(&d[i], as)], weight, relevant);
	}
}

static double drawn_to(const struct ap_count *x, double share)
{
	return (x->relevant + DRAWN_BY * share) / (x->all + DRAWN_BY);
}

static double share_of(const struct ap_shares *x, size_t c, int band)
{
	double all = x->all.all > 0 ? x->all.relevant / x->all.all : 0;
	return drawn_to(&x->part[c][band], drawn_to(&x->of_class[c], all));
}

/* A document of the ranking. */
struct ranked {
	double rank; /* from 1 */
	size_t number;
};

static int by_rank(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Q for these probabilities; `slope`, if it is not NULL, gets its derivatives. */
static double sum_of(const struct ranked *s, size_t count, const double *m, double *slope)
{
	double above = 0, sum = 0, below = 0;
	for (size_t k = 0; k < count; k++) {
		size_t i = s[k].number;
		if (slope != NULL)
			slope[i] = (1 + above) / s[k].rank;
		sum += m[i] * (1 + above) / s[k].rank;
		above += m[i];
	}
	for (size_t k = count; slope != NULL && k-- > 0;) {
		size_t i = s[k].number;
		slope[i] += below;
		below += m[i] / s[k].rank;
	}
	return sum;
}

/*
 * How many times as many documents are relevant in this topic as the shares of all topics say, of
 * those that are shown [1] and of the others [0]; drawn to 1 by one document.
 */
static void compare_topic(const struct pooled_document *d, size_t documents,
			  const struct ap_asked *as, const double *m, double times[2])
{
	double seen[2] = { 1, 1 }, expected[2] = { 1, 1 };
	for (size_t i = 0; i < documents; i++) {
		if (d[i].grade < 0)
			continue;
		seen[is_shown(&d[i], as)] += d[i].grade >= as->level;
		expected[is_shown(&d[i], as)] += m[i];
	}
	times[0] = seen[0] / expected[0];
	times[1] = seen[1] / expected[1];
}

/* Probabilities by class and ranks in `m`, by judgments where there are any in `known`. */
static void guess(const struct ap_shares *x, const struct pooled_document *d, size_t documents,
		  const struct ap_asked *as, double *m, double *known)
{
	double times[2];
	for (size_t i = 0; i < documents; i++)
		m[i] = share_of(x, class_of(&d[i], as), ranks_of(&d[i], as));
	compare_topic(d, documents, as, m, times);
	for (size_t i = 0; i < documents; i++) {
		m[i] = fmin(m[i] * times[is_shown(&d[i], as)], 1);
		known[i] = d[i].grade < 0 ? m[i] : d[i].grade >= as->level;
	}
	m[documents] = known[documents] = fmin(share_of(x, 0, AP_BANDS - 1) * times[0], 1);
}

static double total(const double *m, size_t documents, double others)
{
	double sum = others * m[documents];
	for (size_t i = 0; i < documents; i++)
		sum += m[i];
	return sum;
}

/* 1 over the probability that both are drawn. */
static double stands_for(const struct drawn_stratum *a, const struct drawn_stratum *b)
{
	double n = (double)a->assessable, N = (double)a->size;
	if (a == b)
		return N * (N - 1) / (n * (n - 1));
	return N / n * (double)b->size / (double)b->assessable;
}

static double sum_over_pairs(const struct pooled_document *d, size_t documents,
			     const struct drawn_stratum *stratum, const struct ap_asked *as,
			     const double *m, const double *known, const double *u, double R)
{
	double sum = 0;
	for (size_t i = 0; i < documents; i++)
		for (size_t j = 0; j < i && d[i].grade >= 0; j++) {
			if (d[j].grade < 0)
				continue;
			double more = stands_for(&stratum[d[i].drawn], &stratum[d[j].drawn]) - 1;
			double term = R > 1 ? -u[i] - u[j] : 0;
			if (is_shown(&d[i], as) && is_shown(&d[j], as))
				term += 1 / (fmax((double)d[i].rank[0], (double)d[j].rank[0]) + 1);
			sum += more * (known[i] - m[i]) * (known[j] - m[j]) * term;
		}
	return sum / fmax(R, 1);
}

int ap_influence(const struct ap_shares *x, const struct pooled_document *d, size_t documents,
		 double others, const struct drawn_stratum *stratum, const struct ap_asked *as,
		 double *u, double *constant, double *pairs, struct err *e)
{
	struct ranked *shown = calloc(documents + 1, sizeof *shown);
	double *m = calloc(documents + 1, sizeof *m), *known = calloc(documents + 1, sizeof *known);
	size_t count = 0;
	int result = shown == NULL || m == NULL || known == NULL ? err_memory(e) : 0;
	if (result == 0) {
		guess(x, d, documents, as, m, known);
		for (size_t i = 0; i < documents; i++)
			if (is_shown(&d[i], as))
				shown[count++] = (struct ranked){ (double)d[i].rank[0] + 1, i };
		qsort(shown, count, sizeof *shown, by_rank);
		double R = total(m, documents, others), found = total(known, documents, others);
		for (size_t i = 0; i <= documents; i++)
			u[i] = 0;
		double ap = sum_of(shown, count, m, u) / fmax(R, 1);
		*constant = sum_of(shown, count, known, NULL) / fmax(found, 1);
		for (size_t i = 0; i <= documents; i++) {
			u[i] = R > 1 ? (u[i] - ap) / R : u[i];
			*constant -= (i < documents ? 1 : others) * u[i] * known[i];
		}
		if (pairs != NULL)
			*pairs = sum_over_pairs(d, documents, stratum, as, m, known, u, R);
	}
	free(shown);
	free(m);
	free(known);
	return result;
}
