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
 * A <- mean(d^3)/mean(d^2)^1.5 * sqrt(n*(n-1))/(n-2) / sqrt(n)
 * inverse <- function(A, q) uniroot(function(T) T + A*T^2/3 + A^2*T^3/27 + A/6 - q, c(-50, 50), tol
 * = 1e-14)$root t: mean(x) -+ sd(x)/sqrt(n) * qt(.95, 7) Hall: mean(x) - sd(x)/sqrt(n) * inverse(A,
 * qt(.95, 7)), mean(x) + sd(x)/sqrt(n) * inverse(-A, qt(.95, 7))
 */
static const double skewed[] = { .02, .05, .01, .40, .03, .08, .00, .15 };

static void each_way_is_that_of_r(void **state)
{
	(void)state;
	const double q = 1.89457860509001; /* R: qt(.95, 7) */
	struct interval x = skewed_bounds_by(SKEWED_T, skewed, 8, 0, q, q);
	assert_near(x.lower, 0.00322260493481195, 1e-12);
	assert_near(x.upper, 0.18177739506518803, 1e-12);
	x = skewed_bounds_by(SKEWED_HALL, skewed, 8, 0, q, q);
	assert_near(x.lower, 0.03174676598814870, 1e-10);
	assert_near(x.upper, 0.42627197524752047, 1e-10);
}

/* The same R: of the lower ends that of t is the further one, of the upper ends that of Hall. */
static void the_further_end_counts(void **state)
{
	(void)state;
	struct interval x = skewed_bounds(skewed, 8, 0, .05, .05);
	assert_near(x.lower, 0.00322260493481195, 1e-12);
	assert_near(x.upper, 0.42627197524752047, 1e-10);
	x = skewed_bounds(skewed, 8, 0, .025, .1);
	assert_near(x.lower, -0.0189271495112468, 1e-12);
	assert_near(x.upper, 0.3810654907974131, 1e-10);
}

static void turned_round_the_ends_change_places(void **state)
{
	(void)state;
	double turned[8];
	for (int i = 0; i < 8; i++)
		turned[i] = -skewed[i];
	struct interval x = skewed_bounds(turned, 8, 0, .05, .05);
	assert_near(x.lower, -0.42627197524752047, 1e-10);
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
		cmocka_unit_test(turned_round_the_ends_change_places),
		cmocka_unit_test(without_skew_it_is_t),
		cmocka_unit_test(what_does_not_vary_has_no_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
