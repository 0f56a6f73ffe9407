/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often a sample reaches a bound or a width, and the smallest that does so with a probability:
 * against sums over all samples with R's dhyper(), against all sizes of a small collection, and
 * against samples that are drawn document by document.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/interval_help.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/interval/repeated_samples.h"
#include "core/stats/planning/reach.h"
#include "core/stats/planning/recall_allocation.h"
#include "core/stats/planning/sample_size.h"
#include "core/stats/random/uniform.h"
#include "core/stats/two_runs/shared_posterior.h"
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

static double probability(const struct reach_request *q, const struct true_stratum *t, size_t count)
{
	struct err e = { 0 };
	double out = NAN;
	if (reach_probability(q, &(struct truth){ t, count }, &out, &e) < 0)
		fail_msg("%s", e.text);
	return out;
}

static int64_t pick(struct uniform *u, int64_t from, int64_t to)
{
	return from + (int64_t)(uniform_bits(u) % (uint64_t)(to - from + 1));
}

static void probabilities_are_sums_over_all_samples(void **state)
{
	(void)state;
	static const char *const methods[] = { "bb-half", "bb-bound", "bb-bound", "normal" };
	struct uniform u = uniform_start(3, 0, STREAM_FIRST);
	int inside = 0;
	for (int i = 0; i < 240; i++) {
		enum reach_goal goal = (enum reach_goal)(i % 3);
		size_t count = 1 + (size_t)(i / 3 % 2);
		enum quantity one = i / 6 % 2 ? QUANTITY_YIELD : QUANTITY_PRECISION;
		const char *method = methods[i / 12 % (count == 2 ? 4 : 3)];
		struct true_stratum t[2] = { { pick(&u, 9, 40), 0, 0, true },
					     { pick(&u, 9, 60), 0, 0, false } };
		for (int k = 0; k < 2; k++) {
			t[k].yield = pick(&u, 1, t[k].size - 1);
			t[k].sampled = pick(&u, 2, t[k].size - 1);
		}
		struct reach_request q = wanting(method, count == 2 ? QUANTITY_RECALL : one, goal,
						 (double)pick(&u, 20, 80) / 100);
		double want = enumerated(&q, t, count);
		assert_near(probability(&q, t, count), want, 5e-9);
		inside += want > 1e-6 && want < 1 - 1e-6;
	}
	print_message("neither 0 nor 1: %d of 240\n", inside);
	assert_true(inside > 100);
}

/*
 * Of large collections a few widths of each line of outcomes are computed, of small ones those that
 * may be near the target: here all are. If the target is near the greatest width, the ends of a
 * line reach it, and its middle does not.
 */
