/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The simulation of interval methods: random numbers, hypergeometric tables, Webber's scenarios and
 * the three ways to coverage.
 */
#include "tests/support/interval_help.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/coverage/coverage.h"
#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/interval/repeated_samples.h"
#include "core/stats/numeric/root.h"
#include "core/stats/random/uniform.h"
#include "tests/support/cases.h"

/* ---- random numbers ---- */

/*
 * Random123's own known answer for philox4x32 with 10 rounds, counter and key 0: 6627e8d5 e169c58d
 * bc57ac4c 9b00dbd8 (its file kat_vectors). The second pair makes our first number.
 */
static void uniform_numbers_are_philox(void **state)
{
	(void)state;
	struct uniform u = uniform_start(0, 0, 0);
	uint64_t second = UINT64_C(0xbc57ac4c9b00dbd8), first = UINT64_C(0x6627e8d5e169c58d);
	assert_near(uniform_next(&u), ((double)(second >> 12) + 0.5) / 0x1p52, 0.0);
	assert_near(uniform_next(&u), ((double)(first >> 12) + 0.5) / 0x1p52, 0.0);
}

/* Mean 1/2 and variance 1/12, to five standard errors. */
static void uniform_numbers_are_uniform(void **state)
{
	(void)state;
	enum { COUNT = 100000 };
	struct uniform u = uniform_start(7, 3, 1);
	double sum = 0.0, squares = 0.0;
	for (int i = 0; i < COUNT; i++) {
		double x = uniform_next(&u);
		assert_true(x > 0.0 && x < 1.0);
		sum += x - 0.5;
		squares += (x - 0.5) * (x - 0.5);
	}
	assert_near(sum / COUNT, 0.0, 5.0 * sqrt(1.0 / 12.0 / COUNT));
	assert_near(squares / COUNT, 1.0 / 12.0, 5.0 * sqrt(1.0 / 180.0 / COUNT));
}

/* ---- hypergeometric tables ---- */

/* R's dhyper(), mixed in proportion where R is not whole; all designs up to N = 25, R in quarters.
 */
static void hypergeometric_masses_are_those_of_r(void **state)
{
	(void)state;
	struct err e;
	for (int N = 1; N <= 25; N++)
		for (int n = 0; n <= N; n++) {
			struct hypergeometric l;
			assert_int_equal(hypergeometric_init(&l, n, &e), 0);
			for (int quarters = 0; quarters <= 4 * N; quarters++) {
				double R = 0.25 * quarters, whole = floor(R), part = R - whole;
				double below = 0.0;
				hypergeometric_set(&l, N, R, n);
				for (int k = 0; k <= n; k++) {
					double mass =
						(1.0 - part) * dhyper(k, whole, N - whole, n, 0);
					if (part > 0.0)
						mass += part * dhyper(k, whole + 1.0,
								      N - whole - 1.0, n, 0);
					below += mass;
					assert_near(hypergeometric_mass(&l, k), mass, 1e-13);
					if (k < l.first || k > l.last)
						continue;
					assert_near(l.below[k - l.first], below, 1e-12);
					assert_near(l.above[k - l.first], 1.0 - below + mass,
						    1e-12);
				}
			}
			hypergeometric_release(&l);
		}
}

/* R's phyper(), with R in steps across its range. */
static void hypergeometric_tails_of_large_collections_are_those_of_r(void **state)
{
	(void)state;
	struct err e;
	const int64_t N = 100000000, n = 10000;
	struct hypergeometric l;
	assert_int_equal(hypergeometric_init(&l, n, &e), 0);
	for (int64_t R = 0; R <= N; R += N / 20) {
		double relevant = (double)R, others = (double)(N - R);
		hypergeometric_set(&l, N, relevant, n);
		assert_true(l.last - l.first < l.room);
		for (int64_t k = l.first; k <= l.last; k += 7) {
			double x = (double)k, size = (double)n;
			assert_near(l.below[k - l.first], phyper(x, relevant, others, size, 1, 0),
				    1e-11);
			assert_near(l.above[k - l.first],
				    phyper(x - 1.0, relevant, others, size, 0, 0), 1e-11);
		}
	}
	hypergeometric_release(&l);
}

/* ---- staircase ---- */

/* First column at which 3·column >= 2·row², from 0 to 99: found whatever the guess is. */
static bool beyond_parabola(void *context, int64_t row, int64_t column)
{
	(void)context;
	return 3 * column >= 2 * row * row;
}

