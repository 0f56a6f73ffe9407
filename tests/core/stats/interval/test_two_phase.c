/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds from a sample that was coded, and in part reviewed again. All truths and all samples of
 * small designs are enumerated: how often a bound fails is a sum of hypergeometric probabilities,
 * which this file has from their definition.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/stats/interval/interval.h"
#include "core/stats/interval/two_phase.h"
#include "tests/support/near.h"
#include "tests/support/oracle.h"
#include "tests/support/cases.h"

static double choose(int64_t n, int64_t k)
{
	double x = 1;
	if (k < 0 || k > n)
		return 0;
	for (int64_t i = 0; i < k; i++)
		x = x * (double)(n - i) / (double)(i + 1);
	return x;
}

/* r relevant of n drawn from N, of which R are relevant */
static double drawn(int64_t N, int64_t R, int64_t n, int64_t r)
{
	return choose(R, r) * choose(N - R, n - r) / choose(N, n);
}

enum { OUTCOMES = 800 };

/* A design: N documents, n drawn; of each code `part` of them, at least one, reviewed again. */
struct design {
	int64_t N, n;
	double part;
	bool trusted; /* those coded relevant are not reviewed again */
	struct coded_sample outcome[OUTCOMES];
	size_t outcomes;
};

static struct design design_of(int64_t N, int64_t n, double part, bool trusted)
{
	struct design d = { .N = N, .n = n, .part = part, .trusted = trusted };
	for (int64_t n1 = 0; n1 <= n; n1++) {
		struct coded_sample s = { .size = N, .coded = { n - n1, n1 } };
		for (int code = 0; code < 2; code++)
			s.again[code] = (int64_t)ceil(part * (double)s.coded[code]);
		s.trusted[1] = trusted;
		s.again[1] = trusted ? 0 : s.again[1];
		for (int64_t u1 = 0; u1 <= s.again[1]; u1++)
			for (int64_t u0 = 0; u0 <= s.again[0]; u0++) {
				s.relevant[1] = u1;
				s.relevant[0] = u0;
				assert_true(d.outcomes < OUTCOMES);
				d.outcome[d.outcomes++] = s;
			}
	}
	return d;
}

/* N1 documents would be coded relevant; R1 of these and R0 of the others are relevant */
struct truth {
	int64_t N1, R1, R0;
};

static double probability(const struct design *d, const struct coded_sample *s, struct truth t)
{
	double p = drawn(d->N, t.N1, d->n, s->coded[1]);
	if (!(p > 0))
		return 0; /* the others would be 0/0 */
	if (!d->trusted)
		p *= drawn(t.N1, t.R1, s->again[1], s->relevant[1]);
	return p * drawn(d->N - t.N1, t.R0, s->again[0], s->relevant[0]);
}

/* All truths: calls back with the next one; false: there are no more. */
static bool next_truth(const struct design *d, struct truth *t)
{
	if (++t->R0 <= d->N - t->N1)
		return true;
	t->R0 = 0;
	if (++t->R1 <= t->N1)
		return true;
	t->N1++;
	t->R1 = d->trusted ? t->N1 : 0;
	return t->N1 <= d->N;
}

static struct two_phase *analyse(const struct coded_sample *produced,
				 const struct coded_sample *null)
{
	const struct coded_sample *const side[2] = { null, produced };
	struct err e = { 0 };
	struct two_phase *x = two_phase_new(side, &e);
	if (x == NULL)
		fail_msg("%s", e.text);
	return x;
}

/* The least coverage of both one-sided bounds of a yield over all truths. */
static void enumerate_yield(int64_t N, int64_t n, double part, bool trusted)
{
	struct design d = design_of(N, n, part, trusted);
	static double bound[2][OUTCOMES];
	double least[2] = { 1, 1 };
	for (size_t i = 0; i < d.outcomes; i++) {
		struct two_phase *x = analyse(NULL, &d.outcome[i]);
		for (int lower = 0; lower < 2; lower++)
			bound[lower][i] = two_phase_bound(x, TWO_PHASE_NULL, lower, 0.05);
		double estimate = two_phase_estimate(&d.outcome[i]);
		assert_true(bound[1][i] <= estimate + 1e-9 && estimate - 1e-9 <= bound[0][i]);
		two_phase_free(x);
	}
	struct truth t = { 0, 0, -1 };
	while (next_truth(&d, &t)) {
		double covered[2] = { 0, 0 }, R = (double)(t.R1 + t.R0);
		for (size_t i = 0; i < d.outcomes; i++) {
			double p = probability(&d, &d.outcome[i], t);
			covered[0] += R <= bound[0][i] + 1e-6 ? p : 0;
			covered[1] += R >= bound[1][i] - 1e-6 ? p : 0;
		}
		least[0] = fmin(least[0], covered[0]);
		least[1] = fmin(least[1], covered[1]);
	}
	printf("N %d, n %d, %g again%s: least coverage, lower %.4f, upper %.4f\n", (int)N, (int)n,
	       part, trusted ? ", coded relevant trusted" : "", least[1], least[0]);
	assert_true(least[0] >= 0.949);
	assert_true(least[1] >= 0.949);
}

