/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Quantiles of the beta distribution on the log odds, and roots.
 */
#include "tests/support/interval_help.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/distribution/beta_quantile.h"
#include "core/stats/numeric/root.h"

static void quantiles_invert_pbeta(void **state)
{
	(void)state;
	static const double shape[] = { 0.01, 0.3, 1, 20, 1e4, 1e9 };
	static const double prob[] = { 1e-30, 1e-3, 0.4, 0.5, 0.9, 1 - 1e-12 };
	for (int i = 0; i < 6 * 6; i++) {
		double a = shape[i % 6], b = shape[i / 6], before = -INFINITY;
		for (int k = 0; k < 6; k++) {
			double u = beta_log_odds_quantile(a, b, prob[k]);
			assert_true(u > before);
			before = u;
			if (fabs(u) > 600)
				continue;
			double small = 1 / (1 + exp(fabs(u)));
			double p = u < 0 ? pbeta(small, a, b, 1, 0) : pbeta(small, b, a, 0, 0);
			assert_near(p, prob[k], 1e-10 * prob[k]);
		}
	}
	assert_near(beta_log_odds_quantile(1, 1, 0.2), log(0.25), 1e-13);
	assert_true(beta_log_odds_quantile(2, 3, 0) == -INFINITY);
	assert_true(beta_log_odds_quantile(2, 3, 1) == INFINITY);
	assert_true(isnan(beta_log_odds_quantile(2, 3, NAN)));
}

/* Those of the normal distribution; r-mathlib's qbeta() fails with such shapes. */
static void quantiles_of_large_shapes(void **state)
{
	(void)state;
	for (double all = 1e12; all < 1e25; all *= 10) {
		double mean = 0.25, sd = sqrt(mean * (1 - mean) / (all + 1));
		double u = beta_log_odds_quantile(mean * all, (1 - mean) * all, 0.025);
		assert_near(1 / (1 + exp(-u)), mean - 1.959963984540054 * sd, 1e-12);
	}
}

static double cubic(const void *of, double x)
{
	++*(int *)(uintptr_t)of;
	return (x - 1) * (x * x + 1);
}

static double edge(const void *of, double x)
{
	(void)of;
	return x < 0.3 ? -1 : 1;
}

static void roots(void **state)
{
	(void)state;
	int calls = 0;
	assert_near(root_between(cubic, &calls, -4, 9, 1e-13), 1, 1e-12);
	assert_true(calls < 25);
	/* without a change of sign, the better end */
	assert_true(root_between(cubic, &calls, 2, 9, 0) == 2);
	assert_true(root_between(cubic, &calls, -9, 1, 0) == 1);
	assert_near(root_between(edge, NULL, 0, 1, 0), 0.3, 1e-15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quantiles_invert_pbeta),
		cmocka_unit_test(quantiles_of_large_shapes),
		cmocka_unit_test(roots),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
