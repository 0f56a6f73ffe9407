/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of bb-bound. Hyperparameters are worked out by hand from the formulas on top of bb_bound.c;
 * ends of the small design come from a program in another language that adds up all yields and
 * shares no code; coverage is enumerated here.
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/stats/interval/posterior.h"
#include "core/stats/interval/repeated_samples.h"
#include "tests/support/interval_help.h"

static const enum quantity quantities[] = { QUANTITY_RECALL, QUANTITY_PRECISION, QUANTITY_F,
					    QUANTITY_YIELD };

/* --- hyperparameters --- */

/* One end is the quantile of the posterior with these hyperparameters, at any probability. */
static void assert_priors(const struct stratum *s, size_t count, enum quantity quantity, bool lower,
			  const struct prior *prior)
{
	const struct posterior_model m = { .s = s, .prior = prior, .count = count };
	for (double tail = 0.002; tail < 0.2; tail *= 1.3) {
		struct interval_request q = asking(quantity, tail, 1 - tail);
		struct interval expected, found = ask("bb-bound", s, count, q);
		struct err e = { 0 };
		assert_int_equal(posterior_interval(&m, &q, &expected, &e), 0);
		if (lower)
			assert_near(found.lower, expected.lower, 1e-9);
		else
			assert_near(found.upper, expected.upper, 1e-9);
	}
}

static void one_stratum_a_segment_has_a_document(void **state)
{
	(void)state;
	const struct stratum s[] = { { 100, 10, 7, 10, true }, { 1000, 50, 2, 50, false } };
	const struct prior low[] = { { 0, 1 }, { 1, 0 } }, high[] = { { 1, 0 }, { 0, 1 } };
	assert_priors(s, 2, QUANTITY_RECALL, true, low);
	assert_priors(s, 2, QUANTITY_F, true, low);
	assert_priors(s, 2, QUANTITY_RECALL, false, high);
	assert_priors(s, 2, QUANTITY_F, false, high);
}

static void equal_strata_share_it_evenly(void **state)
{
	(void)state;
	/* A third each; the n - 1 leave 14 for each sample. */
	const struct stratum s[] = { { 150, 15, 0, 15, false },
				     { 150, 15, 0, 15, false },
				     { 150, 15, 0, 15, false },
				     { 40, 40, 25, 40, true } };
	const double third = 1.0 / 3;
	const struct prior p[] = { { third, -1 }, { third, -1 }, { third, -1 }, { 1, 1 } };
	assert_priors(s, 4, QUANTITY_RECALL, true, p);
	assert_priors(s, 3, QUANTITY_YIELD, false, p);
}

static void the_larger_weight_takes_it(void **state)
{
	(void)state;
	/*
	 * The first alone: level = 20 exp(-3/10) = 14.8, above the second's v = 10 (1 - .05). So
	 * the first has all, and the second its least share, .1 max(.1, .05).
	 */
	const struct stratum s[] = { { 200, 10, 0, 10, false }, { 1000, 100, 5, 100, false } };
	const struct prior p[] = { { 1, 0 }, { 0.01 - 0.05, -0.95 } };
	assert_priors(s, 2, QUANTITY_YIELD, false, p);
}

static void close_weights_share_it_by_their_logarithms(void **state)
{
	(void)state;
	/* level = sqrt(11 10) exp(-.15), h = 10 (ln w - ln level)/3 */
	const struct stratum s[] = { { 110, 10, 0, 10, false }, { 100, 10, 0, 10, false } };
	const double part = 10 * log(1.1) / 6;
	const struct prior p[] = { { 0.5 + part, -1 }, { 0.5 - part, -1 } };
	assert_priors(s, 2, QUANTITY_YIELD, false, p);
}

static void a_full_sample_takes_no_share_of_an_upper_bound(void **state)
{
	(void)state;
	/* only n/N max(n/N, 1) */
	const struct stratum s[] = { { 150, 15, 15, 15, false }, { 150, 15, 1, 15, false } };
	const struct prior p[] = { { 0.1 - 1, 0 }, { 1, 0 } };
	assert_priors(s, 2, QUANTITY_YIELD, false, p);
}

static void samples_of_none_or_one_have_their_own(void **state)
{
	(void)state;
	const struct stratum s[] = { { 50, 0, 0, 0, false },
				     { 50, 1, 0, 1, false },
				     { 50, 5, 1, 5, false } };
	const struct prior p[] = { { 1, 0 }, { 1, 0 }, { 1, 0 } };
	assert_priors(s, 3, QUANTITY_YIELD, false, p);
}

