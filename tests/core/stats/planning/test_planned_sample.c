/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples that are planned by their outcomes: probabilities against sums over all outcomes with R's
 * dhyper() and the interval of each, and sizes against all sizes of small collections.
 */
#include "tests/support/interval_help.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/interval/cut_strata.h"
#include "core/stats/planning/planned_sample.h"
#include "core/stats/random/uniform.h"
#include "core/stats/two_runs/shared_posterior.h"
#include "tests/support/cases.h"

static int64_t pick(struct uniform *u, int64_t from, int64_t to)
{
	return from + (int64_t)(uniform_bits(u) % (uint64_t)(to - from + 1));
}

static struct reach_request wanting(const char *method, enum reach_goal goal, double target)
{
	double p = goal == GOAL_WIDTH ? 0.025 : 0.05;
	return (struct reach_request){
		.method = interval_find(method),
		.goal = goal,
		.target = target,
		.interval = asking(QUANTITY_RECALL, goal == GOAL_UPPER ? 0 : p,
				   goal == GOAL_LOWER || goal == GOAL_BETTER ? 1 : 1 - p),
	};
}

static bool is_reached(const struct reach_request *q, struct interval x)
{
	return q->goal == GOAL_WIDTH   ? x.upper - x.lower <= q->target + 1e-10
	       : q->goal == GOAL_LOWER ? x.lower >= q->target - 1e-10
				       : x.upper <= q->target + 1e-10;
}

static double chance(const struct true_stratum *t, int64_t r)
{
	return dhyper((double)r, (double)t->yield, (double)(t->size - t->yield), (double)t->sampled,
		      0);
}

/* Two runs: which is better, by the comparison itself. */
static bool is_better(const struct reach_request *q, const struct stratum s[2])
{
	struct pair_stratum cell[2];
	struct shared_result x;
	struct err e = { 0 };
	for (int i = 0; i < 2; i++)
		cell[i] = (struct pair_stratum){ .size = s[i].size,
						 .sampled = s[i].sampled,
						 .relevant = s[i].relevant,
						 .assessable = s[i].sampled,
						 .in_a = s[i].retrieved,
						 .in_b = !s[i].retrieved };
	assert_int_equal(shared_compare(q->method, cell, 2, &q->interval, &x, &e), 0);
	return x.probability >= 0.95 - 1e-10;
}

/* Every outcome of a retrieved and an unretrieved stratum. */
static double enumerated(const struct reach_request *q, const struct true_stratum t[2])
{
	double sum = 0;
	for (int64_t a = 0; a <= t[0].sampled; a++)
		for (int64_t b = 0; b <= t[1].sampled; b++) {
			const struct stratum s[2] = {
				{ t[0].size, t[0].sampled, a, t[0].sampled, true },
				{ t[1].size, t[1].sampled, b, t[1].sampled, false },
			};
			double p = chance(&t[0], a) * chance(&t[1], b);
			if (p < 1e-12)
				continue;
			if (q->goal == GOAL_BETTER
				    ? is_better(q, s)
				    : is_reached(q, ask(q->method->name, s, 2, q->interval)))
				sum += p;
		}
	return sum;
}

static struct planned_sample sample_of(struct reach_request q, struct true_stratum *t)
{
	return (struct planned_sample){
		.reach = q, .strata = t, .count = 2, .share = NAN, .samples = 4000, .seed = 1
	};
}

/* Short stretches of outcomes that are not looked at may differ by 1/64 each at the most; few
 * outcomes are all looked at. */
static void probabilities_are_sums_over_all_outcomes(void **state)
{
	(void)state;
	static const char *const methods[] = { "bb-half", "bb-bound", "bb-spread", "normal" };
	struct uniform u = uniform_start(3, 0, STREAM_FIRST);
	double worst = 0;
	int inside = 0;
	for (int i = 0; i < (int)cases(120, 40); i++) {
		struct true_stratum t[2] = { { pick(&u, 20, 200), 0, 0, true },
					     { pick(&u, 40, 900), 0, 0, false } };
		for (int k = 0; k < 2; k++) {
			t[k].yield = pick(&u, 1, t[k].size - 1);
			t[k].sampled = pick(&u, 5, t[k].size < 60 ? t[k].size - 1 : 60);
		}
		double recall = (double)t[0].yield / (double)(t[0].yield + t[1].yield);
		double off = (double)pick(&u, 5, 30) / 100;
		const double target[] = { 2 * off, fmax(recall - off, 0.01),
					  fmin(recall + off, 0.99) };
		struct reach_request q =
			wanting(methods[i % 4], (enum reach_goal)(i % 3), target[i % 3]);
		struct planned_sample p = sample_of(q, t);
		struct planned_answer x;
		struct err e = { 0 };
		int64_t n = t[0].sampled + t[1].sampled;
		p.share = (double)t[0].sampled / (double)n;
		assert_int_equal(planned_reach(&p, n, &x, &e), 0);
		double want = enumerated(&q, t);
		worst = fmax(worst, fabs(x.probability - want));
		assert_near(x.probability, want, 0.005);
		inside += want > 0.01 && want < 0.99;
	}
	print_message("neither 0 nor 1: %d; farthest off: %.4f\n", inside, worst);
	assert_true(inside > (int)cases(40, 12));
}

