/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The posterior of a linear utility, against draws of R, closed forms and R's quadrature.
 */
#include "core/stats/goutte_gaussier/utility.h"
#include "core/stats/rmath.h"
#include "tests/support/confusion_help.h"

static struct utility_posterior utility_of(double tp, double fp, size_t topics, double lambda,
					   double gain, double cost)
{
	struct utility_posterior p;
	struct err e;
	const struct confusion c = { .tp = tp, .fp = fp };
	assert_int_equal(utility_posterior_init(&p, &c, topics, lambda, gain, cost, &e), 0);
	return p;
}

/*
 * Shares of 1e7 draws: R, set.seed(20261115), ua <- gain * rgamma(1e7, TP + lambda) - cost *
 * rgamma(1e7, FP + lambda), the same for ub, mean(ua > ub), mean(ua < c). Their standard error is
 * sqrt(p (1-p) / 1e7).
 */
static const struct {
	double count[4]; /* TP, FP of A, of B */
	double gain, cost, lambda;
	double above;
	double point, below, other_point, other_below;
} drawn[] = {
	{ { 10, 10, 3, 2 }, 2, 1, .5, 0.7672133, 12.7, 0.6440750, -1.82, 0.0317589 },
	{ { 0, 0, 0, 0 }, 1, 1, .5, 0.5002323, 0.3, 0.7233016, -1.7, 0.0441310 },
	{ { 5, 20, 6, 25 }, 2, 1, .5, 0.6242664, -7.54, 0.6316013, -20.6, 0.0398055 },
	{ { 100, 50, 90, 30 }, 1, 1, .5, 0.2719455, 53.7, 0.6219624, 29.1, 0.0427468 },
	{ { 1000, 200, 1020, 250 }, 2, 1, .5, 0.5431594, 1820, 0.6212671, 1690, 0.0425761 },
	{ { 0, 10, 1, 15 }, 3, 1, 1, 0.6199361, -6.66, 0.6441793, -15.6, 0.0386562 },
	{ { 2, 0, 1, 0 }, 1, 2, .5, 0.6594893, 2.14, 0.6574243, -2.11, 0.0440128 },
	{ { 50, 100, 60, 121 }, 2, 1, 1, 0.5155746, 6.24, 0.6252145, -28.7, 0.0411134 },
	{ { 300, 700, 310, 719 }, 2, 1, .5, 0.4936200, -86.4, 0.6206210, -174, 0.0425845 },
	{ { 1, 1, 2, 4 }, 2, .5, 0.5, 0.4624109, 3.01, 0.7040147, -2.04, 0.0042379 },
	{ { 22, 5, 18, 1 }, 2, 1, .5, 0.6206425, 42.4, 0.6387290, 22.9, 0.0318182 },
	{ { 22, 5, 18, 1 }, 1, 2, .5, 0.3158625, 13.5, 0.6146579, 0.16, 0.0478408 },
	{ { 7, 3, 7, 4 }, 2, 1, .5, 0.5497946, 13.2, 0.6512639, 1.66, 0.0237494 },
	{ { 400, 10, 402, 16 }, 1, 1, .5, 0.5553838, 396, 0.6216698, 356, 0.0437994 },
	{ { 15, 40, 3, 9 }, 2, 1, .5, 0.2607202, -6.46, 0.6291493, -26.7, 0.0399463 },
	{ { 0, 3, 0, 5 }, 2, 1, .5, 0.7241546, -1.8, 0.6255060, -6.49, 0.0470722 },
	{ { 12, 0, 11, 0 }, 2, 1, 1, 0.5798400, 27.2, 0.6493038, 12.6, 0.0244417 },
	{ { 80, 160, 20, 41 }, 2, 1, .5, 0.5128566, 7.09, 0.6235762, -36.8, 0.0419054 },
	{ { 5, 5, 5, 5 }, 3, 2, .5, 0.4998929, 8.04, 0.6447143, -8.87, 0.0344512 },
	{ { 2000, 4000, 2050, 4080 }, 2, 1, .5, 0.4489475, 33.4, 0.6190432, -186, 0.0438767 },
};

static void equals_ten_million_draws(void **state)
{
	(void)state;
	double worst = 0;
	for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
		const double *n = drawn[i].count, l = drawn[i].lambda;
		struct utility_posterior a =
			utility_of(n[0], n[1], 1, l, drawn[i].gain, drawn[i].cost);
		struct utility_posterior b =
			utility_of(n[2], n[3], 1, l, drawn[i].gain, drawn[i].cost);
		const double pair[3][2] = {
			{ utility_compare(&a, &b).above, drawn[i].above },
			{ utility_cdf(&a, drawn[i].point), drawn[i].below },
			{ utility_cdf(&a, drawn[i].other_point), drawn[i].other_below },
		};
		for (int k = 0; k < 3; k++) {
			double p = pair[k][0], error = sqrt(p * (1 - p) / 1e7);
			worst = fmax(worst, fabs(p - pair[k][1]) / error);
			assert_near(p, pair[k][1], 3 * error);
		}
	}
	print_message("20 cases, 60 shares of draws: the furthest is %.2f standard errors off\n",
		      worst);
}

