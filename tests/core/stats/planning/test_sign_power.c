/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Power of the sign test and the cost of a study, against Carterette & Smucker (2007), R, and
 * enumeration. In R, for all exact powers below:
 *
 *     cv <- function(n, a) min(which(pbinom((0:(n+1)) - 1, n, .5, lower = FALSE) < a)) - 1
 *     pw <- function(n, h, a) pbinom(cv(n, a) - 1, n, (1 + h)/2, lower = FALSE)
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/near.h"
#include "core/stats/planning/pilot_judging.h"
#include "core/stats/planning/sign_power.h"
#include "tests/support/cases.h"
#include "tests/support/near.h"

/* ---- critical value ---- */

static void fifty_topics_have_the_critical_value_32(void **state)
{
	(void)state;
	assert_int_equal(sign_critical_value(50, 0.05), 32);
	/* R: cv(25, .05), cv(100, .05), cv(20, .025), cv(1000, .01), cv(100000, .001) */
	assert_int_equal(sign_critical_value(25, 0.05), 18);
	assert_int_equal(sign_critical_value(100, 0.05), 59);
	assert_int_equal(sign_critical_value(20, 0.025), 15);
	assert_int_equal(sign_critical_value(1000, 0.01), 538);
	assert_int_equal(sign_critical_value(100000, 0.001), 50490);
}

/* Sums of binomial coefficients are whole numbers below 2^53, and so exact, up to 50 topics. */
static void critical_value_is_the_smallest_with_a_tail_below_alpha(void **state)
{
	(void)state;
	static const double alpha[] = { 0.05,	 0.01, 0.001, 0.1, 1e-12, 0.3,	0.5,
					0.03125, 0.25, 0.125, 0.9, 0.75,  0.99, 0x1p-50 };
	for (int64_t n = 0; n <= 50; n++) {
		double count[52] = { [0] = 1.0 }, size = ldexp(1.0, (int)n);
		for (int64_t k = 1; k <= n; k++)
			count[k] = round(count[k - 1] * (double)(n - k + 1) / (double)k);
		for (size_t a = 0; a < sizeof alpha / sizeof *alpha; a++) {
			double above = 0.0;
			int64_t c = n + 1;
			while (c > 0 && (above + count[c - 1]) / size < alpha[a])
				above += count[--c];
			assert_int_equal(sign_critical_value(n, alpha[a]), c);
		}
	}
}

/* An outcome of probability alpha exactly is not significant: five of five have 1/32. */
static void a_tail_of_exactly_alpha_is_not_below_it(void **state)
{
	(void)state;
	assert_int_equal(sign_critical_value(5, 1.0 / 32.0), 6);
	assert_int_equal(sign_critical_value(5, 0.0313), 5);
	/* The upper half of an odd number has 1/2. */
	assert_int_equal(sign_critical_value(99999999, 0.5), 50000001);
	assert_int_equal(sign_critical_value(99999999, 0.5000001), 50000000);
}

/* ---- power ---- */

/*
 * Table 2. Five of the nine predicted powers are those printed; .408, .478, .753 and .795 are not,
 * by up to .004, in either direction. No neighbouring critical value comes near (.404 for 18 of 25
 * would be .573 or .249), nor does the normal distribution (.542). The text calls them exact.
 */
static void predicted_powers_of_table_2(void **state)
{
	(void)state;
	static const struct {
		int64_t n;
		double h, exact, printed;
	} row[] = {
		{ 25, 0.25, 0.221756136232957, 0.222 },	 { 25, 0.35, 0.404321666903422, 0.408 },
		{ 25, 0.50, 0.726506211529230, 0.727 },	 { 50, 0.25, 0.475810712119628, 0.478 },
		{ 50, 0.35, 0.754401360656668, 0.753 },	 { 50, 0.50, 0.971266840164469, 0.971 },
		{ 100, 0.25, 0.796395644874473, 0.795 }, { 100, 0.35, 0.970887997960811, 0.971 },
		{ 100, 0.50, 0.999852925701558, 1.000 },
	};
	int as_printed = 0;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		double power = sign_power_exact(row[i].n, row[i].h, 0.05);
		assert_near(power, row[i].exact, 1e-12); /* R: pw(n, h, .05) */
		assert_near(power, row[i].printed, 0.004);
		as_printed += fabs(power - row[i].printed) <= 0.0005;
	}
	assert_int_equal(as_printed, 5);
}