static void staircase_finds_every_step(void **state)
{
	(void)state;
	for (int64_t guess = -5; guess < 110; guess += 23) {
		struct monotone_border s = { .border = guess };
		for (int64_t row = 0; row <= 15; row++) {
			int64_t want = (2 * row * row + 2) / 3;
			int64_t got = monotone_border_next(&s, beyond_parabola, NULL, row, 0, 99);
			assert_true(got == (want > 99 ? 100 : want));
		}
	}
}

/* ---- scenarios ---- */

struct moments {
	double sum, squares;
};

static void add(struct moments *m, double x)
{
	m->sum += x;
	m->squares += x * x;
}

enum { REALIZATIONS = 20000 };

/* The mean is the printed one to half of its last digit and five standard errors. */
static void check_mean(const struct moments *m, double printed, double half_digit)
{
	double mean = m->sum / REALIZATIONS;
	double variance = m->squares / REALIZATIONS - mean * mean;
	assert_near(mean, printed, half_digit + 5.0 * sqrt(variance / REALIZATIONS));
}

struct means {
	struct moments N, prevalence, recall, precision, n1, n0;
};

static struct means draw_many(const char *name)
{
	struct means m = { 0 };
	const struct scenario *s = scenario_find(name);
	assert_non_null(s);
	for (uint64_t i = 0; i < REALIZATIONS; i++) {
		struct realization r;
		struct err e = { 0 };
		scenario_realize(s, 2013, i, &r);
		struct truth t = { r.strata, 2 };
		if (truth_check(&t, &e) < 0)
			fail_msg("%s", e.text);
		assert_true(r.strata[0].retrieved && !r.strata[1].retrieved);
		assert_true(r.strata[0].sampled > 0 && r.strata[1].sampled > 0);
		add(&m.N, (double)(r.strata[0].size + r.strata[1].size));
		add(&m.prevalence, r.prevalence);
		add(&m.recall, r.recall);
		add(&m.precision, r.precision);
		add(&m.n1, (double)r.strata[0].sampled);
		add(&m.n0, (double)r.strata[1].sampled);
	}
	return m;
}

/* Webber 2013, Table VI. */
static void neutral_scenario_has_the_means_of_table_vi(void **state)
{
	(void)state;
	struct means m = draw_many("neutral");
	check_mean(&m.N, 495000, 500);
	check_mean(&m.prevalence, 0.287, 0.0005);
	check_mean(&m.recall, 0.55, 0.005);
	check_mean(&m.precision, 0.64, 0.005);
	check_mean(&m.n1, 890, 5);
	check_mean(&m.n0, 1150, 5);
}

/*
 * Table VII. Its mean N of 1,075,000 lacks a zero: 5e5·10^Unif(0,2) has the mean 5e5·99/(2 ln 10) =
 * 10,748,800. Its mean n0 of 3,170 cannot come from its distribution, for which 100·127/(7 ln 2) =
 * 2617.4 is an upper bound, reached when no segment is smaller than 12,800.
 */
static void legal_scenario_has_the_means_of_table_vii(void **state)
{
	(void)state;
	struct means m = draw_many("legal");
	check_mean(&m.N, 10748800, 50);
	check_mean(&m.prevalence, 0.031, 0.0005);
	check_mean(&m.recall, 0.33, 0.005);
	check_mean(&m.precision, 0.48, 0.005);
	check_mean(&m.n1, 820, 5);
	check_mean(&m.n0, 2617.4, 0.05);
}

/* Table VIII. */
static void small_scenario_has_the_means_of_table_viii(void **state)
{
	(void)state;
	struct means m = draw_many("small");
	check_mean(&m.N, 3900, 50);
	check_mean(&m.prevalence, 0.085, 0.0005);
	check_mean(&m.recall, 0.55, 0.005);
	check_mean(&m.precision, 0.51, 0.005);
	check_mean(&m.n1, 160, 5);
	check_mean(&m.n0, 600, 5);
}

static void a_realization_depends_on_seed_and_index_alone(void **state)
{
	(void)state;
	const struct scenario *s = scenario_find("neutral");
	struct realization forwards[20], r;
	for (uint64_t i = 0; i < 20; i++)
		scenario_realize(s, 5, i, &forwards[i]);
	for (uint64_t i = 20; i-- > 0;) {
		scenario_realize(s, 5, i, &r);
		assert_near(r.recall, forwards[i].recall, 0.0);
		assert_true(r.strata[1].sampled == forwards[i].strata[1].sampled);
		scenario_realize(s, 6, i, &r);
		assert_true(r.recall != forwards[i].recall);
	}
	assert_null(scenario_find("large"));
}