static void widths_are_reached_by_the_sum_over_all_pairs(void **state)
{
	(void)state;
	static const struct {
		const char *method;
		struct true_stratum t[2];
	} cases[] = {
		{ "bb-spread",
		  { { 1000000, 18000, 900, true }, { 30000000, 10000, 24000, false } } },
		{ "bb-bound", { { 400000, 100000, 40, true }, { 9000000, 100000, 2000, false } } },
		{ "bb-bound",
		  { { 100000, 80, 9000, true }, { 1000000000, 2000, 8000000, false } } },
		{ "bb-spread", { { 214, 100, 43, true }, { 1933, 300, 172, false } } },
		{ "bb-spread", { { 8135, 1500, 162, true }, { 73215, 3000, 651, false } } },
	};
	static double share[3600], width[3600];
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct true_stratum *t = cases[i].t;
		struct err e = { 0 };
		struct reach_request q = wanting(cases[i].method, QUANTITY_RECALL, GOAL_WIDTH, 0);
		struct stratum s[2] = { { t[0].size, t[0].sampled, 0, t[0].sampled, true },
					{ t[1].size, t[1].sampled, 0, t[1].sampled, false } };
		struct repeated_samples *r = repeated_samples_new(q.method, s, 2, &q.interval, &e);
		double least = 1, most = 0;
		for (size_t k = 0; k < 3600; k++) {
			struct interval x = { 0, 2 };
			s[0].relevant = (int64_t)(k / 60);
			s[1].relevant = (int64_t)(k % 60);
			share[k] = chance(&t[0], s[0].relevant) * chance(&t[1], s[1].relevant);
			if (share[k] >= 1e-9)
				assert_int_equal(repeated_samples_interval(r, &x, &e), 0);
			width[k] = x.upper - x.lower;
			least = fmin(least, width[k]);
			most = fmax(most, width[k] < 2 ? width[k] : 0);
		}
		repeated_samples_free(r);
		for (int part = 2; part < 20; part++) {
			double sum = 0;
			q.target = least + (most - least) * part / 20.03;
			for (size_t k = 0; k < 3600; k++)
				sum += width[k] <= q.target ? share[k] : 0;
			assert_near(probability(&q, t, 2), sum, 3e-8);
		}
	}
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
		assert_near(probability(&q, &t, 1), want, 5e-9);
		struct true_stratum a = t, b = t;
		const struct truth from = { &a, 1 }, to = { &b, 1 };
		struct err e = { 0 };
		double least, most;
		a.sampled -= pick(&u, 0, 3);
		b.sampled += pick(&u, 1, 3);
		assert_int_equal(reach_between(&q, &from, &to, &least, &e), 0);
		assert_int_equal(reach_between(&q, &to, &from, &most, &e), 0);
		assert_true(least <= want + 1e-9 && want <= most + 1e-9);
		inside += want > 1e-6 && want < 1 - 1e-6;
	}
	assert_true(inside > 20);
	/* R: the sum of dhyper(r, 500, 500, 284) over the r whose limits by phyper() are at most
	 * 100 documents apart; of 285 documents and more it is above .99999 */
	struct one_sample s = { wanting("hypergeometric", QUANTITY_YIELD, GOAL_WIDTH, 0.1),
				{ 1000, { 0, 500 } } };
	struct err e = { 0 };
	struct assured found;
	double reached;
	assert_int_equal(one_sample_reach(&s, 284, &reached, &e), 0);
	assert_near(reached, 0.545735, 1e-6);
	assert_int_equal(one_sample_assured(&s, 0.8, &found, &e), 0);
	assert_int_equal(found.size, 285);
	/* of 1,227 documents of 3,000, 2,100 relevant, .8186 reach .04, but of 1,228 only .7653 (R)
	 */
	s = (struct one_sample){ wanting("hypergeometric", QUANTITY_YIELD, GOAL_WIDTH, 0.04),
				 { 3000, { 0, 2100 } } };
	assert_int_equal(one_sample_assured(&s, 0.8, &found, &e), 0);
	assert_int_equal(found.size, 1229);
}

/* The corner is a bound for every design in between, from below; from the larger end, from above.
 */
static void blocks_are_no_better_than_any_of_their_sizes(void **state)
{
	(void)state;
	struct uniform u = uniform_start(4, 0, STREAM_FIRST);
	int inside = 0;
	for (int i = 0; i < 300; i++) {
		size_t count = 1 + (size_t)(i % 2);
		enum reach_goal goal = (enum reach_goal)(count == 1 ? i / 2 % 3 : 1 + i / 2 % 2);
		struct true_stratum t[2] = { { pick(&u, 30, 90), 0, 0, true },
					     { pick(&u, 40, 200), 0, 0, false } };
		struct true_stratum a[2], b[2];
		for (int k = 0; k < 2; k++) {
			t[k].yield = pick(&u, 1, t[k].size - 1);
			t[k].sampled = pick(&u, 10, t[k].size - 6);
			a[k] = b[k] = t[k];
			a[k].sampled = t[k].sampled - pick(&u, 0, 3);
			b[k].sampled = t[k].sampled + pick(&u, 0, 3);
		}
		struct reach_request q = wanting(i / 4 % 2 ? "bb-half" : "bb-bound",
						 count == 2 ? QUANTITY_RECALL : QUANTITY_YIELD,
						 goal, (double)pick(&u, 10, 90) / 100);
		const struct truth from = { a, count }, to = { b, count };
		struct err e = { 0 };
		double least, most, there = probability(&q, t, count);
		assert_true(reach_has_corners(&q, &from));
		assert_int_equal(reach_between(&q, &from, &to, &least, &e), 0);
		assert_int_equal(reach_between(&q, &to, &from, &most, &e), 0);
		assert_true(least <= there + 1e-9 && there <= most + 1e-9);
		inside += least > 0.01 && there < 0.99;
	}
	print_message("neither 0 nor 1: %d of 300\n", inside);
	assert_true(inside > 40);
}