static void powers_agree_with_R(void **state)
{
	(void)state;
	assert_near(sign_power_exact(1000, 0.1, 0.01), 0.786669745180327, 1e-12);
	assert_near(sign_power_exact(100000, 0.01, 0.001), 0.526478909648135, 1e-11);
	assert_near(sign_power_exact(20, 0.6, 0.025), 0.804207785459550, 1e-12);
	assert_near(sign_power_exact(8, 0.9, 0.05), 0.942755349726562, 1e-12);
}

/* Five of five at .95 each: .95^5. Four can never be significant at .05, since 1/16 is not. */
static void few_topics_by_hand(void **state)
{
	(void)state;
	assert_near(sign_power_exact(5, 0.9, 0.05), 0.7737809375, 1e-15);
	assert_near(sign_power_exact(4, 1.0, 0.05), 0.0, 0.0);
	assert_near(sign_power_exact(0, 1.0, 0.05), 0.0, 0.0);
	assert_near(sign_power_exact(5, 1.0, 0.05), 1.0, 0.0);
	assert_near(sign_power_exact(5, -1.0, 0.05), 0.0, 0.0);
	/* Without effect the power is the size of the test. */
	assert_near(sign_power_exact(5, 0.0, 0.05), 1.0 / 32.0, 1e-16);
}

/* Section 3.2: h = .4, n = 50 has .882. R: pnorm(qnorm(.05) + .4*sqrt(50)) */
static void normal_power_of_section_3_2(void **state)
{
	(void)state;
	assert_near(sign_power_normal(50.0, 0.4, 0.05), 0.881709031778347, 1e-13);
	assert_near(sign_power_normal(50.0, 0.4, 0.05), 0.882, 0.0005);
	assert_near(sign_power_normal(50.0, 0.0, 0.05), 0.05, 1e-15);
}

/*
 * Section 3.2, 50 topics: .35 for 80 %, .47 for 95 %. For 60 % the paper has .25, which gives 55 %;
 * it is .268. R: (qnorm(c(.6, .8, .95)) - qnorm(.05))/sqrt(50)
 */
static void effect_sizes_of_section_3_2(void **state)
{
	(void)state;
	assert_near(sign_effect_normal(50.0, 0.80, 0.05), 0.351640647025334, 1e-13);
	assert_near(sign_effect_normal(50.0, 0.80, 0.05), 0.35, 0.005);
	assert_near(sign_effect_normal(50.0, 0.95, 0.05), 0.465234861470669, 1e-13);
	assert_near(sign_effect_normal(50.0, 0.95, 0.05), 0.47, 0.005);
	assert_near(sign_effect_normal(50.0, 0.60, 0.05), 0.268446121659593, 1e-13);
	assert_near(sign_power_normal(50.0, 0.25, 0.05), 0.549, 0.0005);
}

/* R: 2*qbeta(c(.6, .8, .95), 32, 19) - 1 */
static void exact_effect_sizes_have_the_power(void **state)
{
	(void)state;
	assert_near(sign_effect_exact(50, 0.60, 0.05), 0.292464044714689, 1e-12);
	assert_near(sign_effect_exact(50, 0.80, 0.05), 0.369854360813800, 1e-12);
	assert_near(sign_effect_exact(50, 0.95, 0.05), 0.469861683026178, 1e-12);
	for (int64_t n = 5; n < 3000; n = n * 3 / 2) {
		double h = sign_effect_exact(n, 0.8, 0.05);
		assert_near(sign_power_exact(n, h, 0.05), 0.8, 1e-11);
	}
	assert_true(isnan(sign_effect_exact(4, 0.8, 0.05)));
}

/* ---- topics ---- */

/* R: tp <- function(h, p, a, N) { ok <- sapply(1:N, function(n) pw(n, h, a) >= p)
 *                                 c(min(which(ok)), max(which(!ok)) + 1) } */
static void topics_needed_agree_with_R(void **state)
{
	(void)state;
	static const struct {
		double h, power, alpha;
		int64_t first, lasting;
	} row[] = {
		{ 0.50, 0.8, 0.05, 23, 28 },	 /* tp(.5, .8, .05, 200) */
		{ 0.25, 0.8, 0.05, 102, 111 },	 /* tp(.25, .8, .05, 600) */
		{ 0.35, 0.8, 0.05, 51, 56 },	 /* tp(.35, .8, .05, 400) */
		{ 0.10, 0.9, 0.01, 1301, 1337 }, /* tp(.1, .9, .01, 4000) */
		{ 0.05, 0.8, 0.05, 2477, 2549 }, /* tp(.05, .8, .05, 6000) */
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct err e = { 0 };
		struct sign_topics t;
		assert_int_equal(sign_topics_exact(row[i].h, row[i].power, row[i].alpha, &t, &e),
				 0);
		assert_int_equal(t.first, row[i].first);
		assert_int_equal(t.lasting, row[i].lasting);
	}
}