/* --- ends --- */

static void ends_of_a_small_design(void **state)
{
	(void)state;
	const struct stratum s[] = { { 60, 12, 5, 12, true },
				     { 90, 9, 6, 9, true },
				     { 200, 20, 1, 20, false },
				     { 300, 10, 0, 10, false } };
	const struct interval expected[] = {
		{ 0.456376, 0.988889 }, { 0.36, 0.74 }, { 0.432602, 0.826255 }, { 61, 178 }
	};
	for (size_t i = 0; i < 4; i++) {
		struct interval both = ask("bb-bound", s, 4, asking(quantities[i], 0.05, 0.95));
		struct interval low = ask("bb-bound", s, 4, asking(quantities[i], 0.05, 1));
		struct interval high = ask("bb-bound", s, 4, asking(quantities[i], 0, 0.95));
		assert_near(both.lower, expected[i].lower, 5e-7);
		assert_near(both.upper, expected[i].upper, 5e-7);
		assert_true(low.lower == both.lower && high.upper == both.upper);
	}
}

/*
 * The two one-sided posteriors of a yield whose quantiles are the exact limits of a hypergeometric
 * sample have the hyperparameters (0,1) and (1,0); the lower end of recall melds the lower one of
 * what is retrieved with the upper one of the rest (Fay, Proschan and Brittain 2015).
 */
static int exact_limits(const struct stratum *s, size_t count, enum quantity quantity, bool lower,
			struct prior *out, struct err *e)
{
	(void)quantity;
	(void)e;
	for (size_t i = 0; i < count; i++)
		out[i] = s[i].retrieved == lower ? (struct prior){ 0, 1 } : (struct prior){ 1, 0 };
	return 0;
}

static struct interval melded(const struct stratum *s, const struct interval_request *q)
{
	const struct interval_method m = {
		.name = "melded",
		.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F,
		.forced_ends = true,
		.end_prior = exact_limits,
	};
	struct interval out;
	struct err e = { 0 };
	assert_int_equal(interval_compute(&m, s, 2, q, &out, &e), 0);
	return out;
}

static void one_stratum_a_segment_is_melded(void **state)
{
	(void)state;
	const int64_t sampled[] = { 1, 2, 7, 30 };
	for (size_t k = 0; k < 16; k++) {
		int64_t n1 = sampled[k / 4], n0 = sampled[k % 4];
		for (int64_t r1 = 0; r1 <= n1; r1 += 1 + n1 / 4) {
			for (int64_t r0 = 0; r0 <= n0; r0 += 1 + n0 / 4) {
				const struct stratum s[] = { { 30, n1, r1, n1, true },
							     { 500, n0, r0, n0, false } };
				for (size_t i = 0; i < 3; i++) {
					struct interval_request q =
						asking(quantities[i], 0.05, 0.95);
					struct interval a = ask("bb-bound", s, 2, q),
							b = melded(s, &q);
					assert_near(a.lower, b.lower, 1e-12);
					assert_near(a.upper, b.upper, 1e-12);
				}
			}
		}
	}
}

/* As the other methods: left out of precision and F, not relevant in recall and yield. */
static void gray_documents_follow_the_convention(void **state)
{
	(void)state;
	const struct stratum gray[] = { { 120, 12, 5, 9, true }, { 300, 20, 2, 18, false } };
	const struct stratum left_out[] = { { 90, 9, 5, 9, true }, { 300, 20, 2, 20, false } };
	const struct stratum counted[] = { { 120, 12, 5, 12, true }, { 300, 20, 2, 20, false } };
	for (size_t i = 0; i < 4; i++) {
		bool ratio = quantities[i] == QUANTITY_PRECISION || quantities[i] == QUANTITY_F;
		struct interval_request q = asking(quantities[i], 0.05, 0.95);
		struct interval found = ask("bb-bound", gray, 2, q);
		struct interval expected = ask("bb-bound", ratio ? left_out : counted, 2, q);
		assert_near(found.lower, expected.lower, 1e-12);
		assert_near(found.upper, expected.upper, 1e-12);
		q.gray_nonrelevant = true;
		found = ask("bb-bound", gray, 2, q);
		expected = ask("bb-bound", counted, 2, q);
		assert_near(found.lower, expected.lower, 1e-12);
		assert_near(found.upper, expected.upper, 1e-12);
	}
}