/* ---- coverage ---- */

static struct coverage_request covering(enum coverage_by by)
{
	return (struct coverage_request){
		.interval = asking(QUANTITY_RECALL, 0.025, 0.975),
		.by = by,
		.outcomes = 100000,
		.widths = 400,
		.draws = 20000,
		.seed = 1,
	};
}

static struct coverage cover(const char *method, const struct true_stratum *strata, size_t count,
			     struct coverage_request q)
{
	struct truth t = { strata, count };
	struct coverage c;
	struct err e = { 0 };
	if (coverage_of(interval_find(method), &t, &q, &c, &e) < 0)
		fail_msg("%s: %s", method, e.text);
	return c;
}

/*
 * N1 = n1 = R1 = 1; N0 = 2, n0 = 1, R0 = 1: recall 1/2. The sample has r0 = 0 or 1, each with
 * probability 1/2, and `normal` has no width either way: [1,1], the truth is below, or [1/3,1/3],
 * it is above.
 */
static void coverage_by_hand(void **state)
{
	(void)state;
	struct true_stratum strata[] = { { 1, 1, 1, true }, { 2, 1, 1, false } };
	struct coverage c = cover("normal", strata, 2, covering(COVERAGE_BY_SUM));
	assert_near(c.covered, 0.0, 0.0);
	assert_near(c.below, 0.5, 1e-15);
	assert_near(c.above, 0.5, 1e-15);
	assert_near(c.width, 0.0, 1e-15);
	assert_true(c.intervals == 2);
}

/*
 * N = 2, n = 1, R = 1 in both segments: no relevant document seen, hence nan, with probability 1/4.
 * The others have no width: recall 1 and 0 miss 1/2, and 1 of 2 does not.
 */
static void what_is_not_offered_is_left_out(void **state)
{
	(void)state;
	struct true_stratum strata[] = { { 2, 1, 1, true }, { 2, 1, 1, false } };
	struct coverage c = cover("normal", strata, 2, covering(COVERAGE_BY_SUM));
	assert_near(c.offered, 0.75, 1e-15);
	assert_near(c.covered, 1 / 3.0, 1e-15);
	assert_near(c.above, 1 / 3.0, 1e-15);
	assert_near(c.below, 1 / 3.0, 1e-15);
}

/* Two algorithms for the same sum: they differ by rounding only. */
static void border_and_sum_agree(void **state)
{
	(void)state;
	const char *methods[] = { "koopman", "bb-half", "bb-bound" };
	struct true_stratum strata[] = { { 90, 40, 20, true }, { 400, 30, 50, false } };
	for (int order = 0; order < 2; order++) {
		for (size_t i = 0; i < 3; i++) {
			struct coverage a = cover(methods[i], strata, 2, covering(COVERAGE_BY_SUM));
			struct coverage b =
				cover(methods[i], strata, 2, covering(COVERAGE_BY_BORDER));
			assert_near(b.covered, a.covered, 1e-12);
			assert_near(b.above, a.above, 1e-12);
			assert_near(b.below, a.below, 1e-12);
			assert_near(b.width, a.width, 0.02 * a.width); /* 400 samples */
			assert_true(b.by == COVERAGE_BY_BORDER);
		}
		struct true_stratum first = strata[0];
		strata[0] = strata[1];
		strata[1] = first;
	}
}

/* The same for methods with a posterior, and for F and yield, whose ends rise and fall otherwise.
 */
static void border_and_sum_agree_for_posteriors(void **state)
{
	(void)state;
	const char *methods[] = { "bb-half", "bb-mcp", "bb-uniform", "jeffreys", "bb-bound" };
	const enum quantity quantities[] = { QUANTITY_RECALL, QUANTITY_F, QUANTITY_YIELD };
	struct true_stratum strata[] = { { 60, 30, 12, true }, { 300, 20, 40, false } };
	for (size_t i = 0; i < 5; i++)
		for (size_t k = i % (size_t)cases(1, 3); k < 3; k += (size_t)cases(1, 3)) {
			struct coverage_request q = covering(COVERAGE_BY_SUM);
			if (i == 4 && quantities[k] == QUANTITY_YIELD)
				continue; /* bb-bound is not called monotone there */
			q.interval.quantity = quantities[k];
			struct coverage a = cover(methods[i], strata, 2, q);
			q.by = COVERAGE_AUTO;
			struct coverage b = cover(methods[i], strata, 2, q);
			assert_true(b.by == COVERAGE_BY_BORDER);
			assert_near(b.above, a.above, 1e-12);
			assert_near(b.below, a.below, 1e-12);
			assert_true(b.above + b.below > 0.0);
			assert_near(b.width, a.width, 0.02 * a.width); /* 400 samples */
		}
}

