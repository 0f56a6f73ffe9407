/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of the comparison of two systems on one stratified sample. Expected numbers come from
 * enumerating all yields, from full sums, from draws by code of the test's own (shared_oracle.h),
 * from the posterior of one system, or from counting by hand; none from the code under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "core/stats/interval/cut_strata.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/two_runs/difference_scheme.h"
#include "tests/support/cases.h"
#include "tests/support/near.h"
#include "tests/support/shared_by_size.h"
#include "tests/support/shared_oracle.h"

static const char *const methods[] = { "shared-by-size", "bb-half", "bb-uniform" };

static struct interval_request asking(enum quantity quantity, double beta)
{
	return (struct interval_request){
		.quantity = quantity, .beta = beta, .ends.lower_p = 0.025, .ends.upper_p = 0.975
	};
}

static const struct interval_request questions[] = {
	{ .quantity = QUANTITY_RECALL, .beta = 1, .ends.lower_p = 0.025, .ends.upper_p = 0.975 },
	{ .quantity = QUANTITY_PRECISION, .beta = 1, .ends.lower_p = 0.025, .ends.upper_p = 0.975 },
	{ .quantity = QUANTITY_F, .beta = 1, .ends.lower_p = 0.025, .ends.upper_p = 0.975 },
	{ .quantity = QUANTITY_F, .beta = 0.5, .ends.lower_p = 0.1, .ends.upper_p = 0.6 },
	{ .quantity = QUANTITY_F, .beta = 2, .ends.lower_p = 0.05, .ends.upper_p = 0.95 },
	{ .quantity = QUANTITY_F, .beta = 0, .ends.lower_p = 0.025, .ends.upper_p = 0.975 },
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

static struct shared_result compare(const char *method, const struct pair_stratum *cell,
				    size_t count, struct interval_request q)
{
	struct err e = { 0 };
	struct shared_result r = { 0 };
	if (shared_compare(method_named(method), cell, count, &q, &r, &e) < 0)
		fail_msg("%s", e.text);
	return r;
}

/* Up to six cells of fewer than `most` documents: all judged, none, none relevant, all relevant. */
static size_t random_design(uint64_t *state, int64_t most, struct pair_stratum *cell)
{
	size_t count = 1 + (size_t)oracle_below(state, 6);
	for (size_t i = 0; i < count; i++) {
		struct pair_stratum *c = &cell[i];
		*c = (struct pair_stratum){ 0 };
		c->size = oracle_below(state, most);
		c->sampled = oracle_below(state, c->size + 1);
		if (oracle_below(state, 5) == 0)
			c->sampled = c->size;
		c->relevant = oracle_below(state, c->sampled + 1);
		if (oracle_below(state, 3) == 0)
			c->relevant = oracle_below(state, 3) == 0 ? c->sampled : 0;
		c->assessable = c->relevant + oracle_below(state, c->sampled - c->relevant + 1);
		if (oracle_below(state, 2) == 0)
			c->assessable = c->sampled;
		c->in_a = oracle_below(state, 2);
		c->in_b = oracle_below(state, 2);
	}
	return count;
}

static bool is_undefined(const struct pair_stratum *cell, size_t count,
			 const struct interval_request *q)
{
	struct interval_request asked = *q;
	struct groups g = groups_of(cell, count, "bb-half", &asked, 0);
	bool hopeless = true, empty = g.size_a == 0 || g.size_b == 0;
	for (int k = 0; k < 4; k++)
		hopeless = hopeless && g.m[k].first + g.m[k].count == 1;
	groups_release(&g);
	if (q->quantity == QUANTITY_PRECISION)
		return empty;
	return hopeless && (q->quantity == QUANTITY_RECALL || empty);
}

/* --- all yields --- */

/* The tails at a value are the masses below and above it: at 0, at an end, which is a possible
 * value, and between two of them. */
static void assert_tails(const struct values *all, const char *method,
			 const struct pair_stratum *cell, size_t count, struct interval_request q,
			 struct interval ends)
{
	const double at[] = { 0, ends.lower, ends.upper + 1e-7 };
	for (int k = 0; k < 3; k++) {
		double below = 0, above = 0;
		for (size_t i = 0; i < all->count; i++) {
			below += all->v[i].value < at[k] - 1e-11 ? all->v[i].mass : 0;
			above += all->v[i].value > at[k] + 1e-11 ? all->v[i].mass : 0;
		}
		q.at = &at[k];
		struct shared_result r = compare(method, cell, count, q);
		assert_true(r.told);
		assert_near_at(r.tails.below, below, 1e-9, "below %.9g", at[k]);
		assert_near_at(r.tails.above, above, 1e-9, "above %.9g", at[k]);
	}
}

static void results_agree_with_all_yields_enumerated(void **unused)
{
	(void)unused;
	uint64_t state = 20050815;
	int compared = 0;
	for (int design = 0; design < cases(400, 150); design++) {
		struct pair_stratum cell[8];
		size_t count = random_design(&state, design % 4 == 0 ? 24 : 12, cell);
		const char *method = methods[oracle_below(&state, 3)];
		for (int i = 0; i < QUESTIONS; i++) {
			struct interval_request q = questions[i];
			q.gray_nonrelevant = oracle_below(&state, 4) == 0;
			struct shared_result found = compare(method, cell, count, q);
			if (is_undefined(cell, count, &q)) {
				assert_true(isnan(found.probability) && isnan(found.mean));
				assert_true(isnan(found.interval.lower));
				continue;
			}
			struct groups g = groups_of(cell, count, method, &q, 0);
			if (q.quantity == QUANTITY_F && q.beta == 0) { /* no set is empty here */
				g.size_a = fmax(g.size_a, 1);
				g.size_b = fmax(g.size_b, 1);
			}
			struct values all = all_values(&g, &q);
			struct shared_result wanted = values_result(&all, &q);
			assert_near_at(found.probability, wanted.probability, 1e-9, "design %d.%d",
				       design, i);
			assert_near_at(found.mean, wanted.mean, 1e-9, "design %d.%d", design, i);
			assert_near_at(found.interval.lower, wanted.interval.lower, 1e-9,
				       "design %d.%d", design, i);
			assert_near_at(found.interval.upper, wanted.interval.upper, 1e-9,
				       "design %d.%d", design, i);
			assert_true(found.probability_error == 0 && !found.told);
			assert_tails(&all, method, cell, count, q, wanted.interval);
			free(all.v);
			groups_release(&g);
			compared++;
		}
	}
	assert_true(compared > cases(1500, 550));
}

/* --- designs too large for that --- */

struct design {
	const char *name;
	struct pair_stratum cell[20];
	size_t count;
};

#define CELL(N, n, r, a, b)                                                                   \
	{                                                                                     \
		.size = N, .sampled = n, .relevant = r, .assessable = n, .in_a = a, .in_b = b \
	}

/* Counts of the size of those of the TREC Legal tracks, and what tries the code. */
static const struct design designs[] = {
	{ "one cell a group",
	  { CELL(300, 60, 50, 1, 1), CELL(260, 50, 12, 1, 0), CELL(200, 45, 20, 0, 1),
	    CELL(60000, 900, 2, 0, 0) },
	  4 },
	{ "several cells a group",
	  { CELL(90, 16, 15, 1, 1), CELL(170, 29, 27, 1, 1), CELL(70, 12, 1, 1, 0),
	    CELL(150, 30, 3, 1, 0), CELL(20, 4, 0, 1, 0), CELL(110, 17, 14, 0, 1),
	    CELL(40, 6, 6, 0, 1), CELL(1900, 230, 2, 0, 0), CELL(50000, 800, 1, 0, 0) },
	  9 },
	{ "nothing relevant in the sample",
	  { CELL(200, 40, 0, 1, 1), CELL(300, 50, 0, 1, 0), CELL(250, 40, 0, 0, 1),
	    CELL(40000, 500, 0, 0, 0) },
	  4 },
	{ "all of the sample relevant",
	  { CELL(150, 40, 40, 1, 1), CELL(160, 30, 30, 1, 0), CELL(180, 30, 30, 0, 1),
	    CELL(700, 60, 60, 0, 0) },
	  4 },
	{ "seven million documents",
	  { CELL(250, 60, 40, 1, 1), CELL(240, 60, 9, 1, 0), CELL(260, 50, 7, 0, 1),
	    CELL(6999250, 2500, 1, 0, 0) },
	  4 },
	{ "sets of nearly one size",
	  { CELL(200, 70, 30, 1, 1), CELL(181, 40, 10, 1, 0), CELL(180, 40, 9, 0, 1),
	    CELL(9000, 700, 20, 0, 0) },
	  4 },
	{ "sets of one size",
	  { CELL(200, 70, 30, 1, 1), CELL(180, 40, 10, 1, 0), CELL(180, 40, 9, 0, 1),
	    CELL(9000, 700, 20, 0, 0) },
	  4 },
	{ "B is a part of A",
	  { CELL(300, 60, 40, 1, 1), CELL(220, 40, 3, 1, 0), CELL(30000, 600, 1, 0, 0) },
	  3 },
	{ "one size is twice the other",
	  { CELL(100, 40, 30, 1, 1), CELL(300, 50, 20, 1, 0), CELL(100, 40, 20, 0, 1),
	    CELL(20000, 500, 2, 0, 0) },
	  4 },
	{ "judged pools and a thin sample",
	  { CELL(120, 120, 60, 1, 1), CELL(150, 15, 0, 1, 1), CELL(80, 80, 20, 1, 0),
	    CELL(230, 20, 0, 1, 0), CELL(90, 90, 31, 0, 1), CELL(160, 16, 1, 0, 1),
	    CELL(30000, 300, 0, 0, 0) },
	  7 },
	{ "nobody looked at what only A retrieves",
	  { CELL(200, 60, 30, 1, 1), CELL(150, 0, 0, 1, 0), CELL(170, 40, 9, 0, 1),
	    CELL(20000, 500, 2, 0, 0) },
	  4 },
};
enum { DESIGNS = sizeof designs / sizeof *designs };

/* P(difference <= end) passes p within 1e-6 of the end, by sums over all masses. */
static void assert_quantile(const struct groups *g, const struct interval_request *q, double p,
			    double end, const char *name)
{
	double below = full_sum(g, q, end - 1e-6), upto = full_sum(g, q, end + 1e-6);
	if (!(below < p + 1e-9 && upto >= p - 1e-9))
		fail_msg("%s, quantity %d: P(<= %.9g) is not %g: %.12g and %.12g within 1e-6", name,
			 (int)q->quantity, end, p, below, upto);
}

/* Whether a design is asked a question: each of the first three, or one of them, by turns. */
static int pairs_asked;

static bool is_asked(int design, int question)
{
	bool asked = (design + question) % 3 < cases(3, 1);
	pairs_asked += asked;
	return asked;
}

static void results_agree_with_full_sums(void **unused)
{
	(void)unused;
	for (int i = 0; i < DESIGNS; i += (int)cases(1, 7)) {
		const struct design *x = &designs[i];
		for (int k = 0; k < 3; k++) {
			if (!is_asked(i, k))
				continue;
			const char *method = methods[(i + k) / 2 % 2];
			struct interval_request q = questions[k];
			struct groups g = groups_of(x->cell, x->count, method, &q, 1e-13);
			struct shared_result r = compare(method, x->cell, x->count, q);
			if (q.quantity == QUANTITY_RECALL)
				join_rest(&g);
			double above = 1 - full_sum(&g, &q, 1e-13);
			double not_below = 1 - full_sum(&g, &q, -1e-13);
			assert_near_at(r.probability, (above + not_below) / 2, k == 0 ? 1e-9 : 1e-6,
				       "%s, %d", x->name, k);
			assert_quantile(&g, &q, 0.025, r.interval.lower, x->name);
			assert_quantile(&g, &q, 0.975, r.interval.upper, x->name);
			groups_release(&g);
		}
	}
}

/* Sizes 30,000 and 25,000: differences of precision are multiples of 1/150,000. */
static void precisions_of_large_sets_differ_by_a_multiple_of_their_lattice(void **unused)
{
	(void)unused;
	const struct pair_stratum cell[] = { CELL(20000, 400, 200, 1, 1),
					     CELL(10000, 900, 20, 1, 0), CELL(5000, 900, 25, 0, 1),
					     CELL(900000, 500, 0, 0, 0) };
	const struct interval_request *q = &questions[1];
	struct shared_result r = compare("bb-half", cell, 4, *q);
	double lower = r.interval.lower * 150000, upper = r.interval.upper * 150000;
	assert_near_at(lower, round(lower), 1e-6, "lattice");
	assert_near_at(upper, round(upper), 1e-6, "lattice");
	struct groups g = groups_of(cell, 4, "bb-half", q, 1e-12);
	assert_quantile(&g, q, 0.025, r.interval.lower, "large sets");
	assert_quantile(&g, q, 0.975, r.interval.upper, "large sets");
	groups_release(&g);
}

/* P(difference <= t) by either way of summing, below, at and above 0. */
static void both_ways_of_summing_agree_with_full_sums(void **unused)
{
	(void)unused;
	static const int some[] = { 2, 5, 9 };
	static const double t[] = { -0.31, -0.02, -1e-9, 0, 1e-9, 0.013, 0.2 };
	struct err e = { 0 };
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 2; k++) {
			const struct design *x = &designs[some[i]];
			struct shared_model m;
			struct difference d;
			struct scheme exact, smooth;
			struct groups g =
				groups_of(x->cell, x->count, "bb-half", &questions[k], 1e-13);
			if (k == 0)
				join_rest(&g);
			const struct shared_topic topic = { .cell = x->cell, .cells = x->count };
			assert_int_equal(shared_model_init(&m, interval_find("bb-half"), &topic,
							   &questions[k], &e),
					 0);
			assert_int_equal(shared_difference(&m, &questions[k], &d, &e), 0);
			assert_true(difference_exact_scheme(&d, &exact));
			for (int j = 0; j < 7; j++) {
				/* a difference of two quotients may miss t by its rounding */
				double wanted = full_sum(&g, &questions[k], t[j] + 1e-13);
				double found, below;
				difference_sum(&d, &exact, t[j], false, &found, &e);
				assert_near_at(found, wanted, 2e-9, "%s at %g", x->name, t[j]);
				difference_sum(&d, &exact, t[j], true, &below, &e);
				assert_near_at(below, full_sum(&g, &questions[k], t[j] - 1e-13),
					       2e-9, "%s below %g", x->name, t[j]);
				if (fabs(t[j]) < 1e-3 || i == 0 || k == 1) /* lumps */
					continue;
				assert_int_equal(
					difference_scheme(&d, t[j], 1e-7, 4e6, &smooth, &e), 0);
				difference_sum(&d, &smooth, t[j], false, &found, &e);
				assert_near_at(found, wanted, 2e-3, "%s at %g, smooth", x->name,
					       t[j]);
			}
			difference_release(&d);
			shared_model_release(&m);
			groups_release(&g);
		}
}