static void yields_cover(void **state)
{
	(void)state;
	enumerate_yield(12, 6, 0.5, false);
	enumerate_yield(14, 8, 0.25, false);
	enumerate_yield(20, 10, 0.5, false);
	enumerate_yield(24, 8, 1, false);
	enumerate_yield(24, 16, 0.6, false);
	enumerate_yield(30, 12, 0.34, false);
	enumerate_yield(20, 20, 0.5, false); /* all are coded */
	enumerate_yield(40, 16, 0.5, true);
	enumerate_yield(60, 24, 0.25, true);
}

/* The same for recall, or for the yield of two strata of one side, of every pair of truths. */
static void enumerate_pair(struct design produced, struct design null, bool recall)
{
	double *bound[2], least[2] = { 1, 1 };
	for (int lower = 0; lower < 2; lower++)
		bound[lower] = malloc(produced.outcomes * null.outcomes * sizeof **bound);
	for (size_t i = 0; i < produced.outcomes; i++)
		for (size_t k = 0; k < null.outcomes; k++) {
			struct coded_sample one = produced.outcome[i];
			one.next = recall ? NULL : &null.outcome[k];
			struct two_phase *x =
				recall ? analyse(&one, &null.outcome[k]) : analyse(NULL, &one);
			for (int lower = 0; lower < 2; lower++)
				bound[lower][i * null.outcomes + k] = two_phase_bound(
					x, recall ? TWO_PHASE_RECALL : TWO_PHASE_NULL, lower, 0.05);
			two_phase_free(x);
		}
	double *in_null = malloc(null.outcomes * sizeof *in_null);
	struct truth t = { 0, 0, -1 };
	while (next_truth(&produced, &t)) {
		struct truth u = { 0, 0, -1 };
		while (next_truth(&null, &u)) {
			double R1 = (double)(t.R1 + t.R0), R0 = (double)(u.R1 + u.R0);
			double value = recall ? R1 / (R1 + R0) : R1 + R0, covered[2] = { 0, 0 };
			if (isnan(value))
				continue;
			for (size_t k = 0; k < null.outcomes; k++)
				in_null[k] = probability(&null, &null.outcome[k], u);
			for (size_t i = 0; i < produced.outcomes; i++) {
				double p = probability(&produced, &produced.outcome[i], t);
				const size_t row = i * null.outcomes;
				for (size_t k = 0; k < null.outcomes && p > 0; k++) {
					covered[0] += value <= bound[0][row + k] + 1e-9
							      ? p * in_null[k]
							      : 0;
					covered[1] += value >= bound[1][row + k] - 1e-9
							      ? p * in_null[k]
							      : 0;
				}
			}
			least[0] = fmin(least[0], covered[0]);
			least[1] = fmin(least[1], covered[1]);
		}
	}
	printf("%s, N %d and %d: least coverage, lower %.4f, upper %.4f\n",
	       recall ? "recall" : "two strata", (int)produced.N, (int)null.N, least[1], least[0]);
	assert_true(least[0] >= 0.949 && least[1] >= 0.949);
	free(in_null);
	free(bound[0]);
	free(bound[1]);
}

static void recalls_cover(void **state)
{
	(void)state;
	enumerate_pair(design_of(5, 5, 1, true), design_of(20, 8, 0.5, true), true);
	enumerate_pair(design_of(6, 4, 0.5, false), design_of(10, 5, 0.5, false), true);
}

static void strata_cover(void **state)
{
	(void)state;
	enumerate_pair(design_of(6, 4, 0.5, false), design_of(10, 5, 0.5, false), false);
	enumerate_pair(design_of(8, 4, 0.5, false), design_of(8, 6, 0.4, false), false);
	enumerate_pair(design_of(12, 6, 0.5, true), design_of(20, 8, 0.5, true), false);
}