static double estimate(const struct stratum *s, size_t count, enum quantity quantity)
{
	double yield[2] = { 0, 0 }, size = 0;
	for (size_t i = 0; i < count; i++) {
		yield[s[i].retrieved] += (double)(s[i].size * s[i].relevant) / (double)s[i].sampled;
		size += s[i].retrieved ? (double)s[i].size : 0;
	}
	return posterior_value(quantity, 1, size, yield[1], yield[0]);
}

/* Also at levels at which a quantile would be on the wrong side. */
static void bounds_never_cross_the_estimate(void **state)
{
	(void)state;
	struct stratum s[] = { { 20, 5, 0, 5, true },
			       { 30, 3, 0, 3, true },
			       { 40, 4, 0, 4, false },
			       { 60, 2, 0, 2, false } };
	for (int sample = 1; sample < 6 * 4 * 5 * 3; sample++) {
		s[0].relevant = sample % 6;
		s[1].relevant = sample / 6 % 4;
		s[2].relevant = sample / 24 % 5;
		s[3].relevant = sample / 120;
		for (size_t i = 0; i < 4; i++) {
			for (double tail = 0.05; tail < 1; tail += 0.3) {
				double middle = estimate(s, 4, quantities[i]);
				struct interval low = ask("bb-bound", s, 4,
							  asking(quantities[i], tail, 1)),
						high = ask("bb-bound", s, 4,
							   asking(quantities[i], 0, 1 - tail));
				assert_true(low.lower <= middle * (1 + 1e-12));
				assert_true(high.upper >= middle * (1 - 1e-12));
			}
		}
	}
}

/* --- coverage --- */

enum { STRATA_MAX = 4, SIZE_MAX_HERE = 40, SAMPLE_MAX = 8, SAMPLES_MAX = 2000 };

struct design {
	size_t count;
	struct stratum s[STRATA_MAX];
	enum quantity quantity;
};

static double binomial(int64_t n, int64_t k)
{
	return k < 0 || k > n ? 0
			      : exp(lgamma((double)n + 1) - lgamma((double)k + 1) -
				    lgamma((double)(n - k) + 1));
}

/* mass[stratum][yield][found]: hypergeometric. */
static double mass[STRATA_MAX][SIZE_MAX_HERE + 1][SAMPLE_MAX + 1];

static void fill_masses(const struct design *d)
{
	for (size_t i = 0; i < d->count; i++) {
		int64_t N = d->s[i].size, n = d->s[i].sampled;
		for (int64_t R = 0; R <= N; R++)
			for (int64_t r = 0; r <= n; r++)
				mass[i][R][r] =
					binomial(R, r) * binomial(N - R, n - r) / binomial(N, n);
	}
}

/* Counts through 0 .. most of each stratum; false: past the last. */
static bool next_of(int64_t *at, const struct design *d, bool yields)
{
	size_t i = 0;
	while (i < d->count && at[i] == (yields ? d->s[i].size : d->s[i].sampled))
		at[i++] = 0;
	if (i < d->count)
		at[i]++;
	return i < d->count;
}

static size_t all_samples(const struct design *d, int64_t found[][STRATA_MAX], struct interval *x)
{
	struct stratum s[STRATA_MAX];
	int64_t at[STRATA_MAX] = { 0 };
	size_t samples = 0;
	do {
		for (size_t i = 0; i < d->count; i++) {
			s[i] = d->s[i];
			s[i].relevant = found[samples][i] = at[i];
		}
		x[samples++] = ask("bb-bound", s, d->count, asking(d->quantity, 0.05, 0.95));
	} while (next_of(at, d, false));
	return samples;
}

/* The least coverage of the 95 % lower and of the 95 % upper bound over every truth. */
static struct interval least_coverage(const struct design *d)
{
	static int64_t found[SAMPLES_MAX][STRATA_MAX];
	static struct interval x[SAMPLES_MAX];
	size_t samples = all_samples(d, found, x);
	int64_t R[STRATA_MAX] = { 0 };
	struct interval least = { 1, 1 };
	fill_masses(d);
	do {
		double yield[2] = { 0, 0 }, size = 0;
		for (size_t i = 0; i < d->count; i++) {
			yield[d->s[i].retrieved] += (double)R[i];
			size += d->s[i].retrieved ? (double)d->s[i].size : 0;
		}
		if (yield[0] + yield[1] == 0)
			continue;
		double truth = posterior_value(d->quantity, 1, size, yield[1], yield[0]);
		double lower = 0, upper = 0;
		for (size_t k = 0; k < samples; k++) {
			double p = 1;
			for (size_t i = 0; i < d->count; i++)
				p *= mass[i][R[i]][found[k][i]];
			lower += interval_is_above(x[k], truth) ? 0 : p;
			upper += interval_is_below(x[k], truth) ? 0 : p;
		}
		least.lower = fmin(least.lower, lower);
		least.upper = fmin(least.upper, upper);
	} while (next_of(R, d, true));
	return least;
}

