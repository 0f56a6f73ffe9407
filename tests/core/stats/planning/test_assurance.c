/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often a sample of one stratum reaches a bound or a width, and the smallest that does so with
 * a probability: against sums over all samples with R's dhyper(), and against all sizes.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/interval_help.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/planning/planned_sample.h"
#include "core/stats/planning/planned_share.h"
#include "core/stats/random/uniform.h"
#include "tests/support/cases.h"

static struct reach_request wanting(const char *method, enum quantity quantity,
				    enum reach_goal goal, double target)
{
	struct reach_request q = { .method = interval_find(method),
				   .goal = goal,
				   .target = target };
	double p = goal == GOAL_WIDTH ? 0.025 : 0.05;
	q.interval = asking(quantity, goal == GOAL_UPPER ? 0 : p, goal == GOAL_LOWER ? 1 : 1 - p);
	return q;
}

static bool reaches(const struct reach_request *q, const struct stratum *s, size_t count)
{
	struct interval x = ask(q->method->name, s, count, q->interval);
	double all = q->interval.quantity == QUANTITY_YIELD ? (double)s[0].size : 1;
	double value = q->goal == GOAL_WIDTH   ? x.upper - x.lower
		       : q->goal == GOAL_LOWER ? -x.lower
					       : x.upper;
	double target = (q->goal == GOAL_LOWER ? -1 : 1) * q->target * all;
	return value <= target + 1e-10;
}

static double chance(const struct true_stratum *t, int64_t r)
{
	return dhyper((double)r, (double)t->yield, (double)(t->size - t->yield), (double)t->sampled,
		      0);
}

/* Every outcome of one stratum or two. */
static double enumerated(const struct reach_request *q, const struct true_stratum *t, size_t count)
{
	double sum = 0;
	struct stratum s[2] = { { 0 } };
	for (size_t i = 0; i < count; i++)
		s[i] = (struct stratum){ t[i].size, t[i].sampled, 0, t[i].sampled, t[i].retrieved };
	for (int64_t a = 0; a <= t[0].sampled; a++)
		for (int64_t b = 0; b <= (count == 2 ? t[1].sampled : 0); b++) {
			double p = chance(&t[0], a) * (count == 2 ? chance(&t[1], b) : 1);
			s[0].relevant = a;
			s[1].relevant = b;
			if (p > 0 && reaches(q, s, count))
				sum += p;
		}
	return sum;
}

static double probability(const struct reach_request *q, const struct true_stratum *t)
{
	struct err e = { 0 };
	struct share_reach out;
	struct true_stratum copy = *t;
	const struct planned_sample p = { .reach = *q, .strata = &copy, .count = 1 };
	if (share_reach(&p, &out, &e) < 0)
		fail_msg("%s", e.text);
	return out.probability;
}

/* The smallest sample that reaches the target with the probability. */
static struct planned_answer smallest(const struct reach_request *q, int64_t size, int64_t relevant,
				      double assurance)
{
	struct true_stratum one = { size, relevant, 0, true };
	struct planned_sample p = { .reach = *q, .strata = &one, .count = 1, .share = 0.5 };
	struct planned_answer out;
	struct err e = { 0 };
	if (planned_smallest(&p, assurance, &out, &e) < 0)
		fail_msg("%s", e.text);
	return out;
}

static int64_t pick(struct uniform *u, int64_t from, int64_t to)
{
	return from + (int64_t)(uniform_bits(u) % (uint64_t)(to - from + 1));
}

/* Ends are whole documents: the width of a share goes up and down from one outcome to the next,
 * most of all near 1/2. The target is that of the middle of the sample, or a document more or less.
 */
static void widths_of_a_share_are_reached_by_the_sum_over_all_outcomes(void **state)
{
	(void)state;
	static const char *const methods[] = { "hypergeometric", "bb-half", "mid-p" };
	struct uniform u = uniform_start(6, 0, STREAM_FIRST);
	int inside = 0;
	for (int i = 0; i < 120; i++) {
		struct true_stratum t = { pick(&u, 40, 900), 0, 0, true };
		t.yield = i % 4 ? t.size / 2 : pick(&u, 1, t.size - 1);
		t.sampled = pick(&u, 9, t.size - 5);
		struct reach_request q = wanting(methods[i % 3], QUANTITY_YIELD, GOAL_WIDTH, 0);
		const struct stratum middle = { t.size, t.sampled, t.sampled / 2, t.sampled, true };
		struct interval x = ask(q.method->name, &middle, 1, q.interval);
		q.target = (x.upper - x.lower + (double)pick(&u, -1, 1)) / (double)t.size;
		double want = enumerated(&q, &t, 1);
		assert_near(probability(&q, &t), want, 5e-9);
		inside += want > 1e-6 && want < 1 - 1e-6;
	}
	assert_true(inside > 20);
	/* R: the sum of dhyper(r, 500, 500, 284) over the r whose limits by phyper() are at most
	 * 100 documents apart; of 285 documents and more it is above .99999 */
	struct reach_request q = wanting("hypergeometric", QUANTITY_YIELD, GOAL_WIDTH, 0.1);
	assert_near(probability(&q, &(struct true_stratum){ 1000, 500, 284, true }), 0.545735,
		    1e-6);
	assert_int_equal(smallest(&q, 1000, 500, 0.8).size, 285);
	/* of 1,227 documents of 3,000, 2,100 relevant, .8186 reach .04, but of 1,228 only .7653 (R)
	 */
	q.target = 0.04;
	assert_int_equal(smallest(&q, 3000, 2100, 0.8).size, 1229);
}

