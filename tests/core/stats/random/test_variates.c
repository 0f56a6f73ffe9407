/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random variables have their distributions: shares of draws below a point, beside R's
 * probabilities, within five standard deviations of a share.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/random/variates.h"

enum { DRAWS = 40000, POINTS = 39 };

static void check_share(int below, double probability, const char *what, double at)
{
	double share = (double)below / DRAWS;
	double deviation = sqrt(probability * (1 - probability) / DRAWS);
	if (fabs(share - probability) > 5 * deviation + 1e-9)
		fail_msg("%s: %.5f of the draws are at most %g, not %.5f", what, share, at,
			 probability);
}

/* Sizes on both sides of where inversion gives way to rejection (n p = 10), and of p = 1/2. */
static void binomial_draws(void **state)
{
	(void)state;
	static const struct {
		int64_t n;
		double p;
	} cases[] = { { 1, .3 },    { 20, .2 },	  { 40, .24 },	   { 40, .26 },
		      { 500, .02 }, { 500, .03 }, { 10000, .005 }, { 300, .5 },
		      { 300, .9 },  { 30, .97 },  { 100000, .4 } };
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		double n = (double)cases[c].n, p = cases[c].p;
		int below[POINTS] = { 0 };
		double point[POINTS];
		struct random g;
		random_init(&g, 7, c, 0);
		for (int i = 0; i < POINTS; i++)
			point[i] = floor(n * p + (i - POINTS / 2) / 5.0 * sqrt(n * p * (1 - p)));
		for (int d = 0; d < DRAWS; d++) {
			double x = (double)random_binomial(&g, cases[c].n, p);
			assert_true(x >= 0 && x <= n);
			for (int i = 0; i < POINTS; i++)
				below[i] += x <= point[i];
		}
		for (int i = 0; i < POINTS; i++)
			check_share(below[i], pbinom(point[i], n, p, 1, 0), "binomial", point[i]);
	}
}

/* Shapes below and above 1, and both at once. */
static void beta_draws(void **state)
{
	(void)state;
	static const double cases[][2] = { { .5, .5 },	{ .01, 3 },  { 1, 1 },	  { 3, 2 },
					   { 40, 1.5 }, { .3, 200 }, { 500, 700 } };
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		double a = cases[c][0], b = cases[c][1], point[POINTS];
		int below[POINTS] = { 0 }, odds_below[POINTS] = { 0 };
		struct random g;
		random_init(&g, 8, c, 0);
		for (int i = 0; i < POINTS; i++)
			point[i] = qbeta((i + 1.0) / (POINTS + 1), a, b, 1, 0);
		for (int d = 0; d < DRAWS; d++) {
			double x = random_beta(&g, a, b), y = random_log_odds(&g, a, b);
			for (int i = 0; i < POINTS; i++) {
				below[i] += x <= point[i];
				odds_below[i] += y <= log(point[i]) - log1p(-point[i]);
			}
		}
		for (int i = 0; i < POINTS; i++) {
			double probability = pbeta(point[i], a, b, 1, 0);
			if (point[i] < 1e-300)
				continue; /* R's point is rounded to 0 */
			check_share(below[i], probability, "beta", point[i]);
			check_share(odds_below[i], probability, "log odds of beta", point[i]);
		}
	}
}

/* Each draw alone, and the two that one pair of uniform numbers gives, which are independent. */
static void normal_draws(void **state)
{
	(void)state;
	int below[POINTS] = { 0 }, both = 0;
	struct random g;
	random_init(&g, 9, 0, 0);
	for (int d = 0; d < DRAWS / 2; d++) {
		double x = random_normal(&g), y = random_normal(&g);
		both += 2 * (x <= 0 && y <= 0.5);
		for (int i = 0; i < POINTS; i++) {
			double point = (i - POINTS / 2) / 6.0;
			below[i] += (x <= point) + (y <= point);
		}
	}
	for (int i = 0; i < POINTS; i++)
		check_share(below[i], pnorm((i - POINTS / 2) / 6.0, 0, 1, 1, 0), "normal",
			    (i - POINTS / 2) / 6.0);
	/* half as many pairs as draws: a deviation of about 140 in 13,829 */
	assert_true(fabs(both - DRAWS * 0.5 * pnorm(0.5, 0, 1, 1, 0)) < 5 * 140);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(binomial_draws),
		cmocka_unit_test(beta_draws),
		cmocka_unit_test(normal_draws),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