/*
 * Draws by the test's own code; figures of all three quantities from the same yields. They agree
 * to `errors` standard errors.
 */
static void assert_draws_agree(const struct design *x, const char *method, int64_t draws,
			       uint64_t state, double errors)
{
	struct groups g[3];
	struct alias a[3][4];
	struct shared_result r[3];
	double wins[3] = { 0 }, squares[3] = { 0 }, sum[3] = { 0 }, sum2[3] = { 0 };
	double below[3][2] = { { 0 } }, upto[3][2] = { { 0 } }, B = (double)draws;
	for (int k = 0; k < 3; k++) {
		g[k] = groups_of(x->cell, x->count, method, &questions[k], 1e-14);
		for (int j = 0; j < 4; j++)
			a[k][j] = alias_of(&g[k].m[j]);
		r[k] = compare(method, x->cell, x->count, questions[k]);
	}
	for (int64_t i = 0; i < draws; i++) /* nothing is gray: the groups are the same for all */
	{
		double y[4];
		for (int j = 0; j < 4; j++)
			y[j] = alias_draw(&a[0][j], &state);
		for (int k = 0; k < 3; k++) {
			double d = score_difference(&questions[k], &g[k], y[0], y[1], y[2], y[3]);
			double win = d > 0 ? 1 : d == 0 ? 0.5 : 0;
			wins[k] += win;
			squares[k] += win * win;
			sum[k] += d;
			sum2[k] += d * d;
			below[k][0] += d < r[k].interval.lower - 1e-12;
			upto[k][0] += d <= r[k].interval.lower + 1e-12;
			below[k][1] += d < r[k].interval.upper - 1e-12;
			upto[k][1] += d <= r[k].interval.upper + 1e-12;
		}
	}
	for (int k = 0; k < 3; k++) {
		double P = wins[k] / B, mean = sum[k] / B;
		double error = sqrt(fmax(squares[k] / B - P * P, 1 / B) / B);
		double mean_error = sqrt((sum2[k] / B - mean * mean) / B);
		assert_near_at(r[k].probability, P, errors * error, "%s, %d", x->name, k);
		assert_near_at(r[k].mean, mean, errors * mean_error, "%s, %d", x->name, k);
		for (int end = 0; end < 2; end++) { /* P(< end) <= p <= P(<= end) */
			double p = end == 0 ? 0.025 : 0.975,
			       slack = errors * sqrt(0.025 * 0.975 / B);
			if (!(below[k][end] / B <= p + slack && upto[k][end] / B >= p - slack))
				fail_msg("%s, %d: end %d is %g and %g, not %g", x->name, k, end,
					 below[k][end] / B, upto[k][end] / B, p);
		}
		groups_release(&g[k]);
		for (int j = 0; j < 4; j++)
			alias_release(&a[k][j]);
	}
}