/* All n up to 4000 one by one, beyond what any of these effects needs. */
static void topics_needed_are_those_of_a_search_through_all(void **state)
{
	(void)state;
	static const double power[] = { 0.03, 0.5, 0.8, 0.95, 0.999 };
	static const double alpha[] = { 0.05, 0.3, 0.001, 0.5 };
	for (double h = 0.11; h <= 1.0; h += 0.127)
		for (size_t p = 0; p < 5; p++)
			for (size_t a = p % (size_t)cases(1, 2); a < 4; a += (size_t)cases(1, 2)) {
				struct err e = { 0 };
				struct sign_topics t;
				int64_t first = 0, lasting = 0;
				for (int64_t n = 4000; n > 0; n--) {
					if (sign_power_exact(n, h, alpha[a]) >= power[p])
						first = n;
					else if (lasting == 0)
						lasting = n + 1;
				}
				assert_int_equal(sign_topics_exact(h, power[p], alpha[a], &t, &e),
						 0);
				assert_int_equal(t.first, first);
				assert_int_equal(t.lasting, lasting > 0 ? lasting : 1);
			}
}

static void tiny_effects_need_many_topics_or_are_refused(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct sign_topics t;
	assert_int_equal(sign_topics_exact(0.001, 0.8, 0.05, &t, &e), 0);
	/* The normal distribution is good to a step or two of c here, 2/h topics each. */
	double normal = sign_topics_normal(0.001, 0.8, 0.05);
	assert_true((double)t.first > normal - 4000.0 && (double)t.lasting < normal + 8000.0);
	assert_true(sign_power_exact(t.first, 0.001, 0.05) >= 0.8);
	assert_true(sign_power_exact(t.first - 1, 0.001, 0.05) < 0.8);
	assert_true(sign_power_exact(t.lasting, 0.001, 0.05) >= 0.8);
	assert_true(sign_power_exact(t.lasting - 1, 0.001, 0.05) < 0.8);
	assert_int_equal(sign_topics_exact(1e-5, 0.8, 0.05, &t, &e), -1);
	assert_int_equal(e.status, STATUS_USAGE);
	assert_non_null(strstr(e.text, "1e-05"));
	static const double bad[][3] = { { 0.0, 0.8, 0.05 },  { -0.1, 0.8, 0.05 },
					 { 1.01, 0.8, 0.05 }, { NAN, 0.8, 0.05 },
					 { 0.5, 1.0, 0.05 },  { 0.5, 0.0, 0.05 },
					 { 0.5, NAN, 0.05 },  { 0.5, 0.8, 0.0 },
					 { 0.5, 0.8, 1.0 },   { 0.5, 0.8, NAN } };
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		e = (struct err){ 0 };
		assert_int_equal(sign_topics_exact(bad[i][0], bad[i][1], bad[i][2], &t, &e), -1);
		assert_int_equal(e.status, STATUS_USAGE);
	}
}

/* R: ((qnorm(.8) - qnorm(.05))/c(.5, .25, .35))^2 */
static void normal_topics_agree_with_R(void **state)
{
	(void)state;
	assert_near(sign_topics_normal(0.50, 0.8, 0.05), 24.730228928079072, 1e-11);
	assert_near(sign_topics_normal(0.25, 0.8, 0.05), 98.920915712316287, 1e-11);
	assert_near(sign_topics_normal(0.35, 0.8, 0.05), 50.469854955263429, 1e-11);
}

/* ---- uncertain outcomes ---- */

/* Section 3.4.2: theta .7 at lambda .8 is .7*.8 + .3*.2 = .62, so h' = .24. */
static void uncertainty_takes_effect_away(void **state)
{
	(void)state;
	assert_near(sign_adjusted_effect(0.4, 0.8), 0.24, 1e-15);
	assert_near(sign_adjusted_effect(0.4, 1.0), 0.4, 0.0);
	assert_near(sign_adjusted_effect(0.4, 0.5), 0.0, 0.0);
}

