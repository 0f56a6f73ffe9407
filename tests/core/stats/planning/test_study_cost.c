/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Poisson regression against R, which is called as
 *
 *     f <- glm(y ~ x, family = poisson, control = list(epsilon = 1e-15, maxit = 200))
 *     coef(f); f$deviance; f$null.deviance; 1 - f$deviance/f$null.deviance
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/stats/planning/study_cost.h"
#include "tests/support/near.h"

struct expected {
	double coefficient[3], deviance, null_deviance, deviance_r2;
};

static double tolerance(double want)
{
	return 1e-12 + 1e-9 * fabs(want);
}

static void check(const double *x, size_t covariates, const double *y, size_t count,
		  const struct expected *want)
{
	struct err e = { 0 };
	struct poisson_fit fit;
	if (poisson_regression(x, covariates, y, count, &fit, &e) < 0)
		fail_msg("%s", e.text);
	for (size_t k = 0; k <= covariates; k++)
		assert_near(fit.coefficient[k], want->coefficient[k],
			    tolerance(want->coefficient[k]));
	assert_near(fit.deviance, want->deviance, tolerance(want->deviance));
	assert_near(fit.null_deviance, want->null_deviance, tolerance(want->null_deviance));
	assert_near(fit.deviance_r2, want->deviance_r2, 1e-9);
}