static void results_agree_with_millions_of_draws(void **unused)
{
	(void)unused;
	ONLY_WITH_TEST_ALL();
	/* Topic 202's shape: 1690, 1733, 1312 documents, and 564,000 that nobody retrieves */
	const struct design legal = { "legal",
				      { CELL(1690, 390, 370, 1, 1), CELL(1730, 400, 140, 1, 0),
					CELL(1310, 310, 180, 0, 1), CELL(564000, 2600, 3, 0, 0) },
				      4 };
	assert_draws_agree(&legal, "shared-by-size", cases(10000000, 200000), 1, 3);
	/* 130 comparisons: three standard errors are passed by chance, four once in 16,000 */
	for (uint64_t i = 0; i < DESIGNS; i += (uint64_t)cases(1, 8))
		assert_draws_agree(&designs[i], methods[i % 3], cases(1000000, 100000), 100 + i, 4);
}

/* --- what must hold --- */

static struct pair_stratum *exchanged(const struct pair_stratum *cell, size_t count)
{
	static struct pair_stratum out[64];
	for (size_t i = 0; i < count; i++) {
		out[i] = cell[i];
		out[i].in_a = cell[i].in_b;
		out[i].in_b = cell[i].in_a;
	}
	return out;
}

static void exchanged_systems_have_the_opposite_answer(void **unused)
{
	(void)unused;
	for (int i = (int)cases(0, 1); i < DESIGNS; i += (int)cases(1, 2)) /* the other ones */
		for (int k = 0; k < 3; k++) {
			if (!is_asked(i, k))
				continue;
			const struct design *x = &designs[i];
			struct shared_result r =
				compare("shared-by-size", x->cell, x->count, questions[k]);
			struct shared_result back =
				compare("shared-by-size", exchanged(x->cell, x->count), x->count,
					questions[k]);
			assert_near_at(r.probability + back.probability, 1, 1e-12, "%s", x->name);
			assert_near_at(r.mean + back.mean, 0, 1e-9, "%s", x->name);
			/* up to the one lump that a quantile of either may be on the other side of
			 */
			assert_near_at(r.interval.lower + back.interval.upper, 0, 0.01, "%s",
				       x->name);
		}
}