/* Strata that are coded and reviewed as a whole add what was found: 12 and 7 + 5. */
static void known_strata_add(void **state)
{
	(void)state;
	const struct coded_sample one = {
		.size = 20, .coded = { 8, 12 }, .again = { 8, 12 }, .relevant = { 0, 12 }
	};
	struct coded_sample other = {
		.size = 15, .coded = { 8, 7 }, .again = { 8, 7 }, .relevant = { 5, 7 }
	};
	other.next = &one;
	struct two_phase *x = analyse(NULL, &other);
	for (int lower = 0; lower < 2; lower++)
		assert_near(two_phase_bound(x, TWO_PHASE_NULL, lower, 0.05), 24, 1e-9);
	two_phase_free(x);
}

/* ---- values ---- */

/* The null set of doc/methods.md. */
static const struct coded_sample null_set = { .size = 960000,
					      .coded = { 2391, 9 },
					      .again = { 600, 0 },
					      .relevant = { 3, 0 },
					      .trusted = { false, true } };

static void estimates(void **state)
{
	(void)state;
	/* the example of doc/methods.md: elusion (9 + 3*2391/600)/2400 = .0087313 */
	assert_near(two_phase_estimate(&null_set) / 960000, 0.02095500 / 2.4, 1e-9);
	/* 60 of 100 coded relevant, 20 of 30 upheld; 40 not, 2 of 10 overturned: 200 (40 + 8)/100
	 */
	const struct coded_sample both = {
		.size = 200, .coded = { 40, 60 }, .again = { 10, 30 }, .relevant = { 2, 20 }
	};
	assert_near(two_phase_estimate(&both), 96, 1e-12);
}

/*
 * R's survey::twophase (tests/support/survey.R): totals and their standard errors, which have both
 * phases. The exact bounds are a little wider than those of the normal distribution with these
 * errors; with the error of one phase alone (55, 60 and 13) they would be more than 1.4 times as
 * wide.
 */
static void survey_agrees(void **state)
{
	(void)state;
	static const struct {
		struct coded_sample s;
		double total, se;
	} survey[] = {
		{ { .size = 1000, .coded = { 60, 40 }, .again = { 20, 15 }, .relevant = { 3, 11 } },
		  383.333333333333,
		  71.997785886988 },
		{ { .size = 5000,
		    .coded = { 350, 50 },
		    .again = { 100, 30 },
		    .relevant = { 2, 24 } },
		  587.5,
		  97.746543894541 },
		{ { .size = 300, .coded = { 45, 75 }, .again = { 30, 25 }, .relevant = { 9, 21 } },
		  191.25,
		  16.354859722423 },
	};
	for (size_t i = 0; i < 3; i++) {
		struct two_phase *x = analyse(NULL, &survey[i].s);
		double width = two_phase_bound(x, TWO_PHASE_NULL, false, 0.025) -
			       two_phase_bound(x, TWO_PHASE_NULL, true, 0.025);
		double ratio = width / (2 * 1.959964 * survey[i].se);
		assert_near(two_phase_estimate(&survey[i].s), survey[i].total, 1e-8);
		printf("data %zu: width %.4f of the normal distribution's\n", i, ratio);
		assert_true(ratio > 1 && ratio < 1.25);
		two_phase_free(x);
	}
}

/*
 * Everything was coded, and nobody doubts those coded relevant: what is left is one exact limit.
 * Coded: 5 of 50 relevant, 20 of the others reviewed again, 1 overturned. The upper limit of R0 in
 * 45 documents is the largest whose probability of at most 1 in 20 is at least .05.
 */
static void one_sample_is_exact(void **state)
{
	(void)state;
	const struct coded_sample s = { .size = 50,
					.coded = { 45, 5 },
					.again = { 20, 0 },
					.relevant = { 1, 0 },
					.trusted = { false, true } };
	int64_t upper = 1, lower = 1;
	while (drawn(45, upper + 1, 20, 0) + drawn(45, upper + 1, 20, 1) >= 0.05)
		upper++;
	while (1 - drawn(45, lower, 20, 0) < 0.05)
		lower++;
	struct two_phase *x = analyse(NULL, &s);
	assert_near(two_phase_bound(x, TWO_PHASE_NULL, false, 0.05), 5 + (double)upper, 1e-9);
	assert_near(two_phase_bound(x, TWO_PHASE_NULL, true, 0.05), 5 + (double)lower, 1e-9);
	two_phase_free(x);
}

/* ---- the mixture, from its definition ---- */

/* Adds weight times the masses of R1 + R0 to those of R; tails below 1e-16 are left out. */
static void add_sum(double weight, const double *one, int64_t ones, const double *zero,
		    int64_t zeros, double *out)
{
	int64_t first = 0, last = zeros;
	while (first < last && zero[first] < 1e-16)
		first++;
	while (last > first && zero[last] < 1e-16)
		last--;
	for (int64_t i = 0; i <= ones; i++)
		for (int64_t k = first; k <= last && one[i] > 1e-16; k++)
			out[i + k] += weight * one[i] * zero[k];
}

