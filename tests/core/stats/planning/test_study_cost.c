/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The model of judgments against R, which is called as
 *
 *     f <- glm(y ~ x, family = poisson, control = list(epsilon = 1e-15, maxit = 200))
 *     coef(f); 1 - f$deviance/f$null.deviance
 *
 * and against the equations that its estimate solves.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/stats/planning/study_cost.h"
#include "tests/support/near.h"

static struct judgment_model fit(const struct judged *o, size_t count, double *deviance_r2)
{
	struct err e = { 0 };
	struct judgment_model m;
	if (judgments_fit(o, count, &m, deviance_r2, &e) < 0)
		fail_msg("%s", e.text);
	return m;
}

/* Averages of judgments, as of a pilot study: y ~ log(l) + log(n) */
static void counts_that_are_averages(void **state)
{
	(void)state;
	static const double y[] = { 12.5, 40,  71,   152, 301, 410, 31.25, 115,	 260,
				    430,  880, 1250, 99,  402, 790, 1502,  2801, 4100.5 };
	static const double certainty[] = { 0.55, 0.65, 0.75, 0.85, 0.95, 1.0 };
	static const double topics[] = { 5, 25, 125 };
	struct judged o[18];
	for (size_t i = 0; i < 18; i++)
		o[i] = (struct judged){ { log(certainty[i % 6]), log(topics[i / 6]) }, y[i] };
	double r2;
	struct judgment_model m = fit(o, 18, &r2);
	assert_near(m.gamma[0], 4.8051024846397, 5e-9);
	assert_near(m.gamma[1], 5.7267430419175, 6e-9);
	assert_near(m.gamma[2], 0.71966139365201, 1e-9);
	assert_near(r2, 0.99731731938601, 1e-9);
}

/* As many coefficients as observations: y <- c(2, 3, 7); x <- c(0, 1, 3); z <- c(1, 0, 5) */
static void saturated(void **state)
{
	(void)state;
	static const struct judged o[] = { { { 0, 1 }, 2 }, { { 1, 0 }, 3 }, { { 3, 5 }, 7 } };
	double r2;
	struct judgment_model m = fit(o, 3, &r2);
	assert_near(m.gamma[0], 0.68795180282125, 1e-9);
	assert_near(m.gamma[1], 0.41066048584686, 1e-9);
	assert_near(m.gamma[2], 0.0051953777386964, 1e-9);
	assert_near(r2, 1, 1e-9);
}

/* The estimate solves sum of (y - mu) = 0, and of x (y - mu) = 0, up to a share of the counts. */
static void check_equations(const struct judged *o, size_t count, double share)
{
	double r2;
	const struct judgment_model m = fit(o, count, &r2);
	for (size_t k = 0; k < 3; k++) {
		double rest = 0, size = 0;
		for (size_t i = 0; i < count; i++) {
			const double z[3] = { 1, o[i].x[0], o[i].x[1] };
			double mu = exp(m.gamma[0] + m.gamma[1] * z[1] + m.gamma[2] * z[2]);
			rest += z[k] * (o[i].y - mu);
			size += fabs(z[k]) * o[i].y;
		}
		assert_near(rest / size, 0, share);
	}
}

/* Zeros, too, which no pilot study has. */
static void counts_of_all_sizes(void **state)
{
	(void)state;
	static const double y[] = { 0, 0, 1, 0, 2, 1, 4, 3, 9, 14 };
	static const double huge[] = { 1e8, 3e8, 2e8, 9e8, 1e9 };
	struct judged o[10], many[5];
	for (size_t i = 0; i < 10; i++)
		o[i] = (struct judged){ { (double)i, (double)(i % 3) }, y[i] };
	for (size_t i = 0; i < 5; i++)
		many[i] = (struct judged){ { (double)i, (double)(i * i) }, huge[i] };
	check_equations(o, 10, 1e-9);
	check_equations(many, 5, 1e-9);
}

/* Without halved steps the means overflow. */
static void steps_that_overshoot_are_shortened(void **state)
{
	(void)state;
	static const struct judged o[] = {
		{ { 0, 2 }, 1000 }, { { 40, 40 }, 1 },	  { { 8, 5 }, 10 },
		{ { 2, 13 }, 1 },   { { 5, 5 }, 100000 }, { { 5, 2 }, 1 },
	};
	check_equations(o, 6, 1e-9);
}

static void equal_counts_explain_nothing(void **state)
{
	(void)state;
	static const struct judged o[] = {
		{ { 1, 1 }, 4 }, { { 2, 1 }, 4 }, { { 3, 2 }, 4 }, { { 5, 7 }, 4 }
	};
	double r2;
	struct judgment_model m = fit(o, 4, &r2);
	assert_near(m.gamma[0], log(4.0), 1e-12);
	assert_near(m.gamma[1], 0, 1e-12);
	assert_near(m.gamma[2], 0, 1e-12);
	assert_true(isnan(r2));
}

static void what_does_not_vary_is_refused(void **state)
{
	(void)state;
	static const double x[][12] = {
		{ 1, 3, 2, 5, 4, 9, 3, 7, 6, 13, 5, 11 }, /* x, and 2x + 1 */
		{ 1, 7, 2, 7, 4, 7, 3, 7, 6, 7, 5, 7 },	  /* the second is constant */
		{ 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6 },	  /* the first */
	};
	static const double y[] = { 1, 2, 3, 5, 8, 13 };
	struct judged o[6];
	struct judgment_model m;
	double r2;
	for (size_t k = 0; k < 3; k++) {
		struct err e = { 0 };
		for (size_t i = 0; i < 6; i++)
			o[i] = (struct judged){ { x[k][2 * i], x[k][2 * i + 1] }, y[i] };
		assert_int_equal(judgments_fit(o, 6, &m, &r2, &e), -1);
		assert_int_equal(e.status, STATUS_DATA);
	}
	struct err e = { 0 };
	assert_int_equal(judgments_fit(o, 2, &m, &r2, &e), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_that_are_averages),
		cmocka_unit_test(saturated),
		cmocka_unit_test(counts_of_all_sizes),
		cmocka_unit_test(steps_that_overshoot_are_shortened),
		cmocka_unit_test(equal_counts_explain_nothing),
		cmocka_unit_test(what_does_not_vary_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