static struct division_problem problem(const char *method, enum reach_goal goal, int64_t N1,
				       int64_t R1, int64_t N0, int64_t R0)
{
	struct reach_request q = wanting(method, QUANTITY_RECALL, goal, 0);
	return (struct division_problem){ .method = q.method,
					  .interval = q.interval,
					  .goal = goal,
					  .retrieved = { N1, R1 },
					  .unretrieved = { N0, R0 } };
}

/* The answer is one more than the last of all sizes that misses the probability. */
static void every_larger_sample_of_a_small_collection_has_the_probability(void **state)
{
	(void)state;
	static const struct {
		const char *method;
		enum reach_goal goal;
		double target, assurance, share;
	} cases[] = {
		{ "bb-half", GOAL_LOWER, 0.6, 0.8, 0.3 },
		{ "bb-bound", GOAL_LOWER, 0.6, 0.8, 0.3 },
		{ "bb-bound", GOAL_LOWER, 0.65, 0.5, 0.99 },
		{ "bb-bound", GOAL_UPPER, 0.9, 0.9, 0.2 },
		{ "bb-half", GOAL_WIDTH, 0.3, 0.8, 0.3 },
		{ "bb-bound", GOAL_LOWER, 0.6, 0.3, 0.1 },
	};
	int later = 0;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct division_problem p =
			problem(cases[i].method, cases[i].goal, 60, 40, 340, 12);
		int64_t last = 1, first = 0;
		double at_answer = 0;
		for (int64_t n = 2; n <= 400; n++) {
			struct err e = { 0 };
			double x;
			assert_int_equal(division_reach(&p, cases[i].target,
							division_of(&p, n, cases[i].share), &x, &e),
					 0);
			if (x < cases[i].assurance)
				last = n;
			else if (first == 0)
				first = n;
			if (n == last + 1)
				at_answer = x;
		}
		struct err e = { 0 };
		struct division a;
		struct assured found;
		assert_int_equal(division_assured(&p, cases[i].target, cases[i].assurance,
						  cases[i].share, &a, &found, &e),
				 0);
		assert_int_equal(found.size, last + 1);
		assert_int_equal(a.retrieved + a.unretrieved, last + 1);
		assert_true(found.probability >= cases[i].assurance);
		assert_near(found.probability, at_answer, 1e-12);
		later += first < last;
	}
	print_message("a smaller sample had it, too: %d of 6\n", later);
	assert_true(later >= 2);
}

/* A sample of n documents of N, drawn one by one: how many of R are in it. */
static int64_t drawn(struct uniform *u, int64_t N, int64_t R, int64_t n)
{
	int64_t found = 0;
	for (int64_t i = 0; i < n; i++)
		found += uniform_next(u) * (double)(N - i) < (double)(R - found);
	return found;
}

enum { SAMPLES = 2000 };

/* The share of 2,000 samples (seed 11) that reach it, each evaluated by interval_compute(). */
static double simulated(const struct reach_request *q, const struct true_stratum t[2])
{
	size_t columns = (size_t)t[1].sampled + 1;
	signed char *known = calloc((size_t)(t[0].sampled + 1) * columns, 1);
	int reached = 0;
	for (uint64_t i = 0; i < SAMPLES; i++) {
		struct uniform u = uniform_start(11, i, STREAM_FIRST);
		int64_t r1 = drawn(&u, t[0].size, t[0].yield, t[0].sampled);
		int64_t r0 = drawn(&u, t[1].size, t[1].yield, t[1].sampled);
		signed char *k = &known[(size_t)r1 * columns + (size_t)r0];
		const struct stratum s[2] = { { t[0].size, t[0].sampled, r1, t[0].sampled, true },
					      { t[1].size, t[1].sampled, r0, t[1].sampled,
						false } };
		if (*k == 0)
			*k = reaches(q, s, 2) ? 1 : -1;
		reached += *k > 0;
	}
	free(known);
	return (double)reached / SAMPLES;
}

static void simulation_agrees(const char *method, enum reach_goal goal, double target,
			      const struct true_stratum t[2], double low, double high)
{
	struct reach_request q = wanting(method, QUANTITY_RECALL, goal, target);
	double exact = probability(&q, t, 2), share = simulated(&q, t);
	double error = sqrt(exact * (1 - exact) / SAMPLES);
	print_message("%s %g: exact %.4f, %d samples %.4f (%.1f standard errors)\n", method, target,
		      exact, SAMPLES, share, (share - exact) / error);
	assert_true(exact >= low && exact <= high);
	assert_true(fabs(share - exact) <= 2.5 * error);
}