/* The masses of what is relevant of a code, N documents, and was not seen; 0 .. N - again. */
static double *code_masses(const struct coded_sample *s, int code, int64_t N,
			   const struct prior *prior)
{
	double u = (double)s->relevant[code], m = (double)s->again[code];
	return oracle_masses(N - s->again[code], prior->alpha + u, prior->beta + m - u);
}

/*
 * The masses of R for an end: the sum over all values of N1, which has its exact limits, of R1 + R0
 * given N1, whose hyperparameters are those of bb-bound (test_bb_bound.c has these).
 */
static double *masses_of(const struct coded_sample *s, bool lower)
{
	double *out = calloc((size_t)s->size + 1, sizeof *out);
	int64_t unseen = s->size - s->coded[0] - s->coded[1];
	bool fewer = lower == (coded_sample_share(s, 1) >= coded_sample_share(s, 0));
	double *of = oracle_masses(unseen, (double)s->coded[1] + (fewer ? 0 : 1),
				   (double)s->coded[0] + (fewer ? 1 : 0));
	for (int64_t M = 0; M <= unseen; M++) {
		const int64_t N1 = s->coded[1] + M, N[2] = { s->size - N1, N1 };
		struct stratum stratum[2];
		struct prior prior[2];
		struct err e;
		size_t count = 0;
		for (int code = 0; code < 2; code++)
			if (!s->trusted[code])
				stratum[count++] = (struct stratum){ .size = N[code],
								     .sampled = s->again[code],
								     .relevant = s->relevant[code],
								     .assessable = s->again[code] };
		assert_int_equal(
			interval_find("bb-bound")
				->end_prior(stratum, count, QUANTITY_YIELD, lower, prior, &e),
			0);
		double certain = 1, *zero = code_masses(s, 0, N[0], &prior[0]);
		double *one = s->trusted[1] ? NULL : code_masses(s, 1, N[1], &prior[1]);
		int64_t known = s->relevant[0] + (s->trusted[1] ? N1 : s->relevant[1]);
		add_sum(of[M], one != NULL ? one : &certain, one != NULL ? N1 - s->again[1] : 0,
			zero, N[0] - s->again[0], out + known);
		free(zero);
		free(one);
	}
	free(of);
	return out;
}

/*
 * Bounds are quantiles of the mixture, to the document: with more values of N1 than there are
 * nodes, coded right or not, those coded relevant trusted, and with a share among the others that
 * is the larger one.
 */
static void mixture_is_right(void **state)
{
	(void)state;
	static const struct coded_sample sample[] = {
		{ .size = 600,
		  .coded = { 70, 30 },
		  .again = { 20, 0 },
		  .relevant = { 2, 0 },
		  .trusted = { false, true } },
		{ .size = 1000, .coded = { 90, 30 }, .again = { 30, 15 }, .relevant = { 3, 11 } },
		{ .size = 1000, .coded = { 110, 40 }, .again = { 60, 40 }, .relevant = { 6, 3 } },
		{ .size = 900, .coded = { 140, 10 }, .again = { 70, 3 }, .relevant = { 20, 2 } },
		{ .size = 900, .coded = { 3, 97 }, .again = { 2, 30 }, .relevant = { 1, 29 } },
	};
	static const double error[] = { 0.001, 0.025, 0.05, 0.3 };
	for (size_t i = 0; i < sizeof sample / sizeof *sample; i += (size_t)cases(1, 2)) {
		struct two_phase *x = analyse(NULL, &sample[i]);
		for (int lower = 0; lower < 2; lower++) {
			double *mass = masses_of(&sample[i], lower);
			for (size_t k = 0; k < sizeof error / sizeof *error; k++) {
				double found = two_phase_bound(x, TWO_PHASE_NULL, lower, error[k]);
				double sum = mass[0];
				int64_t r = 0;
				while (sum < (lower ? error[k] : 1 - error[k]))
					sum += mass[++r];
				assert_near(found, (double)r, 1e-9);
			}
			free(mass);
		}
		two_phase_free(x);
	}
}

/*
 * The same in a design with 25,000 values, to the document. The expected numbers are quantiles of
 * the sum over every 25th value of N1 of the masses of N1 + R0, from the ratios of neighbours as in
 * oracle_masses(): they took 15 seconds.
 */
