/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The randomization test (Fisher 1935; for retrieval: Smucker, Allan & Carterette 2007): where the
 * two runs are as good as each other, each difference could as well have had the other sign. The
 * statistic is the mean difference; p is the share of choices of signs whose mean is at least as
 * extreme as the observed one, the observed one included. Means of one n compare as their sums S.
 *
 * Zeros change no sum and are left out. Up to 20 others, all 2^n choices are counted: the sums of
 * each half of the differences are sorted, and for the sums of one half in ascending order, those
 * of the other that reach a threshold together with them become ever more. The distribution is
 * symmetric, so one count gives every tail.
 *
 * Above, B choices are drawn, and p = (1 + those at least as extreme) / (1 + B), which keeps the
 * level of the test whatever B is (Davison & Hinkley 1997, section 4.2). A choice is a string of
 * bits of its own, named by seed and number. 128 differences at a time, each 8 bits of it look up a
 * sum of 8 signed differences.
 *
 * Each difference is known up to the tolerance (paired_test.h), so sums within n times the
 * tolerance are the same, and count as at least as extreme. Where two sums are equal in decimals
 * but not in binary they would otherwise fall to either side.
 */
#include <math.h>

#include "core/stats/numeric/ascending.h"
#include "core/stats/random/uniform.h"
#include "core/stats/topics/paired_test.h"

enum {
	EXACT_PAIRS = 20,
	HALF_CHOICES = 1 << (EXACT_PAIRS / 2),
	GROUPS = 16, /* of 8 differences, whose signs are the bits of one Philox block */
	BATCH = 8192 /* choices, whose sums stay in the cache */
};

/* ---- all choices ---- */

/* The 2^n sums of `value` over all choices of signs. */
static void all_sums(const double *value, size_t n, double *sum)
{
	sum[0] = 0;
	for (size_t i = 0, filled = 1; i < n; i++, filled *= 2)
		for (size_t j = 0; j < filled; j++) {
			sum[filled + j] = sum[j] - value[i];
			sum[j] += value[i];
		}
}

/* How many pairs of one sum from each half reach `least` together? Both ascending. */
static double pairs_reaching(double least, const double *left, size_t lefts, const double *right,
			     size_t rights)
{
	double pairs = 0;
	size_t short_of = rights;
	for (size_t i = 0; i < lefts; i++) {
		while (short_of > 0 && left[i] + right[short_of - 1] >= least)
			short_of--;
		pairs += (double)(rights - short_of);
	}
	return pairs;
}

static int by_enumeration(const double *value, size_t n, double observed, double tolerance,
			  struct paired_test_result *out, struct err *e)
{
	double *left = calloc(2 * HALF_CHOICES, sizeof *left), *right = left + HALF_CHOICES;
	if (!left)
		return err_memory(e);
	size_t lefts = (size_t)1 << (n / 2), rights = (size_t)1 << (n - n / 2);
	all_sums(value, n / 2, left);
	all_sums(value + n / 2, n - n / 2, right);
	qsort(left, lefts, sizeof *left, ascending);
	qsort(right, rights, sizeof *right, ascending);
	double all = (double)lefts * (double)rights;
	out->p_greater = pairs_reaching(observed - tolerance, left, lefts, right, rights) / all;
	out->p_less = pairs_reaching(-observed - tolerance, left, lefts, right, rights) / all;
	out->p = fmin(1, 2 * fmin(out->p_greater, out->p_less));
	out->exact = true;
	free(left);
	return 0;
}

/* ---- drawn choices ---- */

/* The signs of a choice, of the differences from `first` on. */
static philox4x32_ctr_t signs_of(uint64_t seed, uint64_t choice, size_t first)
{
	struct uniform u = uniform_start(seed, choice, STREAM_RANDOM_TEST);
	u.counter.v[0] = (uint32_t)(first / (8 * GROUPS));
	return philox4x32(u.counter, u.key);
}

/* By 128 differences, choice, and the four words of a Philox block. */
uint32_t *paired_test_signs(const struct paired_test_request *q, size_t most)
{
	enum { ROOM = 1 << 22 };
	size_t blocks = (most + 8 * GROUPS - 1) / (8 * GROUPS), choices = (size_t)q->resamples;
	philox4x32_ctr_t bits;
	if (q->resamples < 1 || choices > ROOM / sizeof bits ||
	    blocks > ROOM / sizeof bits / choices)
		return NULL;
	uint32_t *signs = malloc(blocks * choices * sizeof bits + 1);
	for (size_t i = 0; signs != NULL && i < blocks * choices; i++) {
		bits = signs_of(q->seed, i % choices, i / choices * 8 * GROUPS);
		memcpy(signs + 4 * i, bits.v, sizeof bits.v);
	}
	return signs;
}

