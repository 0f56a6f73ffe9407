/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Topics and judgments for the interval of a mean, and the power of the paired t test, against R
 * and against trying all. In R, for the values below:
 *
 *     hw <- function(n, sd, l) qt(1 - (1 - l)/2, n - 1) * sd / sqrt(n)
 *     sm <- function(sd, w, l) { n <- 2; while (hw(n, sd, l) > w) n <- n + 1; n }
 *     pw <- function(n, d, s, a) power.t.test(n, d, s, a, type = "paired")$power
 *     nn <- function(d, s, p, a)
 *         power.t.test(delta = d, sd = s, power = p, sig.level = a, type = "paired")$n
 *     dd <- function(n, s, p, a) power.t.test(n = n, sd = s, power = p, sig.level = a,
 *         type = "paired", tol = 1e-12)$delta
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/planning/topics_for_mean.h"
#include "core/stats/random/uniform.h"
#include "tests/support/near.h"

static struct mean_study complete(double sd, double level)
{
	return (struct mean_study){ .between = sd * sd, .level = level };
}

/* ---- topics ---- */

static void half_widths_agree_with_R(void **state)
{
	(void)state;
	struct mean_study a = complete(0.2, 0.95), b = complete(0.22, 0.95),
			  c = complete(0.19, 0.9), d = complete(0.3, 0.99);
	assert_near(mean_half_width(&a, 2, 1), 1.7969287064187507, 1e-12); /* hw(2, .2, .95) */
	assert_near(mean_half_width(&b, 50, 1), 0.0625233082090606, 1e-14);
	assert_near(mean_half_width(&c, 100, 7), 0.0315474319643228, 1e-14);
	assert_near(mean_half_width(&d, 1000000, 1), 0.000772750266033075, 1e-14);
}

static void topics_needed_agree_with_R(void **state)
{
	(void)state;
	static const struct {
		double sd, width, level;
		int64_t topics; /* R: sm(sd, width, level) */
	} row[] = { { 0.2, 0.05, 0.95, 64 },
		    { 0.22, 0.03, 0.95, 210 },
		    { 0.2, 0.5, 0.95, 3 },
		    { 0.2, 10, 0.95, 2 },
		    { 0.3, 0.02, 0.99, 1497 } };
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct mean_study s = complete(row[i].sd, row[i].level);
		assert_int_equal(mean_topics(&s, 1, row[i].width), row[i].topics);
	}
}

/* From two topics, at which t is 12.7, to tens of thousands. */
static void topics_needed_are_the_first_of_all_numbers_that_reach_the_width(void **state)
{
	(void)state;
	static const double level[] = { 0.5, 0.8, 0.95, 0.99, 0.999 };
	for (size_t l = 0; l < sizeof level / sizeof *level; l++)
		for (double width = 3; width > 0.01; width *= 0.83) {
			struct mean_study s = { .between = 0.04, .effort = 0.7, .level = level[l] };
			int64_t n = 2;
			while (mean_half_width(&s, n, 20) > width)
				n++;
			assert_int_equal(mean_topics(&s, 20, width), n);
			s.these = true; /* z^2 effort/m w^-2, from one topic on */
			double z = qnorm(0.5 + level[l] / 2, 0, 1, 1, 0);
			double want = fmax(1, ceil(z * z * 0.7 / 20 / (width * width)));
			assert_int_equal(mean_topics(&s, 20, width), (int64_t)want);
		}
}

static void a_width_that_a_number_has_exactly_is_reached_by_it(void **state)
{
	(void)state;
	for (int64_t n = 2; n < 400; n += 7) {
		struct mean_study s = { .between = 0.031, .effort = 0.9, .level = 0.95 };
		double width = mean_half_width(&s, n, 13);
		assert_int_equal(mean_topics(&s, 13, width), n);
		assert_int_equal(mean_judgments(&s, n, width), 13);
		s.these = true;
		width = mean_half_width(&s, n, 13);
		assert_int_equal(mean_topics(&s, 13, width), n);
		assert_int_equal(mean_judgments(&s, n, width), 13);
	}
}