static void everything_judged_is_certain(void **unused)
{
	(void)unused;
	/* A finds 12 + 5, B 12 + 7 of 30 relevant; A retrieves 80 documents, B 90. */
	const struct pair_stratum cell[] = { CELL(50, 50, 12, 1, 1), CELL(30, 30, 5, 1, 0),
					     CELL(40, 40, 7, 0, 1), CELL(500, 500, 6, 0, 0) };
	const double wanted[] = { -2.0 / 30, 17.0 / 80 - 19.0 / 90,
				  2.0 * 17 / (80 + 30) - 2.0 * 19 / (90 + 30) };
	const double probability[] = { 0, 1, 0 };
	for (int k = 0; k < 3; k++) {
		struct shared_result r = compare("bb-half", cell, 4, questions[k]);
		assert_true(r.probability == probability[k]);
		assert_near_at(r.mean, wanted[k], 1e-12, "%d", k);
		assert_near_at(r.interval.lower, wanted[k], 1e-15, "%d", k);
		assert_near_at(r.interval.upper, wanted[k], 1e-15, "%d", k);
	}
	const struct pair_stratum tie[] = { CELL(50, 50, 12, 1, 1), CELL(30, 30, 5, 1, 0),
					    CELL(30, 30, 5, 0, 1), CELL(500, 500, 6, 0, 0) };
	for (int k = 0; k < 3; k++)
		assert_true(compare("shared-by-size", tie, 4, questions[k]).probability == 0.5);
}

static void identical_sets_are_equal(void **unused)
{
	(void)unused;
	const struct pair_stratum cell[] = { CELL(500, 50, 12, 1, 1), CELL(90, 3, 0, 1, 1),
					     CELL(7000000, 500, 6, 0, 0) };
	for (int k = 0; k < QUESTIONS; k++) {
		struct shared_result r = compare("shared-by-size", cell, 3, questions[k]);
		assert_true(r.probability == 0.5 && r.mean == 0);
		assert_true(r.interval.lower == 0 && r.interval.upper == 0);
	}
}

/* A finds all that B finds and Y_a more: better unless Y_a = 0, which has P =
 * B(.5,9.5+6)/B(.5,9.5). */