/*
 * Adds to each sum of a batch the differences from `first` on, at most 128, with drawn signs.
 * `table`: room for the sums of GROUPS groups.
 */
static void add_signed(const double *value, size_t n, size_t first,
		       const struct paired_test_request *q, uint64_t from_choice, size_t choices,
		       double (*table)[256], double *sum)
{
	size_t words = 0;
	for (size_t g = 0; g < GROUPS && first + 8 * g < n; g++) {
		size_t here = first + 8 * g, size = n - here < 8 ? n - here : 8;
		double eight[8] = { 0 };
		for (size_t i = 0; i < size; i++)
			eight[i] = value[here + i];
		all_sums(eight, 8, table[g]);
		words = g / 4 + 1;
	}
	/* Groups of the last word that no difference fills. */
	for (size_t g = (n - first + 7) / 8; g < 4 * words; g++)
		for (size_t b = 0; b < 256; b++)
			table[g][b] = 0;
	size_t block = first / (8 * GROUPS) * (size_t)q->resamples + from_choice;
	for (size_t c = 0; c < choices; c++) {
		philox4x32_ctr_t drawn;
		const uint32_t *bits;
		if (q->signs != NULL) {
			bits = q->signs + 4 * (block + c);
		} else {
			drawn = signs_of(q->seed, from_choice + c, first);
			bits = drawn.v;
		}
		for (size_t w = 0; w < words; w++) {
			uint32_t x = bits[w];
			double(*t)[256] = table + 4 * w;
			sum[c] += (t[0][x & 255] + t[1][x >> 8 & 255]) +
				  (t[2][x >> 16 & 255] + t[3][x >> 24]);
		}
	}
}

static int by_sampling(const double *value, size_t n, double observed, double tolerance,
		       const struct paired_test_request *q, struct paired_test_result *out,
		       struct err *e)
{
	if (q->resamples < 1)
		return err_usage(e, "randomization test: need at least 1 resample, found %lld",
				 (long long)q->resamples);
	double *sum = calloc(BATCH, sizeof *sum);
	double(*table)[256] = calloc(GROUPS, sizeof *table);
	if (!sum || !table) {
		free(sum);
		free(table);
		return err_memory(e);
	}
	uint64_t all = (uint64_t)q->resamples, greater = 0, less = 0, extreme = 0;
	for (uint64_t from = 0; from < all; from += BATCH) {
		size_t choices = all - from < BATCH ? (size_t)(all - from) : BATCH;
		for (size_t c = 0; c < choices; c++)
			sum[c] = 0;
		for (size_t first = 0; first < n; first += 8 * GROUPS)
			add_signed(value, n, first, q, from, choices, table, sum);
		for (size_t c = 0; c < choices; c++) {
			greater += sum[c] >= observed - tolerance;
			less += sum[c] <= observed + tolerance;
			extreme += fabs(sum[c]) >= fabs(observed) - tolerance;
		}
	}
	free(sum);
	free(table);
	out->p_greater = (1 + (double)greater) / (1 + (double)all);
	out->p_less = (1 + (double)less) / (1 + (double)all);
	out->p = (1 + (double)extreme) / (1 + (double)all);
	return 0;
}

static int randomization(struct differences *d, const struct paired_test_request *q,
			 struct paired_test_result *out, struct err *e)
{
	size_t n = 0;
	double observed = 0;
	for (size_t i = 0; i < d->count; i++)
		if (d->value[i] != 0) {
			observed += d->value[i];
			d->value[n++] = d->value[i];
		}
	double tolerance = (double)n * d->tolerance;
	return n <= EXACT_PAIRS ? by_enumeration(d->value, n, observed, tolerance, out, e)
				: by_sampling(d->value, n, observed, tolerance, q, out, e);
}

PAIRED_TEST = {
	.name = "random",
	.called = "randomization",
	.summary = "randomization test: signs of the differences flipped",
	.manual =
		"The mean difference against its distribution when each difference keeps or changes its "
		"sign with probability 1/2. Up to 20 differences other than 0 all choices of "
		"signs are counted, and p is exact; above, p = (1 + k)/(1 + B), k of B drawn "
		"choices being at least as extreme as the data (B and the seed can be chosen). "
		"Means equal to the observed one count. Two-sided p is by the magnitude of the "
		"mean. Assumes only that the runs could be exchanged within a topic. Smucker, "
		"Allan & Carterette (2007).",
	.random = true,
	.compute = randomization,
};
