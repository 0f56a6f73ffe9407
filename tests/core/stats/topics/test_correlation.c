/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * RMS error, linear correlation and Kendall's tau against R, and where they end.
 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/stats/topics/correlation.h"
#include "tests/support/near.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* The tolerance is relative to what is wanted, or absolute at 0. */
static void check_near(const char *what, double got, double want, double tolerance)
{
	double scale = want != 0 ? fabs(want) : 1;
	assert_near_or_nan_at(got, want, tolerance * scale, "%s", what);
}

/*
 * R 4.2: sqrt(mean((y-x)^2)), mean(y-x), cor(x, y), cor(x, y, method = "kendall"), printed with 17
 * digits. Tau of R has an error of some 1e-16 by its way through square roots.
 */
static const struct {
	size_t count;
	double x[8], y[8];
	double rms, bias, correlation, tau;
} data[] = {
	/* the MAP of the eight Robust 2003 runs, and an estimate of each */
	{ 8,
	  { 0.1055, 0.2021, 0.2424, 0.2998, 0.1248, 0.3101, 0.0737, 0.2404 },
	  { 0.1490, 0.2364, 0.2878, 0.3515, 0.1691, 0.3645, 0.0847, 0.2895 },
	  0.043669855163487765,
	  0.041712499999999993,
	  0.99558145994689895,
	  0.9285714285714286 },
	/* ties in x, in y and in both */
	{ 8,
	  { 1, 2, 2, 3, 4, 4, 4, 5 },
	  { 1, 3, 2, 2, 5, 4, 4, 6 },
	  0.70710678118654757,
	  0.25,
	  0.91425782740816719,
	  0.84067280747670758 },
	{ 5, { 1, 2, 3, 4, 5 }, { 5, 4, 3, 2, 1 }, 2.8284271247461903, 0, -1, -1 },
	{ 4, { 1, 1, 2, 2 }, { 2, 2, 1, 1 }, 1, 0, -1, -1 },
	/* of very different size */
	{ 7,
	  { 0.3, -0.2, 1e-3, 7, -7, 2.5, 2.5 },
	  { 1e8, 1e8, -3e7, 0, 5, 1e8, 2e8 },
	  100640802.91530454,
	  67142857.128428578,
	  0.20355502796777447,
	  0.15811388300841897 },
	{ 3, { 1, 2, 3 }, { 2, 1, 3 }, 0.81649658092772603, 0, 0.5, 0.33333333333333337 },
};

static void figures_are_those_of_r(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(data); i++) {
		const double *x = data[i].x, *y = data[i].y;
		size_t n = data[i].count;
		check_near("rms", rms_error(x, y, n), data[i].rms, 1e-14);
		check_near("bias", mean_error(x, y, n), data[i].bias, 1e-14);
		check_near("correlation", linear_correlation(x, y, n), data[i].correlation, 1e-14);
		check_near("tau", kendall_tau(x, y, n), data[i].tau, 1e-15);
		check_near("tau", kendall_tau(y, x, n), data[i].tau, 1e-15);
	}
	/* x <- ((1:40)*17) %% 23; y <- ((1:40)*7) %% 11 + x: 40 values, most of them tied */
	double x[40], y[40];
	for (int i = 0; i < 40; i++) {
		x[i] = (i + 1) * 17 % 23;
		y[i] = (i + 1) * 7 % 11 + x[i];
	}
	check_near("rms", rms_error(x, y, 40), 6.0394536176710556, 1e-14);
	check_near("bias", mean_error(x, y, 40), 5.1749999999999998, 1e-14);
	check_near("correlation", linear_correlation(x, y, 40), 0.91155574879742063, 1e-14);
	check_near("tau", kendall_tau(x, y, 40), 0.76259139593521741, 1e-15);
}

static void tau_of_the_same_order_is_exactly_1(void **state)
{
	(void)state;
	double x[60], y[60];
	for (size_t n = 2; n <= COUNT(x); n++) {
		for (size_t i = 0; i < n; i++) {
			x[i] = (double)i;
			y[i] = sqrt((double)i);
		}
		assert_true(kendall_tau(x, y, n) == 1);
		for (size_t i = 0; i < n; i++)
			y[i] = -y[i];
		assert_true(kendall_tau(x, y, n) == -1);
	}
}