static void a_system_that_retrieves_more_is_better_unless_nothing_is_there(void **unused)
{
	(void)unused;
	const struct pair_stratum cell[] = { CELL(40, 20, 12, 1, 1), CELL(15, 9, 0, 1, 0),
					     CELL(1000, 100, 3, 0, 0) };
	double none = exp(lgamma(15.5) - lgamma(16) - lgamma(9.5) + lgamma(10));
	struct shared_result r = compare("bb-half", cell, 3, asking(QUANTITY_RECALL, 1));
	assert_near_at(r.probability, 1 - none / 2, 1e-12, "subset");
	assert_true(r.interval.lower == 0 && r.interval.upper > 0);
}

/*
 * Nothing retrieved by B: its recall and F are 0, and the difference is A's own. Then the groups
 * are the segments of the one-system posterior, for every method.
 */
static void against_an_empty_set_the_difference_is_the_score(void **unused)
{
	(void)unused;
	const struct pair_stratum cell[][3] = {
		{ CELL(40, 20, 12, 1, 0), CELL(300, 30, 3, 1, 0), CELL(4000, 100, 3, 0, 0) },
		{ CELL(4000, 200, 120, 1, 0), CELL(30000, 300, 0, 1, 0),
		  CELL(7000000, 1000, 1, 0, 0) },
		{ CELL(20000, 50, 0, 1, 0), CELL(3000, 300, 300, 1, 0),
		  CELL(100000, 1000, 12, 0, 0) },
	};
	struct err e = { 0 };
	for (size_t i = 0; i < 3; i++)
		for (int k = 0; k < 5; k++) {
			struct interval_request q = questions[k];
			struct shared_result r = compare("shared-by-size", cell[i], 3, q);
			if (q.quantity == QUANTITY_PRECISION) {
				assert_true(isnan(r.probability) && isnan(r.interval.upper));
				continue;
			}
			struct divided_stratum d[3] = { 0 };
			for (int j = 0; j < 3; j++) {
				const struct pair_stratum *c = &cell[i][j];
				d[j].size = c->size;
				d[j].sampled = c->sampled;
				d[j].retrieved = c->in_a;
				d[j].relevant[c->in_a] = c->relevant;
				d[j].other[c->in_a] = c->assessable - c->relevant;
				d[j].gray[c->in_a] = c->sampled - c->assessable;
			}
			struct posterior *p = divided_posterior(&shared_by_size, d, 3, &q, &e);
			assert_non_null(p);
			assert_near_at(r.interval.lower, posterior_quantile(p, q.ends.lower_p),
				       2e-6, "%zu, %d", i, k);
			assert_near_at(r.interval.upper, posterior_quantile(p, q.ends.upper_p),
				       2e-6, "%zu, %d", i, k);
			assert_near_at(r.probability, 1, 1e-3, "%zu, %d", i, k);
			posterior_free(p);
		}
}

static void cells_without_a_sample_are_one_in_each_group(void **unused)
{
	(void)unused;
	const struct pair_stratum apart[] = { CELL(40, 20, 12, 1, 1), CELL(70, 0, 0, 1, 0),
					      CELL(50, 10, 5, 0, 1),  CELL(30, 0, 0, 1, 0),
					      CELL(20, 0, 0, 0, 1),   CELL(1000, 100, 3, 0, 0) };
	const struct pair_stratum one[] = { CELL(40, 20, 12, 1, 1), CELL(100, 0, 0, 1, 0),
					    CELL(50, 10, 5, 0, 1), CELL(20, 0, 0, 0, 1),
					    CELL(1000, 100, 3, 0, 0) };
	for (int k = 0; k < 3; k++) {
		struct shared_result a = compare("bb-half", apart, 6, questions[k]);
		struct shared_result b = compare("bb-half", one, 5, questions[k]);
		assert_near_at(a.probability, b.probability, 1e-12, "%d", k);
		assert_near_at(a.interval.lower, b.interval.lower, 1e-12, "%d", k);
	}
}

static void wrong_requests_are_refused(void **unused)
{
	(void)unused;
	const struct pair_stratum good[] = { CELL(40, 20, 12, 1, 1), CELL(70, 7, 0, 1, 0) };
	struct pair_stratum bad[] = { CELL(40, 20, 12, 1, 1), CELL(70, 71, 0, 1, 0) };
	struct interval_request q = asking(QUANTITY_RECALL, 1);
	struct shared_result r;
	struct err e = { 0 };
	assert_int_equal(shared_compare(interval_find("bb-half"), bad, 2, &q, &r, &e), -1);
	assert_int_equal(e.status, STATUS_DATA);
	assert_int_equal(shared_compare(interval_find("koopman"), good, 2, &q, &r, &e), -1);
	assert_int_equal(e.status, STATUS_USAGE);
	q.quantity = QUANTITY_YIELD;
	assert_int_equal(shared_compare(interval_find("bb-half"), good, 2, &q, &r, &e), -1);
	q = asking(QUANTITY_F, NAN);
	assert_int_equal(shared_compare(interval_find("bb-half"), good, 2, &q, &r, &e), -1);
	q = asking(QUANTITY_RECALL, 1);
	q.ends.draws = -1;
	assert_int_equal(shared_compare(interval_find("bb-half"), good, 2, &q, &r, &e), -1);
	/* No documents at all: nothing can be said. */
	q = asking(QUANTITY_RECALL, 1);
	assert_int_equal(shared_compare(interval_find("bb-half"), good, 0, &q, &r, &e), 0);
	assert_true(isnan(r.probability));
}