/* Every sample of a small design, values all over the range: what is beyond an end is so. */
static void beyond_is_beyond_the_ends(void **state)
{
	(void)state;
	const char *methods[] = { "bb-half", "jeffreys", "bb-uniform",
				  "bb-mcp",  "koopman",	 "bb-bound" };
	struct stratum s[] = { { 40, 8, 0, 8, true }, { 150, 12, 0, 12, false } };
	const double tails[] = { 0.025, 0.1 };
	int checked = 0;
	for (size_t i = 0; i < 12; i++) {
		struct err e = { 0 };
		double tail = tails[i / 6];
		struct interval_request q = asking(QUANTITY_RECALL, tail, 1.0 - tail);
		struct repeated_samples *r =
			repeated_samples_new(interval_find(methods[i % 6]), s, 2, &q, &e);
		assert_non_null(r);
		for (s[0].relevant = 0; s[0].relevant <= 8; s[0].relevant++)
			for (s[1].relevant = 0; s[1].relevant <= 12; s[1].relevant += 3) {
				struct interval x;
				assert_int_equal(repeated_samples_interval(r, &x, &e), 0);
				struct interval y = ask(methods[i % 6], s, 2, q);
				assert_near(x.lower, y.lower, 0.0);
				assert_near(x.upper, y.upper, 0.0);
				for (int k = 1; k < 40; k++) {
					double value = k / 40.0;
					bool below, above;
					repeated_samples_beyond(r, value, true, &below, &e);
					repeated_samples_beyond(r, value, false, &above, &e);
					if (fabs(value - x.lower) < 1e-8 ||
					    fabs(value - x.upper) < 1e-8)
						continue;
					assert_int_equal(below, value < x.lower);
					assert_int_equal(above, value > x.upper);
					checked++;
				}
			}
		repeated_samples_free(r);
	}
	assert_true(checked > 15000);
}

/* By the rule: every end is that of bb-spread or, if it is further out, of bb-bound with the whole
 * error on its side, each found without the other; and an interval is within its own width. */
static void ends_by_the_rule_are_the_outer_ones(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct stratum s[] = { { 40, 8, 0, 8, true }, { 150, 12, 0, 12, false } };
	struct interval_request q = asking(QUANTITY_RECALL, 0.025, 0.975);
	int moved = 0;
	q.by_rule = true;
	struct repeated_samples *r = repeated_samples_new(interval_find("bb-spread"), s, 2, &q, &e);
	assert_non_null(r);
	for (s[0].relevant = 0; s[0].relevant <= 8; s[0].relevant++)
		for (s[1].relevant = 0; s[1].relevant <= 12; s[1].relevant++) {
			const struct interval two =
				ask("bb-spread", s, 2, asking(QUANTITY_RECALL, 0.025, 0.975));
			double lower =
				ask("bb-bound", s, 2, asking(QUANTITY_RECALL, 0.05, 1)).lower;
			double upper =
				ask("bb-bound", s, 2, asking(QUANTITY_RECALL, 0, 0.95)).upper;
			struct interval x;
			bool within[3];
			assert_int_equal(repeated_samples_interval(r, &x, &e), 0);
			assert_near(x.lower, fmin(lower, two.lower), 1e-9);
			assert_near(x.upper, fmax(upper, two.upper), 1e-9);
			for (int k = 0; k < 3; k++)
				assert_int_equal(repeated_samples_within(
							 r, x.upper - x.lower + (k - 1) * 1e-6,
							 &within[k], &e),
						 0);
			assert_true(!within[0] && within[1] && within[2]);
			moved += lower < two.lower || upper > two.upper;
		}
	assert_true(moved > 10);
	repeated_samples_free(r);
}

/*
 * Widths from 21 samples have no bias: over 100 truths the mean is that of the sums, to five
 * standard errors of a scatter of one part in ten for each truth.
 */