static void the_better_of_two_runs_is_a_sum_over_comparisons(void **state)
{
	(void)state;
	struct uniform u = uniform_start(8, 0, STREAM_FIRST);
	for (int i = 0; i < 12; i++) {
		struct true_stratum t[2] = { { pick(&u, 40, 90), 0, 0, true },
					     { pick(&u, 40, 90), 0, 0, false } };
		t[0].yield = pick(&u, 15, 30);
		t[1].yield = pick(&u, 2, 14);
		struct reach_request q = wanting("bb-half", GOAL_BETTER, 0.5);
		struct planned_sample p = sample_of(q, t);
		struct planned_answer x;
		struct err e = { 0 };
		assert_int_equal(planned_reach(&p, 30, &x, &e), 0);
		assert_int_equal(t[0].sampled + t[1].sampled, 30);
		assert_near(x.probability, enumerated(&q, t), 0.005);
	}
}

/* A control set: m of n are relevant, and a of these retrieved. */
static double control_enumerated(const struct reach_request *q, const struct sampled_whole *c,
				 int64_t n)
{
	double sum = 0, all = (double)(c->relevant[0] + c->relevant[1]);
	for (int64_t m = 0; m <= n && m <= c->relevant[0] + c->relevant[1]; m++)
		for (int64_t a = 0; a <= m && a <= c->relevant[1]; a++) {
			double p = dhyper((double)m, all, (double)c->size - all, (double)n, 0) *
				   dhyper((double)a, (double)c->relevant[1], (double)c->relevant[0],
					  (double)m, 0);
			const int64_t found[2] = { m - a, a };
			struct interval x;
			struct err e = { 0 };
			if (p < 1e-12)
				continue;
			assert_int_equal(control_interval(q, c, n, found, &x, &e), 0);
			sum += is_reached(q, x) ? p : 0;
		}
	return sum;
}

/* Points of a lattice stand for outcomes: the error is well below that of random ones, .006. */
static void control_sets_are_sums_over_all_outcomes(void **state)
{
	(void)state;
	static const struct {
		enum reach_goal goal;
		double target;
		struct sampled_whole set;
		int64_t n;
	} cases[] = {
		{ GOAL_WIDTH, 0.35, { 900, { 60, 140 } }, 120 },
		{ GOAL_LOWER, 0.55, { 900, { 60, 140 } }, 120 },
		{ GOAL_UPPER, 0.85, { 500, { 40, 60 } }, 90 },
		{ GOAL_WIDTH, 0.4, { 200, { 20, 30 } }, 60 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct planned_sample p = { .reach = wanting("bb-spread", cases[i].goal,
							     cases[i].target),
					    .control = &cases[i].set,
					    .share = 0.5,
					    .samples = 4000,
					    .seed = 1 };
		struct planned_answer x;
		struct err e = { 0 };
		assert_int_equal(planned_reach(&p, cases[i].n, &x, &e), 0);
		double want = control_enumerated(&p.reach, &cases[i].set, cases[i].n);
		print_message("%.4f, of all outcomes %.4f\n", x.probability, want);
		assert_near(x.probability, want, 0.002);
		assert_true(want > 0.02 && want < 0.98);
	}
}

/* The size found, and every larger one, has the probability; one that is 3 % and two documents
 * smaller has not. By sums over all outcomes. */
static void the_least_size_is_where_it_stays_reached(void **state)
{
	(void)state;
	struct uniform u = uniform_start(5, 0, STREAM_FIRST);
	for (int i = 0; i < (int)cases(8, 3); i++) {
		struct true_stratum t[2] = { { 80, pick(&u, 40, 70), 0, true },
					     { 300, pick(&u, 10, 40), 0, false } };
		double recall = (double)t[0].yield / (double)(t[0].yield + t[1].yield);
		struct reach_request q = i % 2 ? wanting("bb-bound", GOAL_LOWER, recall - 0.2)
					       : wanting("bb-half", GOAL_WIDTH, 0.35);
		struct planned_sample p = sample_of(q, t);
		struct planned_answer x;
		struct err e = { 0 };
		p.share = 0.3;
		assert_near(planned_truth(&p), recall, 1e-15);
		assert_int_equal(planned_smallest(&p, 0.8, &x, &e), 0);
		for (int64_t n = x.size; n < x.size + 40 && n < 200; n++) {
			assert_int_equal(planned_divide(&p, n, &e), 0);
			assert_true(enumerated(&q, t) >= 0.8 - 0.005);
		}
		assert_int_equal(planned_divide(&p, x.size - 2 - x.size * 3 / 100, &e), 0);
		assert_true(enumerated(&q, t) < 0.8 + 0.005);
	}
}

static void the_seed_decides_and_all_documents_are_the_limit(void **state)
{
	(void)state;
	struct true_stratum t[2] = { { 50000, 30000, 0, true }, { 950000, 12857, 0, false } };
	struct planned_sample p = sample_of(wanting("bb-spread", GOAL_WIDTH, 0.1), t);
	struct planned_answer x, y, z;
	struct err e = { 0 };
	assert_int_equal(planned_smallest(&p, 0.8, &x, &e), 0);
	p.share = NAN;
	assert_int_equal(planned_smallest(&p, 0.8, &y, &e), 0);
	assert_memory_equal(&x, &y, sizeof x);
	p.share = NAN;
	p.seed = 2;
	assert_int_equal(planned_smallest(&p, 0.8, &z, &e), 0);
	assert_near((double)z.size, (double)x.size, 0.01 * (double)x.size);
	p.share = NAN;
	p.reach = wanting("bb-bound", GOAL_LOWER, 0.71);
	assert_int_equal(planned_smallest(&p, 0.8, &z, &e), -1);
	assert_int_equal(e.status, STATUS_USAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(probabilities_are_sums_over_all_outcomes),
		cmocka_unit_test(the_better_of_two_runs_is_a_sum_over_comparisons),
		cmocka_unit_test(control_sets_are_sums_over_all_outcomes),
		cmocka_unit_test(the_least_size_is_where_it_stays_reached),
		cmocka_unit_test(the_seed_decides_and_all_documents_are_the_limit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