static void a_width_that_nothing_reaches_is_said_to_be_so(void **state)
{
	(void)state;
	struct mean_study s = { .between = 0.04, .effort = 1, .level = 0.95 };
	assert_int_equal(mean_topics(&s, 10, 1e-9), 0);
	assert_int_equal(mean_topics(&s, 10, 1e-200), 0);
	/* R: qnorm(.975)^2 * (.04 + 1/10) / 2.7e-5^2 = 737728717.28, and (z^2 + 1)/2 for t */
	assert_near((double)mean_topics(&s, 10, 2.7e-5), 737728719.7, 1);
	/* the variance between topics alone is too wide: t(49) .2/sqrt(50) = .0568 */
	assert_int_equal(mean_judgments(&s, 50, 0.0568), 0);
	assert_true(mean_judgments(&s, 50, 0.0569) > 0);
	assert_int_equal(mean_judgments(&s, 2, 0.05), 0);
	s.these = true;
	assert_int_equal(mean_judgments(&s, 2, 1e-8), 0); /* 2e16 */
}

/* ---- judgments ---- */

/* R: qt(.975, 49) * sqrt((.03 + .9/40)/50), qnorm(.975) * sqrt(.9/40/50) */
static void half_widths_of_sampled_judgments_agree_with_R(void **state)
{
	(void)state;
	struct mean_study s = { .between = 0.03, .effort = 0.9, .level = 0.95 };
	assert_near(mean_half_width(&s, 50, 40), 0.0651176801288804, 1e-14);
	s.these = true;
	assert_near(mean_half_width(&s, 50, 40), 0.0415771147304903, 1e-14);
}

/*
 * R: qt(.975, n - 1) * sqrt((.03 + .9/40)/n + (.4/40)^2), n = 50 and 1000000
 *    qnorm(.975) * sqrt((.9/40 + 6/40^2)/50 + (.4/40)^2)
 */
static void the_bias_does_not_fall_with_the_number_of_topics(void **state)
{
	(void)state;
	struct mean_study s = {
		.between = 0.03, .effort = 0.9, .bias = -0.4, .squares = 6, .level = 0.95
	};
	assert_near(mean_half_width(&s, 50, 40), 0.0681480119206386, 1e-14);
	assert_near(mean_half_width(&s, 1000000, 40), 0.0196048078047590, 1e-14);
	/* qnorm(.975) * .4/40 = .0195996: below that no number of topics is enough */
	assert_int_equal(mean_topics(&s, 40, 0.0195996), 0);
	assert_true(mean_topics(&s, 40, 0.0197) > 0);
	assert_true(mean_topics(&s, 41, 0.0195996) > 0);
	s.these = true;
	assert_near(mean_half_width(&s, 50, 40), 0.0489990996135013, 1e-14);
	for (double width = 1; width > 0.003; width *= 0.8) {
		int64_t m = 1, n = 1;
		while (mean_half_width(&s, 50, (double)m) > width)
			m++;
		assert_int_equal(mean_judgments(&s, 50, width), m);
		while (n < 1000 && mean_half_width(&s, n, 200) > width)
			n++;
		int64_t got = mean_topics(&s, 200, width);
		assert_true(n < 1000 ? got == n : got == 0 || got >= n);
	}
}

static void judgments_needed_are_the_first_of_all_numbers_that_reach_the_width(void **state)
{
	(void)state;
	for (int64_t n = 2; n < 300; n = n * 3 / 2 + 1)
		for (double width = 1; width > 0.01; width *= 0.9)
			for (int these = 0; these <= 1; these++) {
				struct mean_study s = { 0.02, 0.8, 0, 0, 0.95, these };
				int64_t m = 1;
				while (m < 5000 && mean_half_width(&s, n, (double)m) > width)
					m++;
				int64_t got = mean_judgments(&s, n, width);
				if (m < 5000)
					assert_int_equal(got, m);
				else
					assert_true(got == 0 || got >= 5000);
			}
}

static void with_complete_judgments_one_is_as_good_as_many(void **state)
{
	(void)state;
	struct mean_study s = complete(0.2, 0.95);
	assert_int_equal(mean_judgments(&s, 64, 0.05), 1);
	assert_int_equal(mean_judgments(&s, 63, 0.05), 0);
	assert_near(mean_half_width(&s, 64, 1), mean_half_width(&s, 64, 1e6), 0);
}

/* ---- the cheapest ---- */

