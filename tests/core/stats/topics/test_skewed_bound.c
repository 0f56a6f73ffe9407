/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One-sided bounds of a mean, against R.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/stats/topics/mean_interval.h"
#include "tests/support/near.h"

/*
 * R: x <- c(.02, .05, .01, .40, .03, .08, .00, .15); n <- 8; d <- x - mean(x)
 * G <- mean(d^3)/mean(d^2)^1.5 * sqrt(n*(n-1))/(n-2); se <- sd(x)/sqrt(n); q <- qt(.95, 7)
 * t: mean(x) -+ se * q. Johnson: mean(x) - se * (q - G*(2*q^2+1)/(6*sqrt(n))), which lies above the
 * lower end of t, and mean(x) + se * (q + G*(2*q^2+1)/(6*sqrt(n)))
 */
static const double skewed[] = { .02, .05, .01, .40, .03, .08, .00, .15 };

static void each_way_is_that_of_r(void **state)
{
	(void)state;
	const double q = 1.89457860509001; /* R: qt(.95, 7) */
	struct interval x = skewed_bounds_by(SKEWED_T, skewed, 8, 0, q, q);
	assert_near(x.lower, 0.00322260493481195, 1e-12);
	assert_near(x.upper, 0.18177739506518803, 1e-12);
	x = skewed_bounds_by(SKEWED_JOHNSON, skewed, 8, 0, q, q);
	assert_near(x.lower, 0.00322260493481195, 1e-12);
	assert_near(x.upper, 0.2314893511396033, 1e-12);
}

/* The same R: of the lower ends that of t is the further one, of the upper ends that of Johnson. */
static void the_further_end_counts(void **state)
{
	(void)state;
	struct interval x = skewed_bounds(skewed, 8, 0, .05, .05);
	assert_near(x.lower, 0.00322260493481195, 1e-12);
	assert_near(x.upper, 0.2314893511396033, 1e-12);
	x = skewed_bounds(skewed, 8, 0, .025, .1);
	assert_near(x.lower, -0.0189271495112468, 1e-12);
	assert_near(x.upper, 0.1895897998, 1e-9);
}

/*
 * Eleven of twelve topics lose .23 to .56, by hand: mean .420425, error .0544, G1 -2.0266; the
 * bound lies 1.7959 + 2.0266 * 7.4504/(6 * 3.4641) = 2.5223 errors below the mean. Hall's lay 7.6
 * below.
 */
static void few_skewed_losses_have_a_limit(void **state)
{
	(void)state;
	const double loss[] = { -.0811, .2313, .3034, .4121, .4752, .4788,
				.5238,	.5313, .5330, .5387, .5401, .5585 };
	struct interval x = skewed_bounds(loss, 12, 0, .05, .05);
	assert_near(x.lower, 0.28323, 1e-5);
}

static void turned_round_the_ends_change_places(void **state)
{
	(void)state;
	double turned[8];
	for (int i = 0; i < 8; i++)
		turned[i] = -skewed[i];
	struct interval x = skewed_bounds(turned, 8, 0, .05, .05);
	assert_near(x.lower, -0.2314893511396033, 1e-12);
	assert_near(x.upper, -0.00322260493481195, 1e-12);
}

/* Mean .2, squares of the deviations .04, so that the error is sqrt(.04/5/6) = .0365148; times
 * qt(.95, 5) = 2.0150484. */
static void without_skew_it_is_t(void **state)
{
	(void)state;
	const double even[] = { .1, .2, .3, .1, .2, .3 };
	struct interval x = skewed_bounds(even, 6, 0, .05, .05);
	assert_near(x.lower, .2 - .0365148372 * 2.0150483727, 1e-9);
	assert_near(x.upper, .2 + .0365148372 * 2.0150483727, 1e-9);
}

static void what_does_not_vary_has_no_error(void **state)
{
	(void)state;
	const double same[] = { .3, .3 + 1e-10, .3, .3 };
	struct interval x = skewed_bounds(same, 4, 1e-9, .05, .05);
	assert_near(x.lower, .3, 1e-9);
	assert_true(x.lower == x.upper);
	x = skewed_bounds(same, 4, 1e-12, .05, .05);
	assert_true(x.lower < x.upper);
	assert_true(isnan(skewed_bounds(same, 2, 0, .05, .05).lower));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_way_is_that_of_r),
		cmocka_unit_test(the_further_end_counts),
		cmocka_unit_test(few_skewed_losses_have_a_limit),
		cmocka_unit_test(turned_round_the_ends_change_places),
		cmocka_unit_test(without_skew_it_is_t),
		cmocka_unit_test(what_does_not_vary_has_no_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