static void what_has_no_order_has_no_correlation(void **state)
{
	(void)state;
	const double x[] = { 1, 2, 3 }, same[] = { 5, 5, 5 }, zero[] = { 0, 0, 0 };
	check_near("constant", linear_correlation(x, same, 3), NAN, 0);
	check_near("constant", kendall_tau(same, x, 3), NAN, 0);
	check_near("zeros", linear_correlation(zero, x, 3), NAN, 0);
	check_near("zeros", kendall_tau(x, zero, 3), NAN, 0);
	check_near("one", linear_correlation(x, x, 1), NAN, 0);
	check_near("one", kendall_tau(x, x, 1), NAN, 0);
	check_near("one", rms_error(x, same, 1), 4, 0);
	check_near("one", mean_error(x, same, 1), 4, 0);
	check_near("none", rms_error(x, x, 0), NAN, 0);
	check_near("none", mean_error(x, x, 0), NAN, 0);
	check_near("none", linear_correlation(x, x, 0), NAN, 0);
	check_near("none", kendall_tau(x, x, 0), NAN, 0);
	check_near("no error", rms_error(x, x, 3), 0, 0);
}

static void what_is_not_finite_has_no_figures(void **state)
{
	(void)state;
	const double x[] = { 1, 2, 3 };
	const double bad[][3] = { { 1, NAN, 2 }, { INFINITY, 1, 2 }, { 0, 1, -INFINITY } };
	for (size_t i = 0; i < COUNT(bad); i++) {
		check_near("rms", rms_error(x, bad[i], 3), NAN, 0);
		check_near("bias", mean_error(bad[i], x, 3), NAN, 0);
		check_near("correlation", linear_correlation(x, bad[i], 3), NAN, 0);
		check_near("tau", kendall_tau(bad[i], x, 3), NAN, 0);
	}
}

/* 0.1 + 0.2 and 0.3 are the same mean; 1e-9 apart are not. */
static void rounding_makes_no_order(void **state)
{
	(void)state;
	const double x[] = { 0.1 + 0.2, 0.3, 0.9 }, y[] = { 2, 1, 3 };
	assert_true(x[0] != x[1]);
	/* C = 2, D = 0, one tie in x: 2 / sqrt(2 * 3) */
	check_near("tau", kendall_tau(x, y, 3), 2 / sqrt(6), 1e-15);
	const double apart[] = { 0.3 + 1e-9, 0.3, 0.9 };
	check_near("tau", kendall_tau(apart, y, 3), 1, 0);
	const double flat[] = { 0.1 + 0.2, 0.3, 0.3 };
	check_near("correlation", linear_correlation(flat, y, 3), NAN, 0);
	check_near("tau", kendall_tau(flat, y, 3), NAN, 0);
}

/* Neither the squares of huge numbers nor those of tiny ones are lost. */
static void size_does_not_matter(void **state)
{
	(void)state;
	const double x[] = { 1, 2, 4, 3 }, y[] = { 1, 3, 2, 5 };
	double r = linear_correlation(x, y, 4), tau = kendall_tau(x, y, 4),
	       rms = rms_error(x, y, 4);
	const double scales[] = { 1e-300, 1e-150, 1e8, 1e200, 1e300 };
	for (size_t i = 0; i < COUNT(scales); i++) {
		double a[4], b[4];
		for (size_t k = 0; k < 4; k++) {
			a[k] = x[k] * scales[i];
			b[k] = y[k] * scales[i];
		}
		check_near("correlation", linear_correlation(a, b, 4), r, 1e-14);
		check_near("correlation", linear_correlation(x, b, 4), r, 1e-14);
		check_near("tau", kendall_tau(a, b, 4), tau, 0);
		check_near("rms", rms_error(a, b, 4), rms * scales[i], 1e-14);
	}
	const double huge[] = { DBL_MAX, -DBL_MAX };
	check_near("tau", kendall_tau(huge, x, 2), -1, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figures_are_those_of_r),
		cmocka_unit_test(tau_of_the_same_order_is_exactly_1),
		cmocka_unit_test(what_has_no_order_has_no_correlation),
		cmocka_unit_test(what_is_not_finite_has_no_figures),
		cmocka_unit_test(rounding_makes_no_order),
		cmocka_unit_test(size_does_not_matter),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