static void draws_agree_with_the_sums_and_with_themselves(void **unused)
{
	(void)unused;
	static const char *const drawn[] = { "shared-by-size", "bb-half", "bb-uniform", "bb-mcp",
					     "jeffreys" };
	for (int i = 0; i < 5; i += (int)cases(1, 2))
		for (int k = 0; k < 3; k++) {
			if (!is_asked(i, k))
				continue;
			const struct design *x = &designs[i];
			struct interval_request q = questions[k];
			struct shared_result sum = compare(drawn[i], x->cell, x->count, q);
			q.ends.draws = 50000;
			q.ends.seed = 7;
			struct shared_result r = compare(drawn[i], x->cell, x->count, q);
			struct shared_result again = compare(drawn[i], x->cell, x->count, q);
			assert_true(r.probability == again.probability && r.mean == again.mean);
			double error = fmax(r.probability_error, 1e-5);
			assert_near_at(r.probability, sum.probability, 4 * error, "%s", x->name);
			double width = sum.interval.upper - sum.interval.lower;
			assert_near_at(r.mean, sum.mean, 0.005 * width, "%s", x->name);
			assert_near_at(r.interval.lower, sum.interval.lower, 0.03 * width, "%s, %d",
				       x->name, k);
			assert_near_at(r.interval.upper, sum.interval.upper, 0.03 * width, "%s, %d",
				       x->name, k);
			double P = r.probability;
			if (k == 1 && P > 0.01 && P < 0.99) /* few ties */
				assert_near_at(r.probability_error, sqrt(P * (1 - P) / 50000), 3e-4,
					       "%s", x->name);
		}
	/* Every quantile of one draw is the draw. */
	struct interval_request q = questions[0];
	q.ends.draws = 1;
	struct shared_result r = compare("bb-half", designs[0].cell, designs[0].count, q);
	assert_true(r.interval.lower == r.mean && r.interval.upper == r.mean);
}

/* --- means over topics --- */

static struct shared_result compare_mean(const char *method, const struct shared_topic *topic,
					 size_t count, struct interval_request q)
{
	struct err e = { 0 };
	struct shared_result r = { 0 };
	if (shared_compare_mean(method_named(method), topic, count, &q, &r, &e) < 0)
		fail_msg("%s", e.text);
	return r;
}

/* The values of the mean of two distributions. */
static struct values mean_of(const struct values *a, const struct values *b)
{
	struct values out = { .v = calloc(a->count * b->count, sizeof *out.v) };
	for (size_t i = 0; i < a->count; i++)
		for (size_t j = 0; j < b->count; j++) {
			double value = (a->v[i].value + b->v[j].value) / 2;
			out.v[out.count++] = (struct value){ fabs(value) < 1e-14 ? 0 : value,
							     a->v[i].mass * b->v[j].mass };
		}
	qsort(out.v, out.count, sizeof *out.v, value_order);
	return out;
}

static void means_of_small_topics_agree_with_all_yields_enumerated(void **unused)
{
	(void)unused;
	uint64_t state = 4711;
	int compared = 0;
	for (int design = 0; design < 150; design++) {
		struct pair_stratum cell[2][8];
		struct shared_topic topic[2];
		for (int t = 0; t < 2; t++)
			topic[t] =
				(struct shared_topic){ .cell = cell[t],
						       .cells = random_design(&state, 6, cell[t]) };
		for (int k = 0; k < 3; k++) {
			const struct interval_request *q = &questions[k];
			if (is_undefined(cell[0], topic[0].cells, q) ||
			    is_undefined(cell[1], topic[1].cells, q))
				continue;
			struct values one[2];
			for (int t = 0; t < 2; t++) {
				struct groups g =
					groups_of(cell[t], topic[t].cells, "bb-half", q, 0);
				one[t] = all_values(&g, q);
				groups_release(&g);
			}
			struct values both = { 0 };
			if ((double)one[0].count * (double)one[1].count < 1e6) {
				both = mean_of(&one[0], &one[1]);
				struct shared_result wanted = values_result(&both, q);
				struct shared_result found = compare_mean("bb-half", topic, 2, *q);
				assert_near_at(found.probability, wanted.probability, 1e-9,
					       "design %d.%d", design, k);
				assert_near_at(found.mean, wanted.mean, 1e-9, "design %d.%d",
					       design, k);
				assert_near_at(found.interval.lower, wanted.interval.lower, 1e-9,
					       "design %d.%d", design, k);
				assert_near_at(found.interval.upper, wanted.interval.upper, 1e-9,
					       "design %d.%d", design, k);
				compared++;
			}
			free(both.v);
			free(one[0].v);
			free(one[1].v);
		}
	}
	assert_true(compared > 200);
}

static void means_of_larger_topics_agree_with_draws(void **unused)
{
	(void)unused;
	ONLY_WITH_TEST_ALL();
	struct shared_topic topic[DESIGNS];
	for (size_t t = 0; t < DESIGNS; t++)
		topic[t] =
			(struct shared_topic){ .cell = designs[t].cell, .cells = designs[t].count };
	static const size_t some[][2] = { { 0, 2 }, { 3, 8 }, { 0, DESIGNS } };
	for (int i = 0; i < cases(3, 2); i++)
		for (int k = 0; k < 3; k++) {
			if (!is_asked(i, k))
				continue;
			struct interval_request q = questions[k];
			const struct shared_topic *from = topic + some[i][0];
			size_t count = some[i][1] - some[i][0];
			struct shared_result sum = compare_mean("shared-by-size", from, count, q);
			q.ends.draws = 40000;
			struct shared_result r = compare_mean("shared-by-size", from, count, q);
			double width = sum.interval.upper - sum.interval.lower;
			assert_near_at(sum.probability, r.probability,
				       4 * fmax(r.probability_error, 1e-5), "%d, %d", i, k);
			/* the standard error of a mean is a quarter of the width over sqrt(B) */
			assert_near_at(sum.mean, r.mean, 4 * width / 4 / sqrt(4e4), "%d, %d", i, k);
			assert_near_at(sum.interval.lower, r.interval.lower, 0.02 * width, "%d, %d",
				       i, k);
			assert_near_at(sum.interval.upper, r.interval.upper, 0.02 * width, "%d, %d",
				       i, k);
		}
}

