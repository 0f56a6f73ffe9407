/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The paired difference of two proportions: its ends against the score test with the likelihood
 * searched for its maximum, and its coverage, by adding up all outcomes.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/stats/rmath.h"
#include "core/stats/topics/mean_interval.h"
#include "tests/support/cases.h"

static double end_of(int n, int b, int c, double p)
{
	const struct mean_interval_method *m = mean_interval_find("tango");
	const struct mean_sample s = { .count = (size_t)n, .binary = true };
	const struct mean_fit f = { .location = b, .scale = c };
	return m->end(&s, &f, p);
}

/* b = 14, c = 15, n = 60: the statistic (b - c - nD)/sqrt(n(2q + D(1 - D))) is -+1.959964 at these
 * D, where q maximises b log(q + D) + c log q + (n - b - c) log(1 - 2q - D), found by ternary
 * search. */
static void ends_are_those_of_the_score_test(void **state)
{
	(void)state;
	assert_true(fabs(end_of(60, 14, 15, 0.025) - -0.1920275378626252) < 1e-9);
	assert_true(fabs(end_of(60, 14, 15, 0.975) - 0.15975279252194602) < 1e-9);
	/* exchanged, and mirrored */
	assert_true(fabs(end_of(60, 15, 14, 0.975) - 0.1920275378626252) < 1e-9);
	/* without discordant items z^2/(n + z^2), by hand: q = 0 */
	double z = qnorm(0.975, 0, 1, 1, 0);
	assert_true(fabs(end_of(50, 0, 0, 0.975) - z * z / (50 + z * z)) < 1e-9);
	assert_true(fabs(end_of(50, 0, 0, 0.025) + z * z / (50 + z * z)) < 1e-9);
	/* all discordant, in one way */
	assert_true(end_of(20, 20, 0, 0.975) == 1 && end_of(20, 20, 0, 0.025) < 1);
}

static double coverage(int n, double first, double second)
{
	double covered = 0;
	double spread = 6 * sqrt(n * (first + second)) + 6;
	for (int k = (int)fmax(0, n * (first + second) - spread);
	     k <= (int)fmin(n, n * (first + second) + spread); k++) {
		double all = dbinom(k, n, first + second, 0);
		for (int b = 0; b <= k; b++) {
			double p = all * dbinom(b, k, first / (first + second), 0);
			if (p > 1e-9 && end_of(n, b, k - b, 0.025) <= first - second &&
			    first - second <= end_of(n, b, k - b, 0.975))
				covered += p;
		}
	}
	return covered;
}

/* doc/evidence/means-over-topics.md has these. */
static void coverage_is_near_the_level(void **state)
{
	static const double discordant[] = { .1, .2, .4, .6 }, difference[] = { 0, .05, .1, .2 };
	static const int sizes[] = { 20, 50, 100, 200, 500, 1000 };
	(void)state;
	for (size_t i = 0; i < 6; i++) {
		double least = 1, most = 0, sum = 0, count = 0;
		for (int k = 0; k < 4; k++)
			for (int d = 0; d < 4 && difference[d] < discordant[k]; d++) {
				double x = coverage(sizes[i], (discordant[k] + difference[d]) / 2,
						    (discordant[k] - difference[d]) / 2);
				least = fmin(least, x);
				most = fmax(most, x);
				sum += x;
				count++;
			}
		print_message("n %d: coverage %.3f to %.3f, mean %.3f\n", sizes[i], least, most,
			      sum / count);
		assert_true(least > .94 && sum / count < .97 &&
			    most < (sizes[i] < 100 ? .999 : .97));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ends_are_those_of_the_score_test),
		cmocka_unit_test(coverage_is_near_the_level),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