/* Between two sizes with another border the probability goes one way. */
static void probabilities_rise_or_fall_where_the_border_stays(void **state)
{
	(void)state;
	struct uniform u = uniform_start(4, 0, STREAM_FIRST);
	int inside = 0, turns = 0;
	for (int i = 0; i < 60; i++) {
		struct true_stratum t = { pick(&u, 60, 300), 0, 0, true };
		t.yield = i % 3 ? pick(&u, 1, 5) : t.size - pick(&u, 1, 5);
		double truth = (double)t.yield / (double)t.size;
		bool lower = i % 2;
		struct reach_request q = wanting(i / 4 % 2 ? "bb-half" : "bb-bound", QUANTITY_YIELD,
						 lower ? GOAL_LOWER : GOAL_UPPER,
						 lower ? truth / 2 : (1 + truth) / 2);
		struct share_reach before = { 0 }, here;
		struct err e = { 0 };
		int way = 0;
		const struct planned_sample p = { .reach = q, .strata = &t, .count = 1 };
		for (t.sampled = 10; t.sampled < t.size - 5; t.sampled++, before = here) {
			assert_int_equal(share_reach(&p, &here, &e), 0);
			if (t.sampled % 7 == 0)
				assert_near(here.probability, enumerated(&q, &t, 1), 5e-9);
			double step = here.probability - before.probability;
			int now = step > 1e-9 ? 1 : step < -1e-9 ? -1 : 0;
			bool same = t.sampled > 10 && here.border == before.border;
			turns += same && now * way < 0;
			way = !same ? 0 : now != 0 ? now : way;
			inside += here.probability > 0.01 && here.probability < 0.99;
		}
	}
	print_message("neither 0 nor 1: %d\n", inside);
	assert_int_equal(turns, 0);
	assert_true(inside > 200);
}

static int sizes_tried(void)
{
	return (int)cases(3, 1);
}

static void the_smallest_single_sample_is_that_of_all_sizes(void **state)
{
	(void)state;
	static const struct {
		const char *method;
		enum quantity quantity;
		enum reach_goal goal;
		double target, assurance;
		int64_t size, relevant;
	} cases[] = {
		{ "bb-bound", QUANTITY_YIELD, GOAL_UPPER, 0.05, 0.8, 600, 6 },
		{ "bb-bound", QUANTITY_YIELD, GOAL_UPPER, 0.05, 0.6, 600, 9 },
		{ "bb-bound", QUANTITY_YIELD, GOAL_UPPER, 0.03, 0.3, 600, 9 },
		{ "bb-half", QUANTITY_YIELD, GOAL_WIDTH, 0.1, 0.8, 500, 50 },
		{ "bb-half", QUANTITY_PRECISION, GOAL_WIDTH, 0.2, 0.9, 300, 200 },
		{ "bb-bound", QUANTITY_PRECISION, GOAL_LOWER, 0.6, 0.7, 300, 220 },
	};
	int later = 0;
	for (size_t i = 0; i<sizeof cases / sizeof *cases; i += sizes_tried()> 1 ? 1 : 2) {
		struct reach_request q =
			wanting(cases[i].method, cases[i].quantity, cases[i].goal, cases[i].target);
		int64_t last = 0, first = 0;
		double at_answer = 0;
		for (int64_t n = 1; n <= cases[i].size; n++) {
			const struct true_stratum t = { cases[i].size, cases[i].relevant, n, true };
			double p = enumerated(&q, &t, 1);
			if (p < cases[i].assurance)
				last = n;
			else if (first == 0)
				first = n;
			if (n == last + 1)
				at_answer = p;
		}
		const struct planned_answer found =
			smallest(&q, cases[i].size, cases[i].relevant, cases[i].assurance);
		assert_int_equal(found.size, last + 1);
		assert_near(found.probability, at_answer, 1e-8);
		later += first < last;
	}
	print_message("a smaller sample had it, too: %d\n", later);
	assert_true(later >= (sizes_tried() > 1 ? 3 : 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(widths_of_a_share_are_reached_by_the_sum_over_all_outcomes),
		cmocka_unit_test(probabilities_rise_or_fall_where_the_border_stays),
		cmocka_unit_test(the_smallest_single_sample_is_that_of_all_sizes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