/* With the shapes 1, X and Y are exponential: P(U > u) = a/(a+b) exp(-u/a) for u >= 0. */
static void equals_the_closed_form_of_exponential_variables(void **state)
{
	(void)state;
	struct utility_posterior p = utility_of(0, 0, 1, 1, 3, 2);
	for (double u = 0; u < 40; u += 1.3) {
		assert_near(1 - utility_cdf(&p, u), 0.6 * exp(-u / 3), 1e-11);
		assert_near(utility_cdf(&p, -u), 0.4 * exp(-u / 2), 1e-11);
	}
	assert_near(utility_quantile(&p, 0.4), 0, 1e-10);
	assert_near(utility_quantile(&p, 0.9), 3 * log(6), 1e-9);
	assert_true(utility_quantile(&p, 0) == -INFINITY);
	assert_true(utility_quantile(&p, 1) == INFINITY);
}

/* U > 0 if the precision X/(X+Y) is above b/(a+b), and precision is a beta variable. */
static void is_above_0_as_often_as_precision_is_above_its_border(void **state)
{
	(void)state;
	const double shape[] = { .01, .5, 3.5, 40, 1e4, 1e8 };
	size_t cases = 0;
	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 6; k++)
			for (int j = 0; j < 2; j++) {
				double a = 1, b = j == 0 ? 0.5 : shape[i] / shape[k];
				b = fmin(100, fmax(0.01, b));
				const struct utility_posterior p = { a, b, shape[i], shape[k] };
				double expected = pbeta(b / (a + b), shape[i], shape[k], 1, 0);
				assert_near(utility_cdf(&p, 0), expected, 5e-9);
				cases += expected > 1e-6 && expected < 1 - 1e-6;
			}
	print_message("72 cases, %zu with a probability that is neither 0 nor 1\n", cases);
}

static void quantiles_invert_the_distribution_function(void **state)
{
	(void)state;
	struct utility_posterior p = utility_of(10, 10, 1, .5, 2, 1);
	/* R: f <- function(u) integrate(function(y) dgamma(y, 10.5) * pgamma((u + y) / 2, 10.5), 0,
	 * Inf, rel.tol = 1e-12)$value; uniroot(function(u) f(u) - .975, c(-20, 60), tol = 1e-12) */
	assert_near(utility_quantile(&p, .975), 26.03629598376, 1e-8);
	assert_near(utility_quantile(&p, .025), -2.44518098334, 1e-8);
	const double probs[] = { 1e-6, .025, .5, .975, 1 - 1e-6 };
	for (int i = 0; i < 5; i++)
		assert_near(utility_cdf(&p, utility_quantile(&p, probs[i])), probs[i], 1e-10);
	assert_near(utility_mean(&p), 2 * 10.5 - 10.5, 1e-12);
}

/* A mean over topics has the shapes of all of them. */
static void the_mean_over_topics_adds_up_their_variables(void **state)
{
	(void)state;
	struct utility_posterior two = utility_of(5, 7, 2, .5, 2, 1);
	const struct utility_posterior one = { 2, 1, 6, 8 };
	assert_near(utility_mean(&two), (2 * 6 - 8) / 2.0, 1e-12);
	assert_near(utility_cdf(&two, 1.5), utility_cdf(&one, 3), 1e-12);
	assert_near(utility_compare(&two, &two).above, 0.5, 0);
}

static void numbers_out_of_range_are_refused(void **state)
{
	(void)state;
	struct utility_posterior p;
	struct err e = { 0 };
	const struct confusion c = { 1, 1, 1 }, negative = { -1, 1, 1 };
	assert_int_equal(utility_posterior_init(&p, &c, 1, .5, 0, 1, &e), -1);
	assert_string_equal(e.text, "gain and cost must be above 0, not 0 and 1");
	assert_int_equal(utility_posterior_init(&p, &c, 1, .5, 1, 101, &e), -1);
	assert_int_equal(utility_posterior_init(&p, &negative, 1, .5, 1, 1, &e), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equals_ten_million_draws),
		cmocka_unit_test(equals_the_closed_form_of_exponential_variables),
		cmocka_unit_test(is_above_0_as_often_as_precision_is_above_its_border),
		cmocka_unit_test(quantiles_invert_the_distribution_function),
		cmocka_unit_test(the_mean_over_topics_adds_up_their_variables),
		cmocka_unit_test(numbers_out_of_range_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