static void two_thousand_samples_agree(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct division a;
	struct assured found;
	struct division_problem p = problem("bb-bound", GOAL_LOWER, 600, 450, 9400, 112);
	assert_int_equal(division_assured(&p, 0.7, 0.8, NAN, &a, &found, &e), 0);
	const struct true_stratum t[2] = { { 600, 450, a.retrieved, true },
					   { 9400, 112, a.unretrieved, false } };
	simulation_agrees("bb-bound", GOAL_LOWER, 0.7, t, 0.8, 0.85);
	const char *all = getenv("TEST_ALL");
	if (all == NULL || *all == '\0')
		return;
	/* 12,000 of 300,000 retrieved, precision .75, recall .8: "the bound is expected at .7" */
	struct true_stratum s[2] = { { 12000, 9000, 86, true }, { 288000, 2250, 999, false } };
	simulation_agrees("bb-half", GOAL_LOWER, 0.7, s, 0.42, 0.5);
	s[0].sampled = 240; /* 2.8 times as many: 88 % (standard error .8) were counted */
	s[1].sampled = 2800;
	simulation_agrees("bb-half", GOAL_LOWER, 0.7, s, 0.86, 0.9);
	s[0].sampled = 188; /* what --assurance=0.8 finds */
	s[1].sampled = 2221;
	simulation_agrees("bb-half", GOAL_LOWER, 0.7, s, 0.8, 0.81);
	simulation_agrees("bb-half", GOAL_WIDTH, 0.15, s, 0.5, 0.9);
}

/* ---- one sample, and control sets ---- */

/* A control set by R's dhyper(): a of R1, and then b of R0 in the rest. */
static double control_enumerated(const struct one_sample *x, int64_t n, double neglect)
{
	double sum = 0, N = (double)x->set.size, R1 = (double)x->set.relevant[1],
	       R0 = (double)x->set.relevant[0];
	for (int64_t a = 0; a <= n; a++)
		for (int64_t b = 0; a + b <= n; b++) {
			double p = dhyper((double)a, R1, N - R1, (double)n, 0) *
				   dhyper((double)b, R0, N - R1 - R0, (double)(n - a), 0);
			struct err e = { 0 };
			struct interval ends;
			if (p < neglect)
				continue;
			assert_int_equal(control_interval(&x->reach, &x->set, n,
							  (const int64_t[]){ b, a }, &ends, &e),
					 0);
			sum += reach_over(&x->reach, NULL, 0, ends) >= 0 ? p : 0;
		}
	return sum;
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
		int64_t size, relevant[2]; /* not retrieved, retrieved */
	} cases[] = {
		{ "bb-bound", QUANTITY_YIELD, GOAL_UPPER, 0.05, 0.8, 600, { 0, 6 } },
		{ "bb-bound", QUANTITY_YIELD, GOAL_UPPER, 0.05, 0.6, 600, { 0, 9 } },
		{ "bb-bound", QUANTITY_YIELD, GOAL_UPPER, 0.03, 0.3, 600, { 0, 9 } },
		{ "bb-half", QUANTITY_YIELD, GOAL_WIDTH, 0.1, 0.8, 500, { 0, 50 } },
		{ "bb-half", QUANTITY_PRECISION, GOAL_WIDTH, 0.2, 0.9, 300, { 0, 200 } },
		{ "bb-bound", QUANTITY_PRECISION, GOAL_LOWER, 0.6, 0.7, 300, { 0, 220 } },
		{ "bb-bound", QUANTITY_RECALL, GOAL_LOWER, 0.6, 0.7, 60, { 4, 20 } },
		{ "bb-half", QUANTITY_RECALL, GOAL_WIDTH, 0.4, 0.6, 50, { 5, 14 } },
		{ "bb-bound", QUANTITY_RECALL, GOAL_UPPER, 0.9, 0.5, 40, { 7, 9 } },
	};
	int later = 0;
	for (size_t i = 0; i<sizeof cases / sizeof *cases; i += sizes_tried()> 1 ? 1 : 2) {
		struct one_sample x = { .reach = wanting(cases[i].method, cases[i].quantity,
							 cases[i].goal, cases[i].target),
					.set = { cases[i].size,
						 { cases[i].relevant[0], cases[i].relevant[1] } } };
		bool control = cases[i].quantity == QUANTITY_RECALL;
		int64_t last = 0, first = 0;
		double at_answer = 0;
		for (int64_t n = 1; n <= cases[i].size; n++) {
			const struct true_stratum t = { x.set.size, x.set.relevant[1], n, true };
			double p = control ? control_enumerated(&x, n, 1e-14)
					   : enumerated(&x.reach, &t, 1);
			if (p < cases[i].assurance)
				last = n;
			else if (first == 0)
				first = n;
			if (n == last + 1)
				at_answer = p;
		}
		struct err e = { 0 };
		struct assured found;
		if (one_sample_assured(&x, cases[i].assurance, &found, &e) < 0)
			fail_msg("%s", e.text);
		assert_int_equal(found.size, last + 1);
		assert_near(found.probability, at_answer, 1e-8);
		later += first < last;
	}
	print_message("a smaller sample had it, too: %d\n", later);
	assert_true(later >= (sizes_tried() > 1 ? 3 : 1));
}