/* Every m up to a limit that no cheaper one can exceed, each with the topics it needs. */
static struct mean_design by_trying_all(const struct mean_study *s,
					const struct study_prices *price, double width)
{
	struct mean_design best = { 0, 0, INFINITY };
	double z = qnorm(0.5 + s->level / 2, 0, 1, 1, 0);
	for (int64_t m = 1; m <= 1000; m++) {
		double bias = s->bias / (double)m;
		double room = width * width / (z * z) - bias * bias;
		/* t is above z, so that the first number is not missed */
		double least = floor((s->between + s->effort / (double)m) / room) - 1;
		if (room <= 0 || least > 1e6)
			continue;
		int64_t n = least > 2 ? (int64_t)least : 2;
		while (mean_half_width(s, n, (double)m) > width * (1 + 1e-12))
			n++;
		double cost = price->topic * fmax(0, (double)n - price->free_topics) +
			      price->judgment * (double)(n * m);
		if (cost < best.cost)
			best = (struct mean_design){ n, m, cost };
	}
	return best;
}

static void the_cheapest_study_is_the_cheapest_of_all(void **state)
{
	(void)state;
	static const struct study_prices price[] = {
		{ 0, 1, 0 },   { 5, 1, 0 },	{ 100, 1, 0 },
		{ 1, 3.3, 0 }, { 500, 0.5, 0 }, { 60, 1, 50 }
	};
	static const double between[] = { 0.0001, 0.02, 0.06 }, effort[] = { 0.05, 1, 4 },
			    bias[] = { 0, 0.3, -1 };
	int seen = 0;
	for (size_t p = 0; p < sizeof price / sizeof *price; p++)
		for (size_t b = 0; b < 3; b++)
			for (size_t k = 0; k < 3; k++)
				for (double width = 0.3; width > 0.02; width *= 0.37) {
					struct mean_study s = { .between = between[b],
								.effort = effort[k],
								.bias = bias[k],
								.level = 0.95 };
					struct mean_design got,
						want = by_trying_all(&s, &price[p], width);
					if (want.judgments > 500)
						continue; /* more could be cheaper still */
					assert_true(mean_cheapest(&s, &price[p], width, &got));
					assert_near(got.cost, want.cost, 1e-9 * want.cost);
					assert_int_equal(got.judgments, want.judgments);
					assert_int_equal(got.topics, want.topics);
					seen++;
				}
	assert_true(seen > 100);
}

/* m = sqrt(C_t effort / (C_j between)) = sqrt(50 * 1.2 / .03) = 44.72, whatever the width. */
static void the_cheapest_study_of_many_topics_is_near_the_formula(void **state)
{
	(void)state;
	struct mean_study s = { .between = 0.03, .effort = 1.2, .level = 0.95 };
	struct study_prices price = { 50, 1, 0 };
	struct mean_design d;
	assert_true(mean_cheapest(&s, &price, 0.0004, &d));
	assert_true(d.judgments == 44 || d.judgments == 45);
	assert_true(mean_half_width(&s, d.topics, (double)d.judgments) <= 0.0004);
	assert_true(mean_half_width(&s, d.topics - 1, (double)d.judgments) > 0.0004);
	assert_near(mean_cost(&price, d.topics, (double)d.judgments), d.cost, 0);
}

static void edges_of_the_cheapest(void **state)
{
	(void)state;
	struct mean_design d;
	struct study_prices price = { 10, 1, 0 };
	/* no variance between topics: as few topics as an interval can have, and large samples, or
	   more topics where t is much smaller */
	struct mean_study s = { .between = 0, .effort = 1, .level = 0.95 };
	assert_true(mean_cheapest(&s, &price, 0.05, &d));
	struct mean_design want = by_trying_all(&s, &price, 0.05);
	assert_int_equal(d.topics, want.topics);
	assert_int_equal(d.judgments, want.judgments);
	/* complete judgments: one is enough; R: sm(.2, .05, .95) */
	s = complete(0.2, 0.95);
	assert_true(mean_cheapest(&s, &price, 0.05, &d));
	assert_int_equal(d.topics, 64);
	assert_int_equal(d.judgments, 1);
	/* judgments that cost nothing: the fewest topics, with no more judgments than that takes */
	s = (struct mean_study){ .between = 0.04, .effort = 1, .level = 0.95 };
	price.judgment = 0;
	assert_true(mean_cheapest(&s, &price, 0.05, &d));
	assert_int_equal(d.topics, 64);
	assert_int_equal(d.judgments, mean_judgments(&s, 64, 0.05));
	/* nothing costs anything: the fewest judgments of a topic */
	price.topic = 0;
	assert_true(mean_cheapest(&s, &price, 0.05, &d));
	assert_int_equal(d.judgments, 1);
	assert_false(mean_cheapest(&s, &price, 1e-9, &d));
}

