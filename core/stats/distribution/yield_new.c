/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/distribution/yield_parts.h"

/*
 * The distribution of a sum in which some terms pile up at their low end (nothing relevant in the
 * sample) and others at their high end (all relevant), on a range too wide for all masses.
 *
 * With Q the sum of the second kind, counted from its top, and P the sum of the rest,
 *
 *     X = P + max - Q,    P(X <= k) = P(P <= k - max + Q),
 *
 * which is yield_pair_cdf() with theta = 1. Both ends meet at max. To the right of it the sum
 * changes as fast as P, and to the left as fast as Q: so it is evaluated at the knots of P to the
 * right, and at the mirrored knots of Q to the left.
 */

#define PART_EXACT_POINTS 1024

/* So much coarser for parts of fewer points: the error is then about 1e-5. */
enum { COARSE = 4 };

/* From an atom to the next one that is looked at, by its distance from the end of the range. */
static size_t stride(size_t from_end, size_t coarse)
{
	size_t part = coarse * from_end / 64;
	return part > 1 ? part : 1;
}

/*
 * Distances from the low end at which a distribution keeps its distribution function, as whole
 * numbers, ascending.
 */
static size_t distances(const struct yield_distribution *l, size_t coarse, int64_t *to)
{
	size_t count = 0;
	for (size_t i = 0; i < l->low.count; i += stride(i, coarse))
		to[count++] = l->low.first + (int64_t)i;
	for (size_t i = 0; i < l->knots; i++) {
		int64_t at = (int64_t)floor(l->knot[i].x);
		if (count == 0 || at > to[count - 1])
			to[count++] = at;
	}
	for (size_t i = 0; i < l->high.count; i += stride(l->high.count - 1 - i, coarse))
		if (l->high.first + (int64_t)i > to[count - 1])
			to[count++] = l->high.first + (int64_t)i;
	return count;
}

static size_t size_of(const struct yield_distribution *l)
{
	return l->low.count + l->knots + l->high.count;
}

/* The derivative at x[at] of the polynomial through seven neighbouring points. */
static double derivative(const struct yield_knot *k, size_t count, size_t at)
{
	size_t points = count < 7 ? count : 7;
	size_t from = at < points / 2 ? 0 : at - points / 2;
	if (from + points > count)
		from = count - points;
	double sum = 0, x = k[at].x;
	for (size_t i = from; i < from + points; i++) {
		if (i == at)
			continue;
		double weight = 1 / (k[i].x - x); /* of F(x_i) - F(x), from Lagrange's formula */
		for (size_t j = from; j < from + points; j++)
			if (j != i && j != at)
				weight *= (x - k[j].x) / (k[i].x - k[j].x);
		sum += weight * (k[i].F - k[at].F);
	}
	return sum;
}

/* The knot above the integer `at`, counted from max; its slope is found later. */
static int add_knot(struct knots *k, const struct yield_distribution *p,
		    const struct yield_distribution *q, int64_t at)
{
	return knots_add(k, (double)at + 0.5, yield_pair_cdf(p, q, (double)at, 1), 0);
}

static int tabulate(struct yield_distribution *l, const struct yield_distribution *p,
		    const struct yield_distribution *q, size_t coarse, int64_t max)
{
	int64_t *right = malloc(size_of(p) * sizeof *right);
	int64_t *left = malloc(size_of(q) * sizeof *left);
	struct knots k = { 0 };
	int status = right && left ? 0 : -1;
	if (status == 0) {
		size_t rights = distances(p, coarse, right), lefts = distances(q, coarse, left);
		for (size_t i = lefts; i-- > 0 && status == 0;)
			status = add_knot(&k, p, q, right[0] - 1 - left[i]);
		for (size_t i = 0; i < rights && status == 0; i++)
			if (right[i] > right[0] - 1 - left[0])
				status = add_knot(&k, p, q, right[i]);
	}
	free(right);
	free(left);
	for (size_t i = 0; i < k.count; i++)
		k.knot[i].f = derivative(k.knot, k.count, i);
	knots_finish(k.knot, k.count);
	for (size_t i = 0; i + 1 < k.count; i++) { /* single masses need no curve between them */
		if (k.knot[i + 1].x - k.knot[i].x > 1)
			continue;
		k.knot[i].f = k.knot[i + 1].F - k.knot[i].F;
		k.knot[i].c2 = k.knot[i].c3 = 0;
	}
	for (size_t i = 0; i < k.count; i++)
		k.knot[i].x += (double)(l->min + max);
	l->knot = k.knot;
	l->knots = k.count;
	return status;
}

/* The certain value l->min. */
static int point(struct yield_distribution *l)
{
	if (yield_atoms_init(&l->low, l->min, 1) < 0)
		return -1;
	l->low.mass[0] = l->low.upto[0] = 1;
	return 0;
}

/*
 * The sum of l->min and the terms. If `split` is set, only support and moments were filled, and
 * build_split() must do the rest.
 */
static int build(struct yield_distribution *l, const struct beta_binomial *term, size_t count,
		 double exact_points, bool *split)
{
	l->max = l->min;
	l->mean = (double)l->min;
	for (size_t i = 0; i < count; i++) {
		l->max += term[i].size;
		l->mean += beta_binomial_mean(&term[i]);
		l->variance += beta_binomial_variance(&term[i]);
	}
	*split = false;
	return count > 0 ? yield_build(l, term, count, exact_points, split) : point(l);
}

/* The knots of a sum that must be split. */
static int build_split(struct yield_distribution *l, const struct beta_binomial *term, size_t count,
		       size_t coarse)
{
	struct beta_binomial *low = calloc(count, sizeof *low), *high = calloc(count, sizeof *high);
	struct yield_distribution *p = calloc(1, sizeof *p), *q = calloc(1, sizeof *q);
	size_t lows = 0, highs = 0;
	int64_t max = 0;
	bool never; /* split: all singular ends of p and q are low ones */
	int status = low && high && p && q ? 0 : -1;
	for (size_t i = 0; i < count && status == 0; i++) {
		if (!yield_split_high(&term[i])) {
			low[lows++] = term[i];
			continue;
		}
		max += term[i].size;
		high[highs++] = (struct beta_binomial){ term[i].size, term[i].b, term[i].a };
	}
	if (status == 0)
		status = build(p, low, lows, PART_EXACT_POINTS / (double)coarse, &never);
	if (status == 0)
		status = build(q, high, highs, PART_EXACT_POINTS / (double)coarse, &never);
	if (status == 0)
		status = tabulate(l, p, q, coarse, max);
	free(low);
	free(high);
	yield_free(p);
	yield_free(q);
	return status;
}

struct yield_distribution *yield_new(int64_t shift, const struct beta_binomial *term, size_t count,
				     double exact_points, struct err *e)
{
	struct yield_distribution *l = calloc(1, sizeof *l);
	struct beta_binomial *random = calloc(count ? count : 1, sizeof *random);
	size_t used = 0;
	bool split;
	int status = l && random ? 0 : -1;
	if (status == 0) {
		l->min = shift;
		for (size_t i = 0; i < count; i++) {
			if (term[i].size <= 0 || term[i].a <= 0)
				continue;
			if (term[i].b <= 0) {
				l->min += term[i].size;
				continue;
			}
			random[used++] = term[i];
		}
		status = build(l, random, used, exact_points, &split);
		if (status == 0 && split)
			status = build_split(l, random, used,
					     exact_points > YIELD_ROUGH_POINTS ? 1 : COARSE);
	}
	free(random);
	if (status < 0) {
		yield_free(l);
		err_memory(e);
		return NULL;
	}
	return l;
}
