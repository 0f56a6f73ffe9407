/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Single tails: of the hypergeometric distribution against counting in whole numbers and against
 * phyper(), of the beta-binomial against the sum of its masses (which have errors of 4e-12).
 */
#include "tests/support/near.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/distribution/betabinomial.h"
#include "core/stats/distribution/hypergeometric.h"

/* Samples of n from N, as sets of bits, that hold more than k of the first R; and k of them. */
static void count_samples(int N, int R, int n, int k, double *more, double *same, double *all)
{
	*more = *same = *all = 0;
	for (unsigned set = 0; set < 1u << N; set++) {
		if (__builtin_popcount(set) != n)
			continue;
		int found = __builtin_popcount(set & ((1u << R) - 1));
		*more += found > k;
		*same += found == k;
		*all += 1;
	}
}

static void tail_is_that_of_all_samples(void **state)
{
	(void)state;
	const int N = 9;
	for (int R = 0; R <= N; R++)
		for (int n = 1; n <= N; n++)
			for (int k = 0; k <= n; k++) {
				double more, same, all;
				count_samples(N, R, n, k, &more, &same, &all);
				if (!(same > 0)) /* k is not possible */
					continue;
				for (double w = 0; w <= 1; w += 0.5)
					assert_near_at(hypergeometric_above(N, R, n, k, w),
						       (more + w * same) / all, 1e-14,
						       "R %d, n %d, k %d", R, n, k);
			}
}

/* phyper(k - 1, R, N - R, n, lower.tail = FALSE) is P(X >= k). */
static void tail_of_large_samples_is_that_of_phyper(void **state)
{
	(void)state;
	static const int64_t cases[][4] = { { 1000000, 459046, 9603, 4504 }, /* N, R, n, k */
					    { 1000000, 459046, 9603, 4300 },
					    { 50000000, 120, 40000, 3 },
					    { 50000000, 49999880, 40000, 39998 },
					    { 92000, 150, 1534, 0 },
					    { 400, 399, 398, 397 } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const int64_t *c = cases[i];
		double expected = phyper((double)(c[3] - 1), (double)c[1], (double)(c[0] - c[1]),
					 (double)c[2], 0, 0);
		assert_near_at(hypergeometric_above(c[0], c[1], c[2], c[3], 1), expected,
			       1e-12 * expected, "case %zu", i);
	}
}

static void whole_beta_binomial_is_the_sum_of_its_masses(void **state)
{
	(void)state;
	static const struct beta_binomial d[] = {
		{ 1, 1, 1 },	{ 40, 1, 7 },	   { 40, 7, 1 },
		{ 500, 31, 4 }, { 3000, 2, 2000 }, { 3000, 1001, 1000 },
	};
	static double mass[3001];
	for (size_t i = 0; i < sizeof d / sizeof *d; i++) {
		double sum = 0;
		beta_binomial_masses(&d[i], beta_binomial_log_constant(&d[i]), 0,
				     (size_t)d[i].size + 1, mass);
		assert_near(beta_binomial_upto(&d[i], -1), 0, 0);
		for (int64_t k = 0; k <= d[i].size; k++) {
			sum += mass[k];
			assert_near_at(beta_binomial_upto(&d[i], k), sum, 1e-11, "%zu, %lld", i,
				       (long long)k);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tail_is_that_of_all_samples),
		cmocka_unit_test(tail_of_large_samples_is_that_of_phyper),
		cmocka_unit_test(whole_beta_binomial_is_the_sum_of_its_masses),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