/* ---- the pilot's own uncertainty ---- */

/*
 * Bonett's formula in Perl. 1, 2, 3, 4, 10: the trimmed mean is the median 3, g = 5 * 2434 / 50^2,
 * c = 5 / (5 - .841621), sqrt(c 12.5 exp(.841621 c sqrt((g - .4) / 4))). Two values, of which
 * s^2 = 2: R's sqrt(2 / qchisq(.2, 1)).
 */
static void limits_of_standard_deviations_are_those_of_the_formula(void **state)
{
	(void)state;
	double five[] = { 10, 4, 1, 3, 2 }, two[] = { 0.1, 0.1 + 0.2 * M_SQRT2 }, many[20];
	double same[] = { 3, 3, 3, 3, 3, 3 };
	for (int i = 0; i < 20; i++)
		many[i] = (i + 1) * (i + 1) / 100.0;
	assert_near(deviation_limit(five, 5, 0.8), 6.606028941306, 1e-11);
	assert_near(deviation_limit(many, 20, 0.95), 1.722964123984, 1e-11);
	assert_near(deviation_limit(two, 2, 0.8), 0.789430775108549, 1e-12);
	assert_near(deviation_limit(same, 6, 0.9), 0, 0);
	assert_true(isinf(deviation_limit(five, 5, 1 - 1e-9)));
}

/*
 * How often the limit lies above the standard deviation of the population: a score is u^k, u
 * uniform, and a difference that of two of them. The first three rows of the table in
 * doc/planning.md; with TEST_ALL more samples.
 */
static void the_limit_holds_as_often_as_it_says(void **state)
{
	(void)state;
	static const struct {
		double power;
		bool pair;
		int n;
	} row[] = { { 2, false, 10 }, { 2, false, 50 }, { 4, false, 25 },
		    { 4, false, 50 }, { 4, true, 25 },	{ 4, true, 50 } };
	int samples = getenv("TEST_ALL") != NULL ? 40000 : 4000;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		double k = row[i].power, held = 0, value[50];
		double sd = sqrt((1 / (2 * k + 1) - 1 / (k + 1) / (k + 1)) * (row[i].pair ? 2 : 1));
		struct uniform u = uniform_start(1, i, STREAM_FIRST);
		for (int s = 0; s < samples; s++) {
			for (int t = 0; t < row[i].n; t++)
				value[t] = pow(uniform_next(&u), k) -
					   (row[i].pair ? pow(uniform_next(&u), k) : 0);
			held += deviation_limit(value, (size_t)row[i].n, 0.8) >= sd;
		}
		printf("u^%g%s, %d topics: %.3f\n", k, row[i].pair ? ", differences" : "", row[i].n,
		       held / samples);
		assert_true(held / samples > 0.75 && held / samples < 0.87);
	}
}

/* ---- the paired t test ---- */

static void powers_agree_with_R(void **state)
{
	(void)state;
	assert_near(paired_power(50, 0.03, 0.1, 0.05), 0.547630399592828, 1e-11);
	assert_near(paired_power(10, 0.1, 0.1, 0.05), 0.803096208690599, 1e-11);
	assert_near(paired_power(2, 0.5, 0.1, 0.05), 0.420961409150291, 1e-11);
	assert_near(paired_power(200, 0.02, 0.12, 0.01), 0.405769868322412, 1e-11);
	assert_near(paired_power(1000, 0.001, 0.1, 0.05), 0.0500839618068305, 1e-11);
	assert_near(paired_power(600000, 0.0005, 0.1, 0.05), 0.972126816290627, 1e-9);
	/* without a difference, one side of the level */
	assert_near(paired_power(20, 0, 0.1, 0.05), 0.025, 1e-12);
}

/*
 * A second way: the power is the mean of Phi(shift - t S) over S = sqrt(X/df), X chi-square;
 * by the middles of 20,000 equal parts of its probability.
 */
