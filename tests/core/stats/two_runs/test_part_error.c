/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/stats/rmath.h"
#include "core/stats/two_runs/part_error.h"
#include "tests/support/near.h"

/*
 * A stratum of eight documents with four in the sample. A retrieves documents 0 to 2, which are
 * relevant, B documents 5 and 6, which are not. A has eight documents in all, B five: the others
 * are outside the frame.
 */
enum { N = 8, n = 4, ALL_A = 8, ALL_B = 5, PARTS = 5 };

static size_t cells_of(unsigned sample, const bool relevant[2], struct pair_stratum *out)
{
	static const unsigned in[3] = { 0x07, 0x60, 0x98 }; /* A, B, neither */
	int64_t part[3];
	size_t count = 0;
	for (int k = 0; k < 3; k++) {
		part[k] = __builtin_popcount(sample & in[k]);
		if (part[k] > 0)
			out[count++] = (struct pair_stratum){ .size = N,
							      .sampled = n,
							      .relevant = k == 0 ? part[k] : 0,
							      .assessable = n,
							      .in_a = k == 0,
							      .in_b = k == 1,
							      .cut = part[k] < n,
							      .part = part[k],
							      .label = 1 };
	}
	for (int side = 0; side < 2; side++) {
		int64_t outside = (side == 0 ? ALL_A : ALL_B) - part[side] * N / n;
		out[count++] = (struct pair_stratum){ .size = outside,
						      .sampled = outside,
						      .relevant = relevant[side] ? outside : 0,
						      .assessable = outside,
						      .in_a = side == 0,
						      .in_b = side == 1,
						      .label = 2 };
	}
	return count;
}

/*
 * Every sample with the same probability: the mean of the variances is the variance of the
 * estimates. 2 m documents of A are in the frame, all of them relevant, and 2 m' of B, none: A - B
 * is 2m/8 - (B's documents outside, if they are relevant)/5, and 5 - 2m' are outside.
 */
static void its_mean_over_all_samples_is_the_variance_of_the_estimates(void **state)
{
	(void)state;
	const struct interval_request q = { .quantity = QUANTITY_PRECISION, .beta = 1 };
	for (int all = 0; all < 2; all++) {
		const bool relevant[2] = { false, all == 1 };
		double samples = 0, mean = 0, square = 0, variance = 0;
		for (unsigned s = 0; s < 1U << N; s++) {
			struct pair_stratum cell[PARTS];
			if (__builtin_popcount(s) != n)
				continue;
			double a = 2 * __builtin_popcount(s & 0x07),
			       b = 2 * __builtin_popcount(s & 0x60);
			double value = a / ALL_A - (all == 1 ? (ALL_B - b) / ALL_B : 0);
			samples++;
			mean += value;
			square += value * value;
			variance += part_error_variance(cell, cells_of(s, relevant, cell), &q,
							relevant);
		}
		mean /= samples;
		assert_near(samples, 70, 0);
		assert_near(variance / samples, square / samples - mean * mean, 1e-12);
	}
}

/* F1 of A less that of B, with a document more or less in each part; half of each part is relevant.
 */
static double difference(const double *more, const bool relevant[2])
{
	double inside[3] = { 30 + more[0], 40 + more[1], 30 + more[2] }; /* A, B, neither */
	double outside[2] = { 50 - inside[0], 60 - inside[1] }, found[2], all = 0.5 * inside[2];
	for (int side = 0; side < 2; side++) {
		found[side] = 0.5 * inside[side] + (relevant[side] ? outside[side] : 0);
		all += found[side];
	}
	return 2 * found[0] / (50 + all) - 2 * found[1] / (60 + all);
}

/*
 * A stratum of 100 documents, of 20 sampled ones 6, 8 and 6 in the parts of A, of B and of neither.
 * V by its formula, with derivatives from differences of F itself.
 */
static void parts_move_f_by_its_derivatives(void **state)
{
	(void)state;
	const struct interval_request q = { .quantity = QUANTITY_F, .beta = 1 };
	static const double share[3] = { 0.3, 0.4, 0.3 };
	for (int which = 0; which < 4; which++) {
		const bool relevant[2] = { which & 1, which >> 1 };
		struct pair_stratum cell[PARTS] = { 0 };
		double mean = 0, square = 0;
		for (int k = 0; k < 3; k++) {
			int64_t part = k == 1 ? 8 : 6;
			cell[k] = (struct pair_stratum){ .size = 100,
							 .sampled = 20,
							 .relevant = part / 2,
							 .assessable = 20,
							 .in_a = k == 0,
							 .in_b = k == 1,
							 .cut = true,
							 .part = part };
			double up[3] = { 0 }, down[3] = { 0 };
			up[k] = 1e-4;
			down[k] = -1e-4;
			double g = (difference(up, relevant) - difference(down, relevant)) / 2e-4;
			mean += share[k] * g;
			square += share[k] * g * g;
		}
		for (int side = 0; side < 2; side++)
			cell[3 + side] = (struct pair_stratum){ .size = 20,
								.sampled = 20,
								.relevant = relevant[side] ? 20 : 0,
								.assessable = 20,
								.in_a = side == 0,
								.in_b = side == 1,
								.label = 1 };
		assert_near(part_error_variance(cell, 5, &q, relevant),
			    100.0 * 80 / 19 * (square - mean * mean), 1e-9);
	}
}

/* The sum of a normal posterior and another normal error is known. */
static void it_adds_as_normal_errors_do(void **state)
{
	(void)state;
	const struct ends both = { .lower_p = 0.025, .upper_p = 0.975 }, upper = { 0, 0.95, 0, 0 };
	const double z = qnorm(0.975, 0, 1, 1, 0), wide = sqrt(0.03 * 0.03 + 0.04 * 0.04);
	struct shared_result x = { .mean = 0.06,
				   .probability = pnorm(2, 0, 1, 1, 0),
				   .interval = { 0.06 - z * 0.03, 0.06 + z * 0.03 } };
	struct shared_result y = x, same = x;
	part_error_add(0.04 * 0.04, &both, &x);
	assert_near(wide, 0.05, 1e-12);
	assert_near(x.probability, pnorm(0.06 / wide, 0, 1, 1, 0), 1e-12);
	assert_near(x.interval.lower, 0.06 - z * wide, 1e-12);
	assert_near(x.interval.upper, 0.06 + z * wide, 1e-12);
	y.interval.upper = 0.06 + qnorm(0.95, 0, 1, 1, 0) * 0.03;
	part_error_add(0.04 * 0.04, &upper, &y);
	assert_near(y.probability, x.probability, 1e-12);
	assert_near(y.interval.upper, 0.06 + qnorm(0.95, 0, 1, 1, 0) * wide, 1e-12);
	part_error_add(0, &both, &same);
	assert_near(same.interval.lower, 0.06 - z * 0.03, 0);
	assert_near(same.probability, pnorm(2, 0, 1, 1, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(its_mean_over_all_samples_is_the_variance_of_the_estimates),
		cmocka_unit_test(parts_move_f_by_its_derivatives),
		cmocka_unit_test(it_adds_as_normal_errors_do),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