static void wide_mixture_is_right(void **state)
{
	(void)state;
	static const struct {
		double error, bound[2]; /* upper, lower */
	} expected[] = {
		{ 0.001, { 25058, 2415 } }, { 0.01, { 20287, 3309 } }, { 0.025, { 18250, 3826 } },
		{ 0.05, { 16625, 4323 } },  { 0.3, { 11744, 6567 } },
	};
	struct two_phase *x = analyse(NULL, &null_set);
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		for (int lower = 0; lower < 2; lower++)
			assert_near(two_phase_bound(x, TWO_PHASE_NULL, lower, expected[i].error),
				    expected[i].bound[lower], 1e-9);
	two_phase_free(x);
}

/*
 * A few hits, and few of them seen again, in 960,000 documents, of which 2,400 were drawn: the
 * lower bounds by a sum over all values of N1 of the masses of R1, as in oracle_masses(). Their
 * distribution piles up at no end.
 */
static void few_seen_are_right(void **state)
{
	(void)state;
	static const struct {
		int64_t hits, seen, upheld;
		double bound;
	} expected[] = { { 2, 1, 1, 21 },  { 3, 1, 1, 41 },  { 3, 2, 2, 143 }, { 3, 2, 1, 21 },
			 { 5, 2, 2, 314 }, { 6, 3, 2, 250 }, { 9, 1, 1, 161 }, { 9, 4, 3, 718 } };
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		const struct coded_sample s = { .size = 960000,
						.coded = { 2400 - expected[i].hits,
							   expected[i].hits },
						.again = { 0, expected[i].seen },
						.relevant = { 0, expected[i].upheld },
						.trusted = { true, false } };
		struct two_phase *x = analyse(NULL, &s);
		assert_near(two_phase_bound(x, TWO_PHASE_NULL, true, 0.05), expected[i].bound,
			    1e-9);
		two_phase_free(x);
	}
}

/*
 * No hits among 42 documents of twelve million, and none of 32 seen again is relevant. So nearly 1
 * - R/N = (1 - Q)(1 - P) with Q of Beta(1, 42) and P of Beta(1, 32), and -ln of it is a sum of two
 * exponential variables: P(R/N > x) = (42 exp(-32 t) - 32 exp(-42 t))/10 with t = -ln(1 - x), which
 * is .025 at R = 1,729,543.
 */
static void no_hits_in_millions(void **state)
{
	(void)state;
	const struct coded_sample s = { .size = 12075228, .coded = { 42, 0 }, .again = { 32, 0 } };
	struct two_phase *x = analyse(NULL, &s);
	assert_near(two_phase_bound(x, TWO_PHASE_NULL, false, 0.025), 1729543, 20);
	assert_near(two_phase_bound(x, TWO_PHASE_NULL, true, 0.025), 0, 1e-9);
	two_phase_free(x);
}

/*
 * If all of the production was counted, R1 = 31,000, recall is R1/(R1 + R0) of the bound of R0, to
 * one document; F1 2 R1/(40,000 + R1 + R0), and all relevant documents are R1 + R0. R0 has far more
 * values than the distribution has points.
 */
static void a_counted_production_has_the_bounds_of_the_null_set(void **state)
{
	(void)state;
	const struct coded_sample produced = { .size = 40000,
					       .coded = { 9000, 31000 },
					       .trusted = { true, true } };
	struct two_phase *x = analyse(&produced, &null_set);
	static const double error[] = { 0.01, 0.025, 0.05, 0.1, 0.3 };
	for (size_t i = 0; i < sizeof error / sizeof *error; i++)
		for (int lower = 0; lower < 2; lower++) {
			double R0 = two_phase_bound(x, TWO_PHASE_NULL, !lower, error[i]);
			double recall = two_phase_bound(x, TWO_PHASE_RECALL, lower, error[i]);
			double F = two_phase_bound(x, TWO_PHASE_F1, lower, error[i]);
			assert_near(31000 / recall - 31000, R0, 1);
			assert_near(62000 / F - 71000, R0, 1);
			assert_near(two_phase_bound(x, TWO_PHASE_ALL, !lower, error[i]), 31000 + R0,
				    1);
		}
	two_phase_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_counted_production_has_the_bounds_of_the_null_set),
		cmocka_unit_test(estimates),
		cmocka_unit_test(survey_agrees),
		cmocka_unit_test(one_sample_is_exact),
		cmocka_unit_test(mixture_is_right),
		cmocka_unit_test(wide_mixture_is_right),
		cmocka_unit_test(few_seen_are_right),
		cmocka_unit_test(no_hits_in_millions),
		cmocka_unit_test(yields_cover),
		cmocka_unit_test(recalls_cover),
		cmocka_unit_test(strata_cover),
		cmocka_unit_test(known_strata_add),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