static void powers_agree_with_an_integral(void **state)
{
	(void)state;
	static const struct {
		int64_t n;
		double effect, alpha;
	} row[] = { { 5, 1.2, 0.05 }, { 30, 0.4, 0.01 }, { 249, 0.15, 0.05 }, { 3, 2, 0.2 } };
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		double df = (double)row[i].n - 1, sum = 0;
		double t = qt(row[i].alpha / 2, df, 0, 0);
		double shift = row[i].effect * sqrt((double)row[i].n);
		for (int k = 0; k < 20000; k++) {
			double s = sqrt(qchisq((k + 0.5) / 20000, df, 1, 0) / df);
			sum += pnorm(shift - t * s, 0, 1, 1, 0);
		}
		assert_near(paired_power(row[i].n, row[i].effect * 0.3, 0.3, row[i].alpha),
			    sum / 20000, 1e-4);
	}
}

/* R: ceiling(nn(d, s, p, a)): 89.1, 539.0 (538.98), 9.94, 5199.8, 4.2. */
static void topics_for_a_power_agree_with_R(void **state)
{
	(void)state;
	assert_int_equal(paired_topics(0.03, 0.1, 0.8, 0.05), 90);
	assert_int_equal(paired_topics(0.02, 0.12, 0.9, 0.01), 539);
	assert_int_equal(paired_topics(0.1, 0.1, 0.8, 0.05), 10);
	assert_int_equal(paired_topics(0.005, 0.1, 0.95, 0.05), 5200);
	assert_int_equal(paired_topics(0.2, 0.1, 0.8, 0.05), 5);
}

static void topics_for_a_power_are_the_first_of_all_numbers_that_have_it(void **state)
{
	(void)state;
	static const double power[] = { 0.01, 0.3, 0.8, 0.99 };
	for (size_t p = 0; p < sizeof power / sizeof *power; p++)
		for (double effect = 4; effect > 0.15; effect *= 0.7)
			for (double alpha = 0.2; alpha > 1e-4; alpha /= 5) {
				int64_t n = 2;
				while (paired_power(n, effect, 1, alpha) < power[p])
					n++;
				assert_int_equal(paired_topics(effect, 1, power[p], alpha), n);
			}
	assert_int_equal(paired_topics(1e-9, 1, 0.8, 0.05), 0);
	assert_int_equal(paired_topics(1e-300, 1e10, 0.8, 0.05), 0);
}

/* R: dd(n, s, p, a) */
static void differences_found_agree_with_R(void **state)
{
	(void)state;
	assert_near(paired_difference(50, 0.1, 0.8, 0.05), 0.0404183492213754, 1e-9);
	assert_near(paired_difference(25, 0.12, 0.9, 0.01), 0.0995967849459214, 1e-9);
	assert_near(paired_difference(5, 0.2, 0.8, 0.05), 0.33639945644287, 1e-9);
	assert_near(paired_difference(249, 0.1, 0.5, 0.05), 0.0124690700052579, 1e-9);
	assert_near(paired_difference(249, 0.1, 0.025, 0.05), 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(half_widths_agree_with_R),
		cmocka_unit_test(topics_needed_agree_with_R),
		cmocka_unit_test(topics_needed_are_the_first_of_all_numbers_that_reach_the_width),
		cmocka_unit_test(a_width_that_a_number_has_exactly_is_reached_by_it),
		cmocka_unit_test(a_width_that_nothing_reaches_is_said_to_be_so),
		cmocka_unit_test(half_widths_of_sampled_judgments_agree_with_R),
		cmocka_unit_test(the_bias_does_not_fall_with_the_number_of_topics),
		cmocka_unit_test(
			judgments_needed_are_the_first_of_all_numbers_that_reach_the_width),
		cmocka_unit_test(with_complete_judgments_one_is_as_good_as_many),
		cmocka_unit_test(the_cheapest_study_is_the_cheapest_of_all),
		cmocka_unit_test(the_cheapest_study_of_many_topics_is_near_the_formula),
		cmocka_unit_test(edges_of_the_cheapest),
		cmocka_unit_test(limits_of_standard_deviations_are_those_of_the_formula),
		cmocka_unit_test(the_limit_holds_as_often_as_it_says),
		cmocka_unit_test(powers_agree_with_R),
		cmocka_unit_test(powers_agree_with_an_integral),
		cmocka_unit_test(topics_for_a_power_agree_with_R),
		cmocka_unit_test(topics_for_a_power_are_the_first_of_all_numbers_that_have_it),
		cmocka_unit_test(differences_found_agree_with_R),
	};
	return cmocka_run_group_tests_name("mean plan", tests, NULL, NULL);
}