static void covers_every_truth_of_small_designs(void **state)
{
	(void)state;
	static const struct design designs[] = {
		{ 2, { { 30, 6, 0, 6, false }, { 20, 5, 0, 5, false } }, QUANTITY_YIELD },
		{ 2, { { 40, 4, 0, 4, false }, { 40, 8, 0, 8, false } }, QUANTITY_YIELD },
		{ 3,
		  { { 15, 5, 0, 5, false }, { 15, 5, 0, 5, false }, { 15, 5, 0, 5, false } },
		  QUANTITY_YIELD },
		{ 2, { { 30, 6, 0, 6, true }, { 20, 5, 0, 5, true } }, QUANTITY_PRECISION },
		{ 3,
		  { { 6, 6, 0, 6, true }, { 24, 6, 0, 6, false }, { 24, 6, 0, 6, false } },
		  QUANTITY_RECALL },
		{ 3,
		  { { 10, 4, 0, 4, true }, { 16, 4, 0, 4, false }, { 20, 5, 0, 5, false } },
		  QUANTITY_RECALL },
		{ 3,
		  { { 10, 4, 0, 4, true }, { 16, 4, 0, 4, false }, { 20, 5, 0, 5, false } },
		  QUANTITY_F },
		{ 4,
		  { { 8, 4, 0, 4, true },
		    { 8, 2, 0, 2, true },
		    { 12, 4, 0, 4, false },
		    { 8, 4, 0, 4, false } },
		  QUANTITY_RECALL },
	};
	for (size_t d = 0; d < sizeof designs / sizeof *designs; d++) {
		struct interval least = least_coverage(&designs[d]);
		if (!(least.lower >= 0.949 && least.upper >= 0.949))
			fail_msg("design %zu: least coverage %.4f and %.4f", d, least.lower,
				 least.upper);
	}
}

/* Of one stratum a hypergeometric probability decides, in place of the end: every value between
 * whole numbers of documents, and they themselves, of every small sample. */
static void what_lies_beyond_one_sample_is_beyond_its_end(void **state)
{
	(void)state;
	static const enum quantity quantity[] = { QUANTITY_PRECISION, QUANTITY_YIELD };
	static const int64_t size[] = { 1, 2, 5, 12, 23 };
	struct err e = { 0 };
	for (size_t k = 0; k < 2 * sizeof size / sizeof *size; k++) {
		int64_t N = size[k / 2];
		double unit = quantity[k % 2] == QUANTITY_YIELD ? 1 : (double)N;
		const struct interval_request q = asking(quantity[k % 2], 0.05, 0.9);
		for (int64_t n = 1; n <= N; n++) {
			struct stratum s = { N, n, 0, n, true };
			struct repeated_samples *r =
				repeated_samples_new(interval_find("bb-bound"), &s, 1, &q, &e);
			assert_non_null(r);
			for (s.relevant = 0; s.relevant <= n; s.relevant++)
				for (int64_t half = 0; half <= 2 * N; half++) {
					double value = (double)half / 2 / unit;
					struct interval x = ask("bb-bound", &s, 1, q);
					bool below, above;
					repeated_samples_beyond(r, value, true, &below, &e);
					repeated_samples_beyond(r, value, false, &above, &e);
					assert_int_equal(below, interval_is_above(x, value));
					assert_int_equal(above, interval_is_below(x, value));
				}
			repeated_samples_free(r);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_stratum_a_segment_has_a_document),
		cmocka_unit_test(equal_strata_share_it_evenly),
		cmocka_unit_test(the_larger_weight_takes_it),
		cmocka_unit_test(close_weights_share_it_by_their_logarithms),
		cmocka_unit_test(a_full_sample_takes_no_share_of_an_upper_bound),
		cmocka_unit_test(samples_of_none_or_one_have_their_own),
		cmocka_unit_test(ends_of_a_small_design),
		cmocka_unit_test(one_stratum_a_segment_is_melded),
		cmocka_unit_test(gray_documents_follow_the_convention),
		cmocka_unit_test(bounds_never_cross_the_estimate),
		cmocka_unit_test(covers_every_truth_of_small_designs),
		cmocka_unit_test(what_lies_beyond_one_sample_is_beyond_its_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