static void widths_by_lattice_have_no_bias(void **state)
{
	(void)state;
	double all = 0.0, some = 0.0;
	const uint64_t truths = (uint64_t)cases(100, 30);
	for (uint64_t k = 0; k < truths; k++) {
		struct realization r;
		scenario_realize(scenario_find("small"), 3, k, &r);
		struct coverage_request q = covering(COVERAGE_BY_SUM);
		q.neglect = 1e-6;
		all += cover("koopman", r.strata, 2, q).width;
		q.by = COVERAGE_BY_BORDER;
		q.widths = 21;
		q.index = k;
		some += cover("koopman", r.strata, 2, q).width;
	}
	assert_near(some / all, 1.0, 5.0 * 0.1 / sqrt((double)truths));
}

/* Four standard errors of 20,000 draws; four strata, enumerated for the exact answer. */
static void sampling_agrees_with_the_sum(void **state)
{
	(void)state;
	struct true_stratum strata[] = {
		{ 20, 12, 8, true }, { 30, 5, 6, true }, { 60, 6, 10, false }, { 500, 9, 40, false }
	};
	struct coverage a = cover("laplace", strata, 4, covering(COVERAGE_BY_SUM));
	struct coverage b = cover("laplace", strata, 4, covering(COVERAGE_BY_SAMPLE));
	assert_near(b.covered, a.covered, 4.0 * sqrt(a.covered * (1.0 - a.covered) / 20000.0));
	assert_near(b.above, a.above, 4.0 * sqrt(0.25 / 20000.0));
	assert_near(b.width, a.width, 0.01);
	/* AUTO chooses by the number of outcomes: 9·6·7·10 at most */
	struct coverage_request q = covering(COVERAGE_AUTO);
	assert_true(cover("laplace", strata, 4, q).by == COVERAGE_BY_SUM);
	q.outcomes = 100;
	struct coverage c = cover("laplace", strata, 4, q);
	assert_true(c.by == COVERAGE_BY_SAMPLE);
	assert_near(c.covered, b.covered, 0.0); /* same seed and index, same samples */
	q.index = 1;
	assert_true(cover("laplace", strata, 4, q).width != c.width);
}

/* (.90 - .95)² and (.98 - .95)²: mean square (.0025 + .0009)/2 = .0017. */
static void summary_by_hand(void **state)
{
	(void)state;
	struct coverage c[] = {
		{ .offered = 1, .covered = 0.90, .above = 0.08, .below = 0.02, .width = 0.3 },
		{ .offered = 0.5, .covered = 0.98, .above = 0, .below = 0.01, .width = NAN },
		{ .offered = 0, .covered = NAN, .above = NAN, .below = NAN, .width = NAN },
	};
	struct coverage_summary s = coverage_summarize(c, 3, 0.95);
	assert_near(s.mean, 0.94, 1e-15);
	assert_near(s.rmse, sqrt(0.0017), 1e-15);
	assert_near(s.least, 0.90, 0.0);
	assert_near(s.most, 0.98, 0.0);
	assert_near(s.above, 0.04, 1e-15);
	assert_near(s.below, 0.015, 1e-15);
	assert_near(s.offered, 0.5, 1e-15);
	assert_near(s.width, 0.3, 1e-15);
}

/* R: quantile(x, c(.25, .5, .75), type = 1). */
static void quartiles_are_those_of_r(void **state)
{
	(void)state;
	double x[] = { 0.1, 0.4, NAN, 0.2, 0.9, 0.5, 0.7 };
	struct quartiles q = quartiles_of(x, 7); /* nan is none of them */
	assert_near(q.first, 0.2, 0.0);
	assert_near(q.median, 0.4, 0.0);
	assert_near(q.third, 0.7, 0.0);
	assert_true(isnan(quartiles_of(x, 0).median));
}

/* .9504 and .9496 are .950 to a thousandth, as in the paper's simulation, and .96 and .94 are as
 * far. */
static void the_closest_share_a_truth(void **state)
{
	(void)state;
	double share[3] = { 0 };
	const struct coverage near[] = { { .covered = 0.9504 },
					 { .covered = 0.9496 },
					 { .covered = 0.96 } };
	const struct coverage far[] = { { .covered = 0.9 },
					{ .covered = 0.94 },
					{ .covered = 0.96 } };
	coverage_closest(near, 3, 0.95, share);
	coverage_closest(far, 3, 0.95, share);
	assert_near(share[0], 0.5, 0.0);
	assert_near(share[1], 1.0, 0.0);
	assert_near(share[2], 0.5, 0.0);
}