/* Most outcomes are decided without an interval. Every outcome by its interval gives the same. */
static void control_sets_are_those_of_all_outcomes(void **state)
{
	(void)state;
	static const struct {
		const char *method;
		enum reach_goal goal;
		double target;
		int64_t size, relevant[2], n[3];
	} cases[] = {
		{ "bb-bound", GOAL_LOWER, 0.6, 1000000, { 20000, 80000 }, { 130, 170, 131 } },
		{ "bb-bound", GOAL_LOWER, 0.7, 5000, { 100, 500 }, { 150, 100, 151 } },
		{ "bb-bound", GOAL_UPPER, 0.9, 60000, { 3000, 3000 }, { 120, 140, 121 } },
		{ "bb-spread", GOAL_LOWER, 0.5, 2000, { 60, 140 }, { 200, 120, 160 } },
		{ "bb-uniform", GOAL_UPPER, 0.85, 100000, { 30000, 40000 }, { 20, 30, 21 } },
		{ "bb-spread", GOAL_WIDTH, 0.35, 8000, { 240, 560 }, { 270, 270, 270 } },
		/* so small that more relevant documents may give a wider interval */
		{ "bb-spread", GOAL_WIDTH, 0.2, 2000, { 80, 120 }, { 649, 651, 655 } },
		{ "bb-spread", GOAL_WIDTH, 0.1, 2000, { 80, 120 }, { 1310, 1309, 1310 } },
		{ "bb-spread", GOAL_WIDTH, 0.2, 2000, { 16, 24 }, { 1406, 1405, 1406 } },
		/* few are not retrieved; 3 whole documents to one, where a bound has a step */
		{ "bb-spread", GOAL_WIDTH, 0.2, 20000, { 28, 372 }, { 1676, 1676, 1676 } },
		{ "bb-bound", GOAL_LOWER, 0.75, 1500, { 30, 270 }, { 180, 181, 182 } },
		{ "bb-bound", GOAL_LOWER, 0.75, 900, { 4, 56 }, { 300, 301, 360 } },
		{ "bb-bound", GOAL_UPPER, 0.8, 1500, { 150, 200 }, { 160, 161, 162 } },
	};
	for (size_t i = 0; i<sizeof cases / sizeof *cases; i += sizes_tried()> 1 ? 1 : 3) {
		struct one_sample x = { .reach = wanting(cases[i].method, QUANTITY_RECALL,
							 cases[i].goal, cases[i].target),
					.set = { cases[i].size,
						 { cases[i].relevant[0], cases[i].relevant[1] } } };
		const struct control_reach c = { x.reach, x.set, NAN };
		for (int k = 0; k < sizes_tried() && (k == 0 || cases[i].n[k] != cases[i].n[0]);
		     k++) {
			struct err e = { 0 };
			double p = NAN;
			assert_int_equal(control_between(&c, cases[i].n[k], cases[i].n[k], &p, &e),
					 0);
			assert_near(p, control_enumerated(&x, cases[i].n[k], 1e-10), 1e-7);
			assert_true(p > 0.05 && p < 0.995);
		}
	}
}

/* ---- two runs ---- */