/*
 * One topic decides on the scale of 1e-5, below 0 or equal, where the other is equal, which it is
 * often. Wanted: the sum over all pairs of values.
 */
static void topics_that_are_open_on_different_scales_are_added_right(void **unused)
{
	(void)unused;
	const struct pair_stratum one[] = { CELL(56, 56, 0, 1, 0), CELL(31, 17, 0, 0, 1),
					    CELL(52, 36, 3, 1, 1), CELL(90217, 1311, 669, 0, 0) };
	const struct pair_stratum other[] = { CELL(70, 59, 2, 1, 0), CELL(44, 44, 2, 0, 1),
					      CELL(5, 5, 1, 1, 1), CELL(58811, 1854, 0, 0, 0) };
	const struct shared_topic topic[] = { { .cell = one, .cells = 4 },
					      { .cell = other, .cells = 4 } };
	const struct interval_request *q = &questions[0];
	struct values v[2];
	for (int t = 0; t < 2; t++) {
		struct groups g = groups_of(topic[t].cell, 4, "bb-half", q, 1e-12);
		join_rest(&g);
		v[t] = all_values(&g, q);
		groups_release(&g);
	}
	double wanted = 0, above = 0, equal = 0;
	size_t from = v[1].count, at = v[1].count; /* v[1] from here on makes the sum positive */
	for (size_t i = 0; i < v[0].count; i++) {
		double zero = -v[0].v[i].value;
		while (from > 0 && v[1].v[from - 1].value > zero + 1e-13)
			above += v[1].v[--from].mass;
		at = from;
		equal = 0;
		while (at > 0 && v[1].v[at - 1].value > zero - 1e-13)
			equal += v[1].v[--at].mass;
		wanted += v[0].v[i].mass * (above + equal / 2);
	}
	assert_near_at(compare_mean("bb-half", topic, 2, *q).probability, wanted, 1e-4,
		       "different scales");
	free(v[0].v);
	free(v[1].v);
}

static void topics_without_a_difference_are_left_out_and_certain_ones_are_not(void **unused)
{
	(void)unused;
	const struct pair_stratum judged[] = { CELL(50, 50, 12, 1, 1), CELL(30, 30, 5, 1, 0),
					       CELL(40, 40, 7, 0, 1), CELL(500, 500, 6, 0, 0) };
	const struct pair_stratum reversed[] = { CELL(50, 50, 12, 1, 1), CELL(40, 40, 7, 1, 0),
						 CELL(30, 30, 5, 0, 1), CELL(500, 500, 6, 0, 0) };
	const struct pair_stratum nothing[] = { CELL(50, 50, 0, 1, 1) };
	const struct shared_topic topic[] = { { .cell = judged, .cells = 4 },
					      { .cell = nothing, .cells = 1 },
					      { .cell = reversed, .cells = 4 },
					      { .cell = designs[0].cell,
						.cells = designs[0].count } };
	const struct interval_request *q = &questions[0];
	struct shared_result r = compare_mean("bb-half", topic, 2, *q);
	assert_true(r.probability == 0);
	assert_near_at(r.mean, -2.0 / 30, 1e-12, "two topics, one of them undefined");
	assert_near_at(r.interval.upper, -2.0 / 30, 1e-15, "two topics, one of them undefined");
	r = compare_mean("bb-half", topic, 3, *q);
	assert_true(r.probability == 0.5);
	assert_near_at(r.interval.lower, 0, 1e-15, "opposite topics");
	/* Two certain topics that cancel, and one that is not: a third of that one. */
	struct shared_result alone = compare_mean("bb-half", topic + 3, 1, *q);
	r = compare_mean("bb-half", topic, 4, *q);
	assert_near_at(r.probability, alone.probability, 2e-4, "a third of one topic");
	assert_near_at(r.interval.lower, alone.interval.lower / 3, 2e-5, "a third of one topic");
	r = compare_mean("bb-half", topic + 1, 1, *q);
	assert_true(isnan(r.probability) && isnan(r.mean) && isnan(r.interval.lower));
	r = compare_mean("bb-half", topic, 0, *q);
	assert_true(isnan(r.probability));
}

/* All topics' cells in one list, as for figures pooled over topics. */
static void thousands_of_cells_are_one_more_design(void **unused)
{
	(void)unused;
	ONLY_WITH_TEST_ALL();
	enum { CELLS = 3000 };
	const int64_t draws = cases(1000, 250);
	const double wide = 0.1 * sqrt(1000.0 / (double)draws); /* some five standard errors */
	static struct pair_stratum cell[CELLS];
	uint64_t state = 99;
	for (int i = 0; i < CELLS; i++) {
		struct pair_stratum *c = &cell[i];
		*c = (struct pair_stratum){ 0 };
		int group = (int)oracle_below(&state, 4);
		c->in_a = group == ONLY_A || group == IN_BOTH;
		c->in_b = group == ONLY_B || group == IN_BOTH;
		c->size = 1 + oracle_below(&state, group == IN_NONE ? 200000 : 2000);
		c->sampled = 1 + oracle_below(&state, 100);
		c->sampled = c->sampled < c->size ? c->sampled : c->size;
		c->relevant = oracle_below(&state, 1 + c->sampled / (group == IN_NONE ? 20 : 3));
		c->assessable = c->sampled;
	}
	for (int k = 0; k < 3; k++) {
		struct interval_request q = questions[k];
		struct shared_result sum = compare("shared-by-size", cell, CELLS, q);
		q.ends.draws = draws;
		struct shared_result r = compare("shared-by-size", cell, CELLS, q);
		double width = sum.interval.upper - sum.interval.lower;
		assert_near_at(sum.probability, r.probability, 4 * fmax(r.probability_error, 1e-3),
			       "%d", k);
		assert_near_at(sum.mean, r.mean, 4 * width / 4 / sqrt((double)draws), "%d", k);
		assert_near_at(sum.interval.lower, r.interval.lower, wide * width, "%d", k);
		assert_near_at(sum.interval.upper, r.interval.upper, wide * width, "%d", k);
	}
}

