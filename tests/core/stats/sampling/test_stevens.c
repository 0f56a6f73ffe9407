/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stevens' design and the prior of average precision, against enumeration of all sequences of picks
 * and the printed formulas.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/stats/sampling/stevens.h"
#include "tests/support/near.h"
#include "tests/support/oracle.h"

/* ---- the prior ---- */

/* Eq 5 as it is printed: a sum over the ranks from r to Z for each r. */
static void weights_are_those_of_equation_5(void **state)
{
	(void)state;
	for (size_t Z = 1; Z <= 60; Z++) {
		struct ap_prior w = ap_prior_start(Z);
		double total = 0;
		for (size_t r = Z; r >= 1; r--) {
			double sum = 1;
			for (size_t k = r; k <= Z; k++)
				sum += 1 / (double)k;
			double got = ap_prior_next(&w);
			assert_near(got, sum / (2 * (double)Z), 1e-15);
			total += got;
		}
		assert_near(total, 1, 1e-14); /* sum over r of the sums over k >= r of 1/k is Z */
	}
}

/* H(1e7) = ln(1e7) + 0.57721566490153286 + 1/(2e7) - 1/(12e14) = 16.695311365859852 (Euler 1755).
 */
static void long_lists_keep_their_digits(void **state)
{
	(void)state;
	const size_t Z = 10000000;
	struct ap_prior w = ap_prior_start(Z);
	double total = 0, weight = 0;
	for (size_t r = Z; r >= 1; r--)
		total += weight = ap_prior_next(&w);
	assert_near(weight, (1 + 16.695311365859852) / 2e7, 1e-18);
	assert_near(total, 1, 1e-11);
}

/* ---- probabilities, by enumeration ---- */

enum { MOST_BUCKETS = 5 };

/* An item of a full bucket and one of any other, as core/stats/ranking/joint_inclusion.c has it. */
static double pair_across(int64_t picks, double full_weight, int64_t size, double weight)
{
	double m = (double)picks;
	return full_weight *
	       (size >= picks ? (m - 1) / m * weight : stevens_inclusion(picks - 1, size, weight));
}

struct enumerated {
	double inclusion[MOST_BUCKETS], within[MOST_BUCKETS];
	double across[MOST_BUCKETS][MOST_BUCKETS];
};

/* Adds one outcome: how many picks each bucket got, and with what probability. */
static void add_outcome(struct enumerated *x, const struct stevens *s, const int *picked, double p)
{
	double share[MOST_BUCKETS];
	for (size_t b = 0; b < s->buckets; b++) {
		double size = (double)stevens_size(s, b);
		double drawn = fmin(picked[b], size);
		share[b] = drawn / size;
		x->inclusion[b] += p * share[b];
		if (size > 1)
			x->within[b] += p * drawn * (drawn - 1) / (size * (size - 1));
	}
	for (size_t b = 0; b < s->buckets; b++)
		for (size_t c = 0; c < s->buckets; c++)
			x->across[b][c] += p * share[b] * share[c];
}

/* Every one of the buckets^picks sequences of picks. */
static void enumerate(struct enumerated *x, const struct stevens *s, int left, int *picked,
		      double p)
{
	if (left == 0) {
		add_outcome(x, s, picked, p);
		return;
	}
	for (size_t b = 0; b < s->buckets; b++) {
		picked[b]++;
		enumerate(x, s, left - 1, picked, p * s->weight[b]);
		picked[b]--;
	}
}

static void probabilities_are_those_of_all_sequences_of_picks(void **state)
{
	(void)state;
	uint64_t random = 11;
	struct stevens s = { 0 };
	struct err e = { 0 };
	int short_buckets = 0;
	for (int m = 1; m <= 6; m++) {
		for (int items = 1; items <= m * MOST_BUCKETS; items++) {
			double weight[6 * MOST_BUCKETS], total = 0;
			for (int i = items; i-- > 0;)
				weight[i] = total += (double)oracle_below(&random, 1000) + 1;
			assert_int_equal(stevens_make(&s, weight, (size_t)items, m, &e), 0);
			if (pow((double)s.buckets, m) > 20000)
				continue;
			struct enumerated x = { 0 };
			int picked[MOST_BUCKETS] = { 0 };
			enumerate(&x, &s, m, picked, 1);
			size_t last = s.buckets - 1;
			short_buckets += stevens_size(&s, last) < m;
			for (size_t b = 0; b < s.buckets; b++) {
				int64_t size = stevens_size(&s, b);
				assert_near(stevens_inclusion(m, size, s.weight[b]), x.inclusion[b],
					    1e-13);
				if (size > 1)
					assert_near(stevens_pair_within(m, size, s.weight[b]),
						    x.within[b], 1e-13);
				for (size_t c = 0; c < last; c++)
					if (c != b)
						assert_near(pair_across(m, s.weight[c], size,
									s.weight[b]),
							    x.across[b][c], 1e-13);
			}
		}
	}
	assert_true(short_buckets > 30);
	stevens_release(&s);
}

/*
 * By hand: 3 items of weights 1/2, 1/3, 1/6 and m = 2: buckets {5/6} and {1/6}, one item in the
 * last. T of the last is 0, 1, 2 with 25/36, 10/36, 1/36: pi = 11/36, where 1/6 would be printed.
 */