static double better_enumerated(const char *method, const struct true_stratum t[2], double level)
{
	double sum = 0;
	for (int64_t a = 0; a <= t[0].sampled; a++)
		for (int64_t b = 0; b <= t[1].sampled; b++) {
			/* documents of both and of neither are there, and do not matter */
			const struct pair_stratum cell[4] = {
				{ t[0].size, t[0].sampled, a, t[0].sampled, .in_a = true },
				{ t[1].size, t[1].sampled, b, t[1].sampled, .in_b = true },
				{ 30, 10, 6, 10, .in_a = true, .in_b = true },
				{ 90, 20, 1, 20, .in_a = false },
			};
			struct interval_request q = asking(QUANTITY_RECALL, 0.025, 0.975);
			struct shared_result x;
			struct err e = { 0 };
			double p = chance(&t[0], a) * chance(&t[1], b);
			if (p == 0)
				continue;
			assert_int_equal(shared_compare(interval_find(method), cell, 4, &q, &x, &e),
					 0);
			sum += x.probability >= level ? p : 0;
		}
	return sum;
}

static void telling_two_runs_apart_is_a_sum_over_comparisons(void **state)
{
	(void)state;
	struct uniform u = uniform_start(6, 0, STREAM_FIRST);
	int inside = 0;
	for (int i = 0; i < 12; i++) {
		struct true_stratum t[2] = { { pick(&u, 10, 40), 0, 0, true },
					     { pick(&u, 10, 40), 0, 0, false } };
		for (int k = 0; k < 2; k++) {
			t[k].yield = pick(&u, 1, t[k].size - 1);
			t[k].sampled = pick(&u, 3, 9);
		}
		struct reach_request q =
			wanting(i % 2 ? "bb-half" : "bb-half", QUANTITY_RECALL, GOAL_BETTER, 0.5);
		q.interval.ends.lower_p = i % 3 ? 0.2 : 0.05;
		double want = better_enumerated(q.method->name, t, 1 - q.interval.ends.lower_p);
		assert_near(probability(&q, t, 2), want, 1e-8);
		inside += want > 0.001 && want < 0.999;
	}
	print_message("neither 0 nor 1: %d of 12\n", inside);
	assert_true(inside >= 6);
}

/* ---- several strata ---- */

/* Two strata have an exact answer; tiny samples are summed. */
static void several_strata_agree_with_two(void **state)
{
	(void)state;
	struct true_stratum t[2] = { { 600, 450, 0, true }, { 9400, 112, 0, false } };
	struct strata_request q = { .reach = wanting("bb-bound", QUANTITY_RECALL, GOAL_LOWER, 0.7),
				    .strata = t,
				    .count = 2,
				    .draws = 1000,
				    .seed = 5 };
	struct err e = { 0 };
	struct strata_reached x;
	assert_int_equal(strata_divide(&q, 700, &e), 0);
	assert_int_equal(t[0].sampled + t[1].sampled, 700);
	assert_int_equal(strata_reach(&q, &x, &e), 0);
	double exact = probability(&q.reach, t, 2);
	assert_true(exact > 0.2 && exact < 0.8);
	assert_true(x.error > 0 && fabs(x.probability - exact) <= 2.5 * x.error);
	t[0].sampled = 8;
	t[1].sampled = 12;
	q.reach.target = 0.2;
	assert_int_equal(strata_reach(&q, &x, &e), 0);
	assert_near(x.error, 0, 0);
	assert_near(x.probability, enumerated(&q.reach, t, 2), 1e-9);
	assert_true(x.probability > 0.01 && x.probability < 0.99);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(probabilities_are_sums_over_all_samples),
		cmocka_unit_test(widths_are_reached_by_the_sum_over_all_pairs),
		cmocka_unit_test(widths_of_a_share_are_reached_by_the_sum_over_all_outcomes),
		cmocka_unit_test(blocks_are_no_better_than_any_of_their_sizes),
		cmocka_unit_test(every_larger_sample_of_a_small_collection_has_the_probability),
		cmocka_unit_test(two_thousand_samples_agree),
		cmocka_unit_test(the_smallest_single_sample_is_that_of_all_sizes),
		cmocka_unit_test(control_sets_are_those_of_all_outcomes),
		cmocka_unit_test(telling_two_runs_apart_is_a_sum_over_comparisons),
		cmocka_unit_test(several_strata_agree_with_two),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
