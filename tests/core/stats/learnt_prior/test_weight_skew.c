/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far strata of different weights move a bound: by hand, and against every sample.
 */
#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "tests/support/near.h"

#include "core/stats/learnt_prior/learnt_mean.h"

enum { STRATA = 2 };

struct small_stratum {
	int size, relevant, sampled;
};

/* The k-th central moment of the estimated yield, over all samples of both strata. */
static double every_sample(const struct small_stratum *s, int k)
{
	double mean = s[0].relevant + s[1].relevant, sum = 0;
	for (int a = 0; a <= s[0].sampled; a++)
		for (int b = 0; b <= s[1].sampled; b++) {
			double estimate = (double)s[0].size / s[0].sampled * a +
					  (double)s[1].size / s[1].sampled * b;
			sum += R_pow_di(estimate - mean, k) *
			       dhyper(a, s[0].relevant, s[0].size - s[0].relevant, s[0].sampled,
				      0) *
			       dhyper(b, s[1].relevant, s[1].size - s[1].relevant, s[1].sampled, 0);
		}
	return sum;
}

static struct effect_group group_of(const struct small_stratum *s)
{
	struct learnt_cell cell[STRATA + 1];
	for (int i = 0; i < STRATA; i++)
		cell[i] = (struct learnt_cell){ .size = s[i].size,
						.sampled = s[i].sampled,
						.weight = 1,
						.group = LEARNT_REST,
						.rate = (double)s[i].relevant / s[i].size };
	cell[STRATA] = (struct learnt_cell){ .size = 10, .sampled = 5, .weight = 1, .rate = 0.5 };
	struct learnt_topic topic = { .cell = cell, .cells = STRATA + 1 };
	const struct learnt_request q = { .of = { .quantity = QUANTITY_RECALL, .beta = 1 } };
	struct effect_groups x;
	struct err e = { 0 };
	assert_int_equal(effect_groups_init(&x, &topic, 1, &q, false, &e), 0);
	struct effect_group found = x.group[0][LEARNT_REST];
	assert_near(x.group[0][LEARNT_RETRIEVED].excess, 0, 0); /* one stratum is what it is */
	effect_groups_release(&x);
	return found;
}

/*
 * The sample that stands for both strata, with n of N documents and the rate p, has the third
 * moment n p (1-p) (1-2p) (1-f) (1-2f), f = n/N; the strata have the excess more. The formulas have
 * N for N-1 and N-2: variances differ by up to 1 % with 400 documents, skewness by less than .01.
 */
static void the_moments_are_those_of_all_samples(void **state)
{
	(void)state;
	static const struct small_stratum design[][STRATA] = {
		{ { 400, 100, 40 }, { 8000, 40, 100 } }, /* weights 10 and 80 */
		{ { 800, 320, 80 }, { 4000, 8, 200 } },	 /* 10 and 20 */
		{ { 400, 300, 50 }, { 4000, 40, 500 } }, /* 8 and 8, but rates differ */
	};
	for (size_t i = 0; i < sizeof design / sizeof design[0]; i++) {
		const struct small_stratum *s = design[i];
		const struct effect_group g = group_of(s);
		double weight = g.size / g.sampled, f = g.sampled / g.size;
		double p = (s[0].relevant + s[1].relevant) / g.size;
		double one = g.sampled * p * (1 - p) * (1 - 2 * p) * (1 - f) * (1 - 2 * f);
		double second = every_sample(s, 2), third = every_sample(s, 3);
		assert_near_at(g.variance * weight * weight, second, 0.01 * second, "%zu", i);
		assert_near_at((g.excess + one) * weight * weight * weight, third,
			       0.01 * pow(second, 1.5), "%zu", i);
		assert_true(i > 0 || g.excess > 0);
	}
}

/*
 * Of what is retrieved 3 of 10 and 3 of 10 are seen, from 60 and 40 documents: R1 = 18 + 12, D =
 * 100. Of the rest 4 of 20 and 5.5 of 10, from 200 and 100: R0 = 40 + 55, S + 1/2 = 10, E/V =
 * (6 + 10)/(3 + 5) = 2. With a tail of .05, z^2/3 + 1/6 is 1.644854^2/3 + 1/6 = 1.0685144, so that
 * recall moves by .21370288. D + R0 - R1 = 165: F moves by 95/165 of it; with beta = 2, by 380/450.
 */
static void the_move_by_hand(void **state)
{
	(void)state;
	struct effect_group group[2][LEARNT_GROUPS] = {
		{ { .size = 60, .sampled = 10, .relevant = 3, .variance = 2, .excess = 1 },
		  { .size = 200, .sampled = 20, .relevant = 4, .variance = 3, .excess = 6 } },
		{ { .size = 40, .sampled = 10, .relevant = 3, .variance = 2, .excess = 1 },
		  { .size = 100, .sampled = 10, .relevant = 5.5, .variance = 5, .excess = 10 } },
	};
	struct effect_groups x = {
		.topics = 2, .groups = 2, .quantity = QUANTITY_RECALL, .beta2 = 1, .group = group
	};
	assert_near(weight_skew_move(&x, 0.05), 0.21370288, 1e-7);
	x.quantity = QUANTITY_F;
	assert_near(weight_skew_move(&x, 0.05), 0.21370288 * 95 / 165, 1e-7);
	x.beta2 = 4;
	assert_near(weight_skew_move(&x, 0.05), 0.21370288 * 380 / 450, 1e-7);
	x.share = true;
	assert_near(weight_skew_move(&x, 0.05), 0.21370288, 1e-7);
	group[0][LEARNT_REST].excess = -11; /* less skewed than one sample: no move */
	assert_near(weight_skew_move(&x, 0.05), 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_moments_are_those_of_all_samples),
		cmocka_unit_test(the_move_by_hand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