static void wrong_truths_are_refused(void **state)
{
	(void)state;
	struct true_stratum strata[] = { { 10, 11, 5, true }, { 20, 3, 5, false } };
	struct truth t = { strata, 2 };
	struct coverage_request q = covering(COVERAGE_BY_SUM);
	struct coverage c;
	struct err e = { 0 };
	const struct interval_method *m = interval_find("normal");
	assert_int_equal(coverage_of(m, &t, &q, &c, &e), -1);
	assert_string_equal(e.text, "stratum 1: 11 relevant of 10 documents");
	strata[0].yield = 1;
	strata[1].sampled = 21;
	assert_int_equal(coverage_of(m, &t, &q, &c, &e), -1);
	assert_string_equal(e.text, "stratum 2: 21 sampled of 20 documents");
	strata[0].yield = strata[1].yield = 0;
	strata[1].sampled = 5;
	assert_int_equal(coverage_of(m, &t, &q, &c, &e), -1);
	assert_non_null(strstr(e.text, "undefined"));
	q.by = COVERAGE_BY_SAMPLE;
	q.draws = 0;
	strata[0].yield = 1;
	assert_int_equal(coverage_of(m, &t, &q, &c, &e), -1);
	assert_int_equal(e.status, STATUS_USAGE);
	q.by = COVERAGE_BY_SUM;
	/* the method's own message comes through */
	struct true_stratum three[] = { { 10, 5, 5, true },
					{ 10, 5, 5, true },
					{ 20, 3, 5, false } };
	t = (struct truth){ three, 3 };
	assert_int_equal(coverage_of(interval_find("koopman"), &t, &q, &c, &e), -1);
	assert_non_null(strstr(e.text, "koopman"));
}

/*
 * Webber 2013, Table IX, small scenario, on 150 realizations. The printed coverage has two digits,
 * hence .005; the mean over realizations has a standard error of at most the RMSE of Table X over
 * sqrt(150), of which five are allowed.
 */
static void small_scenario_gives_the_coverage_of_table_ix(void **state)
{
	(void)state;
	static const struct {
		const char *method;
		double coverage, spread; /* Table IX; Table X's RMSE bounds the spread */
	} table[] = {
		{ "naive", 0.90, 0.168 },   { "normal", 0.89, 0.149 },
		{ "laplace", 0.94, 0.031 }, { "agresti-coull", 0.90, 0.093 },
		{ "koopman", 0.97, 0.025 },
	};
	enum { COUNT = 150 };
	static struct coverage c[COUNT];
	const uint64_t truths = (uint64_t)cases(COUNT, 50);
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		for (uint64_t k = 0; k < truths; k++) {
			struct realization r;
			scenario_realize(scenario_find("small"), 1, k, &r);
			struct coverage_request q = covering(COVERAGE_AUTO);
			q.outcomes = 20000;
			q.draws = 1000;
			q.index = k;
			c[k] = cover(table[i].method, r.strata, 2, q);
		}
		struct coverage_summary s = coverage_summarize(c, truths, 0.95);
		assert_near(s.mean, table[i].coverage,
			    0.005 + 5.0 * table[i].spread / sqrt((double)truths));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uniform_numbers_are_philox),
		cmocka_unit_test(uniform_numbers_are_uniform),
		cmocka_unit_test(hypergeometric_masses_are_those_of_r),
		cmocka_unit_test(hypergeometric_tails_of_large_collections_are_those_of_r),
		cmocka_unit_test(staircase_finds_every_step),
		cmocka_unit_test(neutral_scenario_has_the_means_of_table_vi),
		cmocka_unit_test(legal_scenario_has_the_means_of_table_vii),
		cmocka_unit_test(small_scenario_has_the_means_of_table_viii),
		cmocka_unit_test(a_realization_depends_on_seed_and_index_alone),
		cmocka_unit_test(coverage_by_hand),
		cmocka_unit_test(what_is_not_offered_is_left_out),
		cmocka_unit_test(border_and_sum_agree),
		cmocka_unit_test(border_and_sum_agree_for_posteriors),
		cmocka_unit_test(beyond_is_beyond_the_ends),
		cmocka_unit_test(ends_by_the_rule_are_the_outer_ones),
		cmocka_unit_test(widths_by_lattice_have_no_bias),
		cmocka_unit_test(sampling_agrees_with_the_sum),
		cmocka_unit_test(summary_by_hand),
		cmocka_unit_test(quartiles_are_those_of_r),
		cmocka_unit_test(the_closest_share_a_truth),
		cmocka_unit_test(wrong_truths_are_refused),
		cmocka_unit_test(small_scenario_gives_the_coverage_of_table_ix),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
