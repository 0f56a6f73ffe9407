/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The log odds of a beta variable, alone and spread by another, against pbeta() and closed forms.
 */
#include "tests/support/interval_help.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/distribution/log_odds.h"

static double beta_cdf(double a, double b, double u)
{
	double small = 1 / (1 + exp(fabs(u)));
	return u < 0 ? pbeta(small, a, b, 1, 0) : pbeta(small, b, a, 0, 0);
}

static void distribution_function_is_that_of_a_beta_variable(void **state)
{
	(void)state;
	static const double shape[] = { 0.01, 0.1, 0.5, 1, 3, 20.5, 1e3, 1e6, 1e9, 1e10 };
	static struct log_odds l;
	static struct log_odds_table t;
	for (int i = 0; i < 100; i++) {
		double a = shape[i % 10], b = shape[i / 10];
		log_odds_init(&l, a, b, 0.25, 1, 0, 0);
		log_odds_tabulate(&t, &l, LOG_ODDS_STEP);
		double middle = digamma(a) - digamma(b), scale = sqrt(trigamma(a) + trigamma(b));
		for (double z = -7; z < 7; z += 0.37) {
			double u = middle + z * scale;
			if (fabs(u) < 600)
				assert_near(log_odds_cdf(&t, u + 0.25), beta_cdf(a, b, u), 1e-10);
		}
		double u = log_odds_quantile(&t, 0.025);
		if (fabs(u) < 600)
			assert_near(beta_cdf(a, b, u - 0.25), 0.025, 1e-10);
		assert_near(log_odds_mean(&l), middle + 0.25, 1e-12 * (1 + fabs(middle)));
	}
}

/* E1, E2, E3 exponential: P(E1 > t (E2 + k E3)) = 1/(1+t) 1/(1+tk); E3/(E2+E3) ~ Beta(1,1). */
static void spread_by_another_beta_variable(void **state)
{
	(void)state;
	static const double k[] = { 0.001, 0.3, 0.99, 1.01, 4, 100 };
	static struct log_odds l;
	static struct log_odds_table table;
	for (int i = 0; i < 6; i++) {
		log_odds_init(&l, 1, 2, 0, k[i], 1, 1);
		log_odds_tabulate(&table, &l, LOG_ODDS_STEP);
		for (double t = 0.001; t < 1000; t *= 1.7)
			assert_near(log_odds_cdf(&table, log(t)), 1 - 1 / (1 + t) / (1 + t * k[i]),
				    1e-9);
	}
}

/* The slope of the logarithm of the density, by differences. */
static void slope_is_the_derivative(void **state)
{
	(void)state;
	static struct log_odds l;
	static const double k[] = { 1, 4 };
	for (int i = 0; i < 2; i++) {
		log_odds_init(&l, 3.5, 12.5, log(2), k[i], 4.5, 8.5);
		for (double u = -4; u < 3; u += 0.4) {
			const double h = 1e-5;
			double ratio = log_odds_density(&l, u + h) / log_odds_density(&l, u - h);
			assert_near(log_odds_slope(&l, u), log(ratio) / (2 * h), 1e-7);
		}
	}
}

/* P(Beta(1,b) > Beta(c,1)) = c B(c,b+1) */
static void comparison_of_two(void **state)
{
	(void)state;
	static const double shape[] = { 0.5, 1, 10, 500, 1e6, 1e9 };
	static struct log_odds u, v;
	for (int i = 0; i < 36; i++) {
		double b = shape[i % 6], c = shape[i / 6], want = exp(log(c) + lbeta(c, b + 1));
		log_odds_init(&u, 1, b, 0, 1, 0, 0);
		log_odds_init(&v, c, 1, 0, 1, 0, 0);
		struct tails t = log_odds_compare(&u, &v);
		assert_near(t.above, want, 1e-11);
		assert_near(t.below, 1 - want, 1e-11);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distribution_function_is_that_of_a_beta_variable),
		cmocka_unit_test(spread_by_another_beta_variable),
		cmocka_unit_test(slope_is_the_derivative),
		cmocka_unit_test(comparison_of_two),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
