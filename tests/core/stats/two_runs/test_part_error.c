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
 * relevant, B documents 5 and 6, which are not. A has eight documents in all, or no more than these
 * three; B has five: the others are outside the frame. They are cells if some may be relevant. If
 * none is, only how many they are is said, less than 0 if the sample has more than half of the
 * three.
 */
enum { N = 8, n = 4, ALL_A = 8, INSIDE_A = 3, ALL_B = 5, PARTS = 5 };

static struct shared_topic topic_of(unsigned sample, const int64_t retrieved[2], bool relevant,
				    struct pair_stratum *out)
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
	struct shared_topic topic = { .cell = out };
	for (int side = 0; side < 2; side++) {
		int64_t outside = retrieved[side] - part[side] * N / n;
		topic.beyond[side] = relevant ? 0 : (double)outside;
		if (relevant)
			out[count++] = (struct pair_stratum){ .size = outside,
							      .sampled = outside,
							      .relevant = side == 1 ? outside : 0,
							      .assessable = outside,
							      .in_a = side == 0,
							      .in_b = side == 1,
							      .label = 2 };
	}
	topic.cells = count;
	return topic;
}

/*
 * Every sample with the same probability: the mean of the variances is the variance of the
 * estimates. 2 m documents of A are in the frame, all of them relevant, and 2 m' of B, none: A - B
 * is 2m/8, or 2m/3, less (B's documents outside, if they are relevant)/5, and 5 - 2m' are outside.
 */
static void its_mean_over_all_samples_is_the_variance_of_the_estimates(void **state)
{
	(void)state;
	const struct interval_request q = { .quantity = QUANTITY_PRECISION, .beta = 1 };
	for (int way = 0; way < 3; way++) {
		const bool relevant[2] = { false, way == 2 };
		const int64_t retrieved[2] = { way == 0 ? INSIDE_A : ALL_A, ALL_B };
		double samples = 0, mean = 0, square = 0, variance = 0;
		for (unsigned s = 0; s < 1U << N; s++) {
			struct pair_stratum cell[PARTS];
			if (__builtin_popcount(s) != n)
				continue;
			double a = 2 * __builtin_popcount(s & 0x07),
			       b = 2 * __builtin_popcount(s & 0x60);
			double value =
				a / (double)retrieved[0] - (relevant[1] ? (ALL_B - b) / ALL_B : 0);
			const struct shared_topic topic = topic_of(s, retrieved, relevant[1], cell);
			samples++;
			mean += value;
			square += value * value;
			variance += part_error_variance(&topic, &q, relevant);
		}
		mean /= samples;
		assert_near(samples, 70, 0);
		assert_near(variance / samples, square / samples - mean * mean, 1e-12);
	}
}

/*
 * A stratum of twelve documents with six in the sample. A retrieves eight of them, and no others;
 * four of these are relevant. If m are in the sample, 2m seem to be in the frame, and half of them
 * relevant: m of eight. The variance of m/8 is that of the hypergeometric distribution, 6 (8/12)
 * (4/12) (6/11) / 64 = 1/88. V has it to 2 % over all samples; with the error of p, which is
 * estimated from m documents, it would be 17 % larger.
 */
static void the_error_of_prevalences_is_not_in_it(void **state)
{
	(void)state;
	const struct interval_request q = { .quantity = QUANTITY_PRECISION, .beta = 1 };
	const bool relevant[2] = { false };
	double samples = 0, variance = 0;
	for (unsigned s = 0; s < 1U << 12; s++) {
		int64_t m = __builtin_popcount(s & 0xff);
		struct pair_stratum cell[2];
		for (int k = 0; k < 2; k++)
			cell[k] = (struct pair_stratum){
				.size = 12,
				.sampled = 6,
				.relevant = k == 0 ? __builtin_popcount(s & 0x0f) : 0,
				.assessable = 6,
				.in_a = k == 0,
				.cut = m < 6,
				.part = k == 0 ? m : 6 - m,
			};
		const struct shared_topic topic = { cell, m < 6 ? 2 : 1, { 8 - 2 * (double)m, 1 } };
		if (__builtin_popcount(s) != 6)
			continue;
		samples++;
		variance += part_error_variance(&topic, &q, relevant);
	}
	assert_near(samples, 924, 0);
	assert_near(variance / samples, 1.0 / 88, 0.02 / 88);
}

/*
 * F1 of A less that of B, with a document more or less in each part, of which `share` is relevant;
 * half of each part is.
 */
static double difference(const double *more, double share, const bool relevant[2])
{
	double inside[3] = { 30 + more[0], 40 + more[1], 30 + more[2] }; /* A, B, neither */
	double outside[2] = { 50 - inside[0], 60 - inside[1] }, found[2];
	double all = 15 + share * more[2];
	for (int side = 0; side < 2; side++) {
		found[side] = (side == 0 ? 15 : 20) + share * more[side] +
			      (relevant[side] ? outside[side] : 0);
		all += found[side];
	}
	return 2 * found[0] / (50 + all) - 2 * found[1] / (60 + all);
}

/* Its derivative by the documents of part k. */
static double derivative(int k, double share, const bool relevant[2])
{
	double up[3] = { 0 }, down[3] = { 0 };
	up[k] = 1e-4;
	down[k] = -1e-4;
	return (difference(up, share, relevant) - difference(down, share, relevant)) / 2e-4;
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
			double g = derivative(k, 0.5, relevant), m = (double)part;
			double slope = derivative(k, 1, relevant) - derivative(k, 0, relevant);
			double v = slope * slope * 0.25 / (m - 1) * 0.8;
			mean += share[k] * g;
			square += share[k] * (g * g - (1 - share[k]) * v);
		}
		for (int side = 0; side < 2; side++)
			cell[3 + side] = (struct pair_stratum){ .size = 20,
								.sampled = 20,
								.relevant = relevant[side] ? 20 : 0,
								.assessable = 20,
								.in_a = side == 0,
								.in_b = side == 1,
								.label = 1 };
		const struct shared_topic topic = { .cell = cell, .cells = 5 };
		assert_near(part_error_variance(&topic, &q, relevant),
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
		cmocka_unit_test(the_error_of_prevalences_is_not_in_it),
		cmocka_unit_test(its_mean_over_all_samples_is_the_variance_of_the_estimates),
		cmocka_unit_test(parts_move_f_by_its_derivatives),
		cmocka_unit_test(it_adds_as_normal_errors_do),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