/* y <- c(0, 0, 1, 0, 2, 1, 4, 3, 9, 14); x <- 0:9 */
static void zero_counts(void **state)
{
	(void)state;
	static const double y[] = { 0, 0, 1, 0, 2, 1, 4, 3, 9, 14 };
	static const double x[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	check(x, 1, y, 10,
	      &(struct expected){ { -2.0482624778833, 0.51966657986587 },
				  5.0321582497614,
				  50.681535614183,
				  0.90071022535566 });
}

/* y <- c(0, 0, 0, 5, 0, 0, 7, 0); x <- 1:8 */
static void nearly_all_counts_zero(void **state)
{
	(void)state;
	static const double y[] = { 0, 0, 0, 5, 0, 0, 7, 0 };
	static const double x[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	check(x, 1, y, 8,
	      &(struct expected){ { -0.9031918618749, 0.25432360686239 },
				  29.917068149104,
				  33.605958616519,
				  0.10976894036888 });
}

/* y ~ 1: the constant is the logarithm of the mean, 31/8. */
static void constant_only(void **state)
{
	(void)state;
	static const double y[] = { 3, 1, 4, 1, 5, 9, 2, 6 };
	check(NULL, 0, y, 8,
	      &(struct expected){ { log(31.0 / 8.0) }, 13.618321396408, 13.618321396408, 0.0 });
}

/* Years as they are, not centred, and counts from 0 to a million: x <- c(2001:2007, 1890, 1891,
 * 1893) */
static void far_from_zero_and_of_all_sizes(void **state)
{
	(void)state;
	static const double y[] = { 1203441, 1310220, 1287003, 1433190, 1502883,
				    1499371, 1600042, 3,       0,	12 };
	static const double x[] = { 2001, 2002, 2003, 2004, 2005, 2006, 2007, 1890, 1891, 1893 };
	check(x, 1, y, 10,
	      &(struct expected){ { -105.64416137933, 0.059776539261739 },
				  23367.794747635,
				  7102720.0049086,
				  0.99671002169148 });
}

/* Averages of judgments, as of a pilot study: y ~ log(l) + log(n) */
static void counts_that_are_averages(void **state)
{
	(void)state;
	static const double y[] = { 12.5, 40,  71,   152, 301, 410, 31.25, 115,	 260,
				    430,  880, 1250, 99,  402, 790, 1502,  2801, 4100.5 };
	static const double certainty[] = { 0.55, 0.65, 0.75, 0.85, 0.95, 1.0 };
	static const double topics[] = { 5, 25, 125 };
	double x[18][2];
	for (size_t i = 0; i < 18; i++) {
		x[i][0] = log(certainty[i % 6]);
		x[i][1] = log(topics[i / 6]);
	}
	check(*x, 2, y, 18,
	      &(struct expected){ { 4.8051024846397, 5.7267430419175, 0.71966139365201 },
				  53.601898817473,
				  19980.723213185,
				  0.99731731938601 });
}

/* As many coefficients as observations: y <- c(2, 3, 7); x <- c(0, 1, 3); z <- c(1, 0, 5) */
static void saturated(void **state)
{
	(void)state;
	static const double y[] = { 2, 3, 7 }, x[] = { 0, 1, 1, 0, 3, 5 };
	check(x, 2, y, 3,
	      &(struct expected){ { 0.68795180282125, 0.41066048584686, 0.0051953777386964 },
				  0.0,
				  3.3359398741455,
				  1.0 });
}

/* The logarithms of the counts would start at a mean of 1e28 for x = 0. */
static void counts_that_their_logarithms_mislead(void **state)
{
	(void)state;
	static const double y[] = { 0, 100000, 100, 0 }, x[] = { 0, 8, 9, 11 };
	check(x, 1, y, 4,
	      &(struct expected){ { 9.6313482984769, 0.065940273993724 },
				  269687.06679302,
				  275954.48007372,
				  0.022711764922342 });
}

/* The means far away are 1e-116. */
static void zeros_far_away(void **state)
{
	(void)state;
	static const double y[] = { 0, 0, 0, 0, 2 }, x[] = { 2, 8, 200, 1000, 3 };
	check(x, 1, y, 5,
	      &(struct expected){ { 0.55427445718728, -0.26823965207239 },
				  3.7743667183594,
				  6.4377516497364,
				  0.41371352551105 });
}

/* The estimate solves sum of (y - mu) = 0 and sum of x (y - mu) = 0, but for a share of the counts.
 */
static void check_equations(const double *x, size_t covariates, const double *y, size_t count,
			    double share)
{
	struct err e = { 0 };
	struct poisson_fit fit;
	if (poisson_regression(x, covariates, y, count, &fit, &e) < 0)
		fail_msg("%s", e.text);
	for (size_t k = 0; k <= covariates; k++) {
		double rest = 0.0, size = 0.0;
		for (size_t i = 0; i < count; i++) {
			const double *row = x + i * covariates;
			double eta = fit.coefficient[0], factor = k == 0 ? 1.0 : row[k - 1];
			for (size_t j = 0; j < covariates; j++)
				eta += fit.coefficient[j + 1] * row[j];
			rest += factor * (y[i] - exp(eta));
			size += fabs(factor) * y[i];
		}
		assert_near(rest / size, 0.0, share);
	}
}

static void huge_counts(void **state)
{
	(void)state;
	static const double y[] = { 1e8, 3e8, 2e8, 9e8, 1e9 }, x[] = { 1, 2, 3, 4, 5 };
	check_equations(x, 1, y, 5, 1e-12);
}

/* Without halved steps the means overflow. */
static void steps_that_overshoot_are_shortened(void **state)
{
	(void)state;
	static const double y[] = { 1000, 1, 10, 1, 100000, 1 };
	static const double x[] = { 0, 2, 40, 40, 8, 5, 2, 13, 5, 5, 5, 2 };
	check_equations(x, 2, y, 6, 1e-9);
}

static void equal_counts_explain_nothing(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct poisson_fit fit;
	static const double y[] = { 4, 4, 4, 4 }, x[] = { 1, 2, 3, 5 };
	assert_int_equal(poisson_regression(x, 1, y, 4, &fit, &e), 0);
	assert_near(fit.coefficient[0], log(4.0), 1e-12);
	assert_near(fit.coefficient[1], 0.0, 1e-12);
	assert_true(isnan(fit.deviance_r2));
}

static void what_cannot_be_fitted_is_refused(void **state)
{
	(void)state;
	static const double good[] = { 1, 2, 3, 5, 8, 13 };
	static const struct {
		double x[12], y[6];
		const char *message;
	} row[] = {
		/* y, and 2y + 1 */
		{ { 1, 3, 2, 5, 4, 9, 3, 7, 6, 13, 5, 11 }, { 1, 2, 3, 5, 8, 13 }, "combination" },
		{ { 1, 7, 2, 7, 4, 7, 3, 7, 6, 7, 5, 7 }, { 1, 2, 3, 5, 8, 13 }, "2 is constant" },
		{ { 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6 }, { 1, 2, 3, 5, 8, 13 }, "1 is constant" },
		{ { 1, 3, 2, 5, 4, 9, 3, 7, 6, 13, 5, 0 }, { 0, 0, 0, 0, 0, 0 }, "zero" },
		{ { 1, 3, 2, 5, 4, 9, 3, 7, 6, 13, 5, 0 }, { 1, 2, -1, 0, 0, 0 }, "3: -1" },
		{ { 1, 3, 2, 5, 4, 9, 3, 7, 6, 13, 5, 0 }, { 1, 2, 1, NAN, 0, 0 }, "4: nan" },
		{ { 1, 3, 2, NAN, 4, 9, 3, 7, 6, 13, 5, 0 }, { 1, 2, 1, 1, 0, 0 }, "2 is nan" },
		{ { 1, 3, INFINITY, 1, 4, 9, 3, 7, 6, 13, 5, 0 },
		  { 1, 2, 1, 1, 0, 0 },
		  "1 is inf" },
		/* Zero wherever the first covariate is 0: its coefficient would be infinite. */
		{ { 0, 3, 0, 5, 0, 9, 1, 7, 1, 13, 1, 0 }, { 0, 0, 0, 2, 1, 3 }, "no finite" },
		/* Zero but for the last: so would that of the slope. */
		{ { 1, 1, 2, 4, 3, 9, 4, 16, 5, 25, 6, 36 }, { 0, 0, 0, 0, 0, 7 }, "no finite" },
	};
	struct err e = { 0 };
	struct poisson_fit fit;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		e = (struct err){ 0 };
		assert_int_equal(poisson_regression(row[i].x, 2, row[i].y, 6, &fit, &e), -1);
		assert_int_equal(e.status, STATUS_DATA);
		if (!strstr(e.text, row[i].message))
			fail_msg("\"%s\" does not say \"%s\"", e.text, row[i].message);
	}
	assert_int_equal(poisson_regression(good, 2, good, 2, &fit, &e), -1);
	assert_int_equal(poisson_regression(good, 0, good, 0, &fit, &e), -1);
	assert_int_equal(poisson_regression(good, 3, good, 1, &fit, &e), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(zero_counts),
		cmocka_unit_test(nearly_all_counts_zero),
		cmocka_unit_test(constant_only),
		cmocka_unit_test(far_from_zero_and_of_all_sizes),
		cmocka_unit_test(counts_that_are_averages),
		cmocka_unit_test(saturated),
		cmocka_unit_test(counts_that_their_logarithms_mislead),
		cmocka_unit_test(zeros_far_away),
		cmocka_unit_test(huge_counts),
		cmocka_unit_test(steps_that_overshoot_are_shortened),
		cmocka_unit_test(equal_counts_explain_nothing),
		cmocka_unit_test(what_cannot_be_fitted_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