static void a_short_bucket_by_hand(void **state)
{
	(void)state;
	const double weight[] = { 3, 2, 1 };
	struct stevens s = { 0 };
	struct err e = { 0 };
	assert_int_equal(stevens_make(&s, weight, 3, 2, &e), 0);
	assert_int_equal(s.buckets, 2);
	assert_near(s.weight[0], 5.0 / 6, 1e-16);
	assert_near(stevens_inclusion(2, 2, s.weight[0]), 5.0 / 6, 1e-16);
	assert_near(stevens_inclusion(2, 1, s.weight[1]), 11.0 / 36, 1e-15);
	/* both an item of the first and the last: one pick each, 10/36, and then 1 of 2 items */
	assert_near(pair_across(2, s.weight[0], 1, s.weight[1]), 5.0 / 36, 1e-15);
	stevens_release(&s);
}

/* A topic of which nothing can be drawn: no bucket, and with the sanitizers no complaint. */
static void nothing_has_no_buckets(void **state)
{
	(void)state;
	struct stevens s = { 0 };
	struct err e = { 0 };
	assert_int_equal(stevens_make(&s, NULL, 0, 5, &e), 0);
	assert_int_equal(s.buckets, 0);
	assert_int_equal(s.items, 0);
	stevens_release(&s);
}

/* The appendix of Aslam & Pavlu 2008: full buckets have g, g^2 and (m-1)/m g h. */
static void full_buckets_have_the_printed_probabilities(void **state)
{
	(void)state;
	assert_near(stevens_inclusion(14, 14, 0.3), 0.3, 0);
	assert_near(stevens_pair_within(14, 14, 0.3), 0.09, 1e-16);
	assert_near(pair_across(14, 0.3, 14, 0.2), 13.0 / 14 * 0.06, 1e-16);
}

static void more_picks_than_items_take_everything(void **state)
{
	(void)state;
	const double weight[] = { 5, 1 };
	struct stevens s = { 0 };
	struct err e = { 0 };
	int64_t count;
	struct uniform u = uniform_start(1, 1, 1);
	assert_int_equal(stevens_make(&s, weight, 2, 1000000000, &e), 0);
	stevens_pick(&s, &u, &count);
	assert_int_equal(count, 1000000000);
	assert_int_equal(stevens_size(&s, 0), 2);
	assert_near(stevens_inclusion(1000000000, 2, s.weight[0]), 1, 0);
	assert_near(stevens_pair_within(1000000000, 2, s.weight[0]), 1, 0);
	stevens_release(&s);
}

/*
 * Far beyond enumeration: with T ~ Binomial(m, w), E[min(T,s)] by the sum of its tails, in R
 *   m <- 1e5; s <- 150; w <- 1e-3; sum(pbinom(0:(s-1), m, w, lower.tail=FALSE)) / s
 */
static void large_samples_keep_their_digits(void **state)
{
	(void)state;
	assert_near(stevens_inclusion(100000, 150, 1e-3), 0.66666664394440001, 1e-12);
	assert_near(stevens_inclusion(100000, 80, 1e-3), 0.99916757344155849, 1e-12);
	assert_near(stevens_inclusion(1000000, 999999, 1e-12) / 1e-12 * 0.999999, 1, 1e-12);
}

/* ---- picks ---- */

/* Chi-square of 200,000 picks over 7 buckets, 6 degrees of freedom: 22.46 is the quantile of .999.
 */
static void buckets_are_picked_by_their_weight(void **state)
{
	(void)state;
	double weight[40], expected, chi_square = 0;
	struct stevens s = { 0 };
	struct err e = { 0 };
	for (int i = 0; i < 40; i++)
		weight[i] = 1 / (double)(i + 3);
	assert_int_equal(stevens_make(&s, weight, 40, 6, &e), 0);
	assert_int_equal(s.buckets, 7);
	int64_t sum[7] = { 0 };
	enum { REPLICATES = 200000 / 6 };
	for (uint64_t r = 0; r < REPLICATES; r++) {
		int64_t count[7], all = 0;
		struct uniform u = uniform_start(3, r, 0);
		stevens_pick(&s, &u, count);
		for (int b = 0; b < 7; b++) {
			sum[b] += count[b];
			all += count[b];
		}
		assert_int_equal(all, 6);
	}
	for (int b = 0; b < 7; b++) {
		expected = 6.0 * REPLICATES * s.weight[b];
		chi_square += pow((double)sum[b] - expected, 2) / expected;
	}
	assert_true(chi_square < 22.46);
	stevens_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(weights_are_those_of_equation_5),
		cmocka_unit_test(long_lists_keep_their_digits),
		cmocka_unit_test(probabilities_are_those_of_all_sequences_of_picks),
		cmocka_unit_test(a_short_bucket_by_hand),
		cmocka_unit_test(nothing_has_no_buckets),
		cmocka_unit_test(full_buckets_have_the_printed_probabilities),
		cmocka_unit_test(more_picks_than_items_take_everything),
		cmocka_unit_test(large_samples_keep_their_digits),
		cmocka_unit_test(buckets_are_picked_by_their_weight),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