/* The paper cuts 138.9 to 138 and 192.9 to 192; topics that are needed are rounded up. */
static void topics_that_make_up_for_uncertainty(void **state)
{
	(void)state;
	assert_near(sign_adjusted_topics(50.0, 0.8), 50.0 / 0.36, 1e-12);
	assert_near(near_ceil(sign_adjusted_topics(50.0, 0.8)), 139.0, 0.0);
	assert_near(near_ceil(sign_adjusted_topics(25.0, 0.68)), 193.0, 0.0);
	assert_near(sign_adjusted_topics(50.0, 1.0), 50.0, 0.0);
	assert_true(isinf(sign_adjusted_topics(50.0, 0.5)));
	/* .6 and .4 take 25 times as many, though 2*.6 - 1 is not quite .2 in binary. */
	assert_near(near_ceil(sign_adjusted_topics(50.0, 0.6)), 1250.0, 0.0);
	assert_near(near_ceil(sign_adjusted_topics(50.0, 0.4)), 1250.0, 0.0);
	/* The power is the same, by the normal distribution. */
	assert_near(sign_power_normal(sign_adjusted_topics(50.0, 0.8),
				      sign_adjusted_effect(0.4, 0.8), 0.05),
		    sign_power_normal(50.0, 0.4, 0.05), 1e-12);
}

/* ---- cost ---- */

static const struct study_prices judgments_only = { .judgment = 1.0 };

static double cost(double lambda, double n)
{
	return study_at(&robust04_judgments, &judgments_only, n, lambda).cost;
}

/*
 * Section 5.1. The paper has 1180 for C(1, 25), 620 for the least, and 914, printed as C(.8, 25):
 * that is C(.9, 25). With its coefficients as printed, of two decimals (half a unit of gamma_0 is
 * .5 %), they are these. R: exp(4.79) * l^5.43 * (25/(2*l - 1)^2)^.71
 */
static void costs_of_section_5_1(void **state)
{
	(void)state;
	assert_near(cost(1.0, 25.0), 1182.51858347684, 1e-9);
	assert_near(cost(0.9, 25.0), 916.129819063410, 1e-9);
	assert_near(cost(0.8, 25.0), 727.129606741967, 1e-9);
	assert_near(cost(0.68, 25.0), 621.415124677163, 1e-9);
	assert_near(cost(1.0, 25.0), 1180.0, 0.005 * 1180.0);
	assert_near(cost(0.9, 25.0), 914.0, 0.005 * 914.0);
	assert_near(cost(0.68, 25.0), 620.0, 0.005 * 620.0);
}

/* Eq 8: 5.43/(2*5.43 - 4*.71), whatever n and the price of a judgment. */
static void least_cost_of_section_5_1(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct study s;
	assert_int_equal(study_cheapest(&robust04_judgments, &judgments_only, 25.0, &s, &e), 0);
	assert_near(s.lambda, 0.677057356608479, 1e-8);
	assert_near(s.lambda, 0.677, 0.0005);
	assert_near(s.cost, 621.326374803458, 1e-9);
	assert_near(s.judgments, s.cost, 0.0);
	assert_near(s.topics, 199.366445149772, 1e-4);
	struct study_prices dear = { .judgment = 7.0 };
	struct study t;
	assert_int_equal(study_cheapest(&robust04_judgments, &dear, 100.0, &t, &e), 0);
	assert_near(t.lambda, s.lambda, 1e-8);
	assert_near(t.cost, 7.0 * judgments_needed(&robust04_judgments, t.lambda, t.topics), 1e-9);
}

/* R: optimize(function(l) ct*25/(2*l - 1)^2 + exp(4.79)*l^5.43*(25/(2*l - 1)^2)^.71,
 *             c(.5001, 1), tol = 1e-12) */
static void least_cost_with_topics_to_pay(void **state)
{
	(void)state;
	static const struct {
		double topic, lambda, cost;
	} row[] = {
		{ 1.0, 0.73889366123508426, 762.185935210219 },
		{ 5.0, 0.83010264115310395, 1062.58151175818 },
		{ 20.0, 0.95317187679304649, 1656.65002021957 },
		{ 100.0, 1.0, 3682.51858347684 }, /* at the end: 100*25 + C(1, 25) */
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct err e = { 0 };
		struct study s;
		struct study_prices price = { .topic = row[i].topic, .judgment = 1.0 };
		assert_int_equal(study_cheapest(&robust04_judgments, &price, 25.0, &s, &e), 0);
		/* As far as a flat curve tells: 1e-16 of the cost is 1e-8 of lambda. */
		assert_near(s.lambda, row[i].lambda, 1e-7);
		assert_near(s.cost, row[i].cost, 1e-9);
	}
}

/* Section 5.2.1's first experiment in small: sixty topics are there, more cost 20 judgments each.
 * The least is where they end, n' = 60: lambda = 1/2 + sqrt(25/60)/2. */