/* --- TREC 2009 Legal track, Interactive task --- */

struct legal_topic {
	char name[8], run[16][16];
	size_t runs, strata;
	struct pair_stratum cell[32];
	bool has[32][16];
};

static size_t run_number(struct legal_topic *t, const char *name)
{
	size_t i = 0;
	while (i < t->runs && strcmp(t->run[i], name) != 0)
		i++;
	if (i == t->runs)
		snprintf(t->run[t->runs++], sizeof t->run[0], "%s", name);
	return i;
}

static size_t read_legal(FILE *in, struct legal_topic *topic)
{
	char line[256], name[8], runs[64];
	long long size, sampled, assessable, relevant;
	size_t count = 0;
	while (fgets(line, sizeof line, in)) {
		if (sscanf(line, "%7[^,],%*[^,],%63[^,],%lld,%lld,%lld,%*d,%lld", name, runs, &size,
			   &sampled, &assessable, &relevant) != 6)
			continue;
		if (count == 0 || strcmp(topic[count - 1].name, name) != 0)
			snprintf(topic[count++].name, sizeof topic->name, "%s", name);
		struct legal_topic *t = &topic[count - 1];
		size_t i = t->strata++;
		t->cell[i] = (struct pair_stratum){ .size = size,
						    .sampled = sampled,
						    .relevant = relevant,
						    .assessable = assessable };
		for (char *rest = runs, *one; (one = strsep(&rest, "+")) != NULL;)
			if (strcmp(one, "-") != 0)
				t->has[i][run_number(t, one)] = true;
	}
	return count;
}

/*
 * Every pair of runs of every topic, against draws by the test's own code, and the probabilities of
 * both directions.
 */
static void pairs_of_real_runs_agree_with_draws(void **unused)
{
	(void)unused;
	ONLY_WITH_TEST_ALL();
	const char *data = getenv("STRAT_EVAL_DATA");
	char path[512];
	snprintf(path, sizeof path, "%s/legal09/strata.csv", data ? data : "../shared/data");
	FILE *in = fopen(path, "r");
	if (in == NULL) {
		print_message("skipped: no legal09/strata.csv (STRAT_EVAL_DATA)\n");
		skip();
	}
	static struct legal_topic topic[16];
	memset(topic, 0, sizeof topic);
	size_t topics = read_legal(in, topic), pairs = 0;
	fclose(in);
	assert_int_equal(topics, 7);
	for (size_t t = 0; t < (size_t)cases(7, 1); t++)
		for (size_t a = 0; a < topic[t].runs; a++)
			for (size_t b = a + 1; b < topic[t].runs; b++) {
				struct design x = { .name = topic[t].name,
						    .count = topic[t].strata };
				for (size_t i = 0; i < x.count; i++) {
					x.cell[i] = topic[t].cell[i];
					x.cell[i].assessable = x.cell[i].sampled;
					x.cell[i].in_a = topic[t].has[i][a];
					x.cell[i].in_b = topic[t].has[i][b];
				}
				assert_draws_agree(&x, "shared-by-size", 20000,
						   1000 * t + 10 * a + b, 4.5);
				struct shared_result r =
					compare("shared-by-size", x.cell, x.count, questions[2]);
				struct shared_result back =
					compare("shared-by-size", exchanged(x.cell, x.count),
						x.count, questions[2]);
				assert_near_at(r.probability + back.probability, 1, 1e-12, "%s",
					       x.name);
				pairs++;
			}
	print_message("%zu pairs of runs\n", pairs);
	assert_true(pairs >= (size_t)cases(24, 3));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_agree_with_all_yields_enumerated),
		cmocka_unit_test(results_agree_with_full_sums),
		cmocka_unit_test(precisions_of_large_sets_differ_by_a_multiple_of_their_lattice),
		cmocka_unit_test(both_ways_of_summing_agree_with_full_sums),
		cmocka_unit_test(results_agree_with_millions_of_draws),
		cmocka_unit_test(exchanged_systems_have_the_opposite_answer),
		cmocka_unit_test(everything_judged_is_certain),
		cmocka_unit_test(identical_sets_are_equal),
		cmocka_unit_test(a_system_that_retrieves_more_is_better_unless_nothing_is_there),
		cmocka_unit_test(against_an_empty_set_the_difference_is_the_score),
		cmocka_unit_test(cells_without_a_sample_are_one_in_each_group),
		cmocka_unit_test(wrong_requests_are_refused),
		cmocka_unit_test(draws_agree_with_the_sums_and_with_themselves),
		cmocka_unit_test(means_of_small_topics_agree_with_all_yields_enumerated),
		cmocka_unit_test(means_of_larger_topics_agree_with_draws),
		cmocka_unit_test(topics_that_are_open_on_different_scales_are_added_right),
		cmocka_unit_test(topics_without_a_difference_are_left_out_and_certain_ones_are_not),
		cmocka_unit_test(thousands_of_cells_are_one_more_design),
		cmocka_unit_test(pairs_of_real_runs_agree_with_draws),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	printf("# pairs of a design and a question: %d\n", pairs_asked);
	return failed;
}
