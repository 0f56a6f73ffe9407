/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Wilcoxon's signed-rank test. Zeros are dropped; the magnitudes of the n others are ranked, tied
 * ones by their mean rank; W is the sum of the ranks of the positive differences. Under the
 * hypothesis each rank is in W with probability 1/2, so
 *
 *     p_greater = P(W >= w),  p_less = P(W <= w) = P(W >= n(n+1)/2 - w),  p = 2 min(both), <= 1
 *
 * Up to 50 differences the distribution of W given these ranks is counted out, ties or not: ranks
 * are doubled to make them whole, and the number of choices of signs for each sum, at most 2^50, is
 * exact in a double. Above, W is taken as normal,
 *
 *     mean n(n+1)/4,  variance n(n+1)(2n+1)/24 - sum over groups of t tied (t^3 - t)/48,
 *
 * with a correction of 1/2 towards the mean in each tail. (Lehmann 1975, "Nonparametrics", chapter
 * 3; as in R's wilcox.test(exact = FALSE, correct = TRUE), which does so for ties at any n.)
 */
#include "core/stats/rmath.h"
#include "core/stats/topics/paired_test.h"

enum { EXACT_PAIRS = 50 };

/* Differences other than 0 by ascending magnitude, with twice their ranks. */
struct ranked {
	double value;
	double twice_rank;
};

static int by_magnitude(const void *a, const void *b)
{
	double x = fabs(((const struct ranked *)a)->value);
	double y = fabs(((const struct ranked *)b)->value);
	return (x > y) - (x < y);
}

/* Fills `r`; the sum of t^3 - t over the groups of tied magnitudes. */
static double rank(const struct differences *d, struct ranked *r)
{
	size_t n = 0;
	for (size_t i = 0; i < d->count; i++)
		if (d->value[i] != 0)
			r[n++].value = d->value[i];
	qsort(r, n, sizeof *r, by_magnitude);
	double cubes = 0;
	for (size_t from = 0, to; from < n; from = to) {
		for (to = from; to < n && fabs(r[to].value) == fabs(r[from].value); to++)
			;
		for (size_t i = from; i < to; i++)
			r[i].twice_rank = (double)(from + 1 + to);
		double t = (double)(to - from);
		cubes += t * t * t - t;
	}
	return cubes;
}

/* P(2W >= least), from the number of choices of signs. */
static double exact_tail(const double *choices, size_t n, size_t least)
{
	double sum = 0;
	for (size_t s = least; s <= n * (n + 1); s++)
		sum += choices[s];
	return ldexp(sum, -(int)n);
}

static int exact(const struct ranked *r, size_t n, size_t above, struct paired_test_result *out,
		 struct err *e)
{
	double *choices = calloc(n * (n + 1) + 1, sizeof *choices);
	if (!choices)
		return err_memory(e);
	choices[0] = 1;
	size_t all = n * (n + 1), top = 0;
	for (size_t i = 0; i < n; i++) {
		size_t rank = (size_t)r[i].twice_rank;
		top += rank;
		for (size_t s = top; s >= rank; s--)
			choices[s] += choices[s - rank];
	}
	out->p_greater = exact_tail(choices, n, above);
	out->p_less = exact_tail(choices, n, all - above);
	out->p = fmin(1, 2 * fmin(out->p_greater, out->p_less));
	out->exact = true;
	free(choices);
	return 0;
}

static void normal(double n, double w, double cubes, struct paired_test_result *out)
{
	double distance = w - n * (n + 1) / 4;
	double deviation = sqrt(n * (n + 1) * (2 * n + 1) / 24 - cubes / 48);
	out->p_greater = pnorm((0.5 - distance) / deviation, 0, 1, 1, 0);
	out->p_less = pnorm((0.5 + distance) / deviation, 0, 1, 1, 0);
	out->p = fmin(1, 2 * fmin(out->p_greater, out->p_less));
}

static int wilcoxon(struct differences *d, const struct paired_test_request *q,
		    struct paired_test_result *out, struct err *e)
{
	(void)q;
	size_t n = d->count - d->ties;
	struct ranked *r = calloc(n ? n : 1, sizeof *r);
	if (!r)
		return err_memory(e);
	double cubes = rank(d, r), twice = 0;
	for (size_t i = 0; i < n; i++)
		twice += r[i].value > 0 ? r[i].twice_rank : 0;
	int status = 0;
	if (n <= EXACT_PAIRS)
		status = exact(r, n, (size_t)twice, out, e);
	else
		normal((double)n, twice / 2, cubes, out);
	free(r);
	return status;
}

PAIRED_TEST = {
	.name = "wilcoxon",
	.called = "Wilcoxon",
	.summary = "Wilcoxon's signed-rank test",
	.manual =
		"The sum of the ranks of the positive differences, ranked by magnitude. Zeros "
		"are dropped, tied magnitudes share their mean rank. Up to 50 differences the "
		"distribution of the sum given these ranks is exact, ties or not; above, normal with the "
		"variance corrected for ties and with continuity correction, as R's wilcox.test. "
		"Two-sided p is twice the smaller tail, at most 1. Assumes that the differences "
		"are symmetric about their centre. The left-p-value of Aslam & Pavlu (2008), "
		"Table 1, is p_less of the first run less the second: above .95 the first is "
		"significantly better.",
	.about = "the signed ranks of the topics' differences",
	.compute = wilcoxon,
};