static void free_topics_are_used_up_first(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct study s;
	struct study_prices price = { .topic = 20.0, .judgment = 1.0, .free_topics = 60.0 };
	assert_int_equal(study_cheapest(&robust04_judgments, &price, 25.0, &s, &e), 0);
	assert_near(s.lambda, 0.5 + 0.5 * sqrt(25.0 / 60.0), 1e-8);
	assert_near(s.cost, cost(s.lambda, 25.0), 1e-4);
	price.free_topics = 1000.0;
	assert_int_equal(study_cheapest(&robust04_judgments, &price, 25.0, &s, &e), 0);
	assert_near(s.lambda, 0.677057356608479, 1e-7);
}

static void models_without_a_least_cost_are_refused(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct study s;
	struct judgment_model steep = { { 4.0, 2.0, 0.7 } }; /* 4*.7 > 2: all judgments pay */
	assert_int_equal(study_cheapest(&steep, &judgments_only, 25.0, &s, &e), 0);
	assert_near(s.lambda, 1.0, 0.0);
	struct judgment_model falling = { { 4.0, 5.0, -0.1 } }, flat = { { 4.0, 5.0, 0.0 } };
	assert_int_equal(study_cheapest(&falling, &judgments_only, 25.0, &s, &e), -1);
	assert_int_equal(e.status, STATUS_DATA);
	assert_int_equal(study_cheapest(&flat, &judgments_only, 25.0, &s, &e), -1);
	/* A price on topics ends that. */
	struct study_prices price = { .topic = 1.0, .judgment = 1.0 };
	assert_int_equal(study_cheapest(&falling, &price, 25.0, &s, &e), 0);
	assert_true(s.lambda > 0.5 && s.lambda < 1.0);
}

/* Judgments that follow a model give the model back; certainties of 1 are allowed, and what was
 * never reached is left out. */
static void a_model_is_fitted_to_a_pilot(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct judgment_model m;
	double deviance_r2;
	double lambda[10], judgments[30], topics[3] = { 1, 8, 15 };
	const struct pilot_design d = { lambda, 10, topics, 3, 1, 1 };
	for (size_t i = 0; i < 30; i++) {
		lambda[i % 10] = i % 10 < 9 ? 0.55 + 0.05 * (double)(i % 10) : 1.0;
		judgments[i] = exp(5.02) * pow(lambda[i % 10], 5.6) * pow(topics[i / 10], 0.91);
	}
	judgments[17] = NAN;
	assert_int_equal(pilot_fit(&d, judgments, 30, &m, &deviance_r2, &e), 0);
	assert_near(m.gamma[0], 5.02, 1e-11);
	assert_near(m.gamma[1], 5.6, 1e-11);
	assert_near(m.gamma[2], 0.91, 1e-11);
	assert_near(deviance_r2, 1.0, 1e-12);
	assert_int_equal(pilot_fit(&d, judgments, 10, &m, &deviance_r2, &e), -1);
	assert_non_null(strstr(e.text, "too few"));
	assert_int_equal(pilot_fit(&d, judgments + 17, 1, &m, &deviance_r2, &e), -1);
	assert_int_equal(e.status, STATUS_DATA);
	assert_int_equal(pilot_fit(&d, judgments, 0, &m, &deviance_r2, &e), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fifty_topics_have_the_critical_value_32),
		cmocka_unit_test(critical_value_is_the_smallest_with_a_tail_below_alpha),
		cmocka_unit_test(a_tail_of_exactly_alpha_is_not_below_it),
		cmocka_unit_test(predicted_powers_of_table_2),
		cmocka_unit_test(powers_agree_with_R),
		cmocka_unit_test(few_topics_by_hand),
		cmocka_unit_test(normal_power_of_section_3_2),
		cmocka_unit_test(effect_sizes_of_section_3_2),
		cmocka_unit_test(exact_effect_sizes_have_the_power),
		cmocka_unit_test(topics_needed_agree_with_R),
		cmocka_unit_test(topics_needed_are_those_of_a_search_through_all),
		cmocka_unit_test(tiny_effects_need_many_topics_or_are_refused),
		cmocka_unit_test(normal_topics_agree_with_R),
		cmocka_unit_test(uncertainty_takes_effect_away),
		cmocka_unit_test(topics_that_make_up_for_uncertainty),
		cmocka_unit_test(costs_of_section_5_1),
		cmocka_unit_test(least_cost_of_section_5_1),
		cmocka_unit_test(least_cost_with_topics_to_pay),
		cmocka_unit_test(free_topics_are_used_up_first),
		cmocka_unit_test(models_without_a_least_cost_are_refused),
		cmocka_unit_test(a_model_is_fitted_to_a_pilot),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
