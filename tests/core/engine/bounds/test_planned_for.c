/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is planned for is what will be printed: the expected interval of a design is the sum over
 * its samples of the intervals that an evaluation gives them, weighted with hypergeometric
 * probabilities by R's library. 200 random designs; in some of them a segment is judged as a whole.
 */
#include "tests/support/near.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/engine/bounds/measure_bounds.h"
#include "core/options/lists.h"
#include "core/stats/interval/choose.h"
#include "core/stats/planning/planned_division.h"
#include "core/stats/random/uniform.h"
#include "measures/measure.h"

struct design {
	struct {
		int64_t size, yield;
	} segment[2]; /* [1]: retrieved */
	int64_t sampled[2];
	double level;
};

static int64_t whole_number(struct uniform *u, int64_t least, int64_t most)
{
	return least + (int64_t)(uniform_next(u) * (double)(most - least + 1));
}

static struct design design_number(int number)
{
	static const int64_t most_documents[2] = { 3000, 40 };
	struct uniform u = uniform_start(7, (uint64_t)number, 0);
	struct design x = { .level = number % 3 == 0 ? 0.8 : 0.95 };
	int judged = number % 5; /* as a whole: neither in two of five designs */
	for (int side = 0; side < 2; side++) {
		int64_t N = whole_number(&u, judged == side ? 5 : 10,
					 judged == side ? 20 : most_documents[side]);
		x.segment[side].size = N;
		x.segment[side].yield = whole_number(&u, 1, N < 30 ? N - 1 : 30);
		x.sampled[side] = judged == side ? N : whole_number(&u, 1, N < 15 ? N - 1 : 14);
	}
	return x;
}

/* As an evaluation of est_recall prints it: bounds by the default methods. */
static struct interval evaluated(const struct design *x, const int64_t found[2], enum tail tail)
{
	struct err e = { 0 };
	struct divided_stratum d[2] = { 0 };
	for (int side = 0; side < 2; side++) {
		d[side] = (struct divided_stratum){ .size = x->segment[side].size,
						    .sampled = x->sampled[side],
						    .retrieved = side == 1 };
		d[side].relevant[side] = found[side];
		d[side].other[side] = x->sampled[side] - found[side];
	}
	const struct sample_view sample = {
		.stratum = d, .strata = 2, .level = 1, .design = "counts"
	};
	const struct topic_view view = { .sample = &sample, .level = 1, .services = &services };
	struct estimate_request q = { .by_default = true };
	struct estimate out = { .se = NAN, .bounds = { NAN, NAN } };
	tails_set(&q.ends, x->level, tail);
	q.method = chosen_method(OF_SET, (struct sample_known){ .ends = &q.ends });
	assert_int_equal(
		services.bounds(&view, SET_RECALL, &(struct parameters){ 0 }, &q, &out, &e), 0);
	return out.bounds;
}

static struct expected planned(const struct design *x, enum tail tail, const char **method)
{
	struct err e = { 0 };
	struct true_stratum strata[2] = {
		{ x->segment[1].size, x->segment[1].yield, x->sampled[1], true },
		{ x->segment[0].size, x->segment[0].yield, x->sampled[0], false },
	};
	struct planned_sample p = {
		.reach = { .interval = { .quantity = QUANTITY_RECALL, .beta = 1, .by_rule = true },
			   .goal = GOAL_WIDTH },
		.strata = strata,
		.count = 2,
	};
	struct expected out;
	tails_set(&p.reach.interval.ends, x->level, tail);
	p.reach.method = interval_find(
		chosen_method(OF_SET, (struct sample_known){ .ends = &p.reach.interval.ends }));
	*method = planned_method(&p)->name;
	assert_int_equal(planned_interval(&p, 0, NODES_NONE, &out, &e), 0);
	return out;
}

static void check(int number, enum tail tail, int *exact)
{
	const struct design x = design_number(number);
	double lower = 0, upper = 0, mass = 0, undefined = 0;
	int64_t found[2];
	const char *method;
	for (found[0] = 0; found[0] <= x.sampled[0]; found[0]++)
		for (found[1] = 0; found[1] <= x.sampled[1]; found[1]++) {
			double p = 1;
			for (int i = 0; i < 2; i++)
				p *= dhyper((double)found[i], (double)x.segment[i].yield,
					    (double)(x.segment[i].size - x.segment[i].yield),
					    (double)x.sampled[i], 0);
			if (p < 1e-12)
				continue;
			struct interval b = evaluated(&x, found, tail);
			bool none = isnan(b.lower) || isnan(b.upper);
			undefined += none ? p : 0;
			mass += none ? 0 : p;
			lower += none ? 0 : p * b.lower;
			upper += none ? 0 : p * b.upper;
		}
	const struct expected out = planned(&x, tail, &method);
	assert_near_at(mass + undefined, 1, 1e-8, "design %d", number);
	assert_near_at(out.mean[GOAL_LOWER], lower / mass, 1e-6, "design %d, tail %d", number,
		       tail);
	assert_near_at(out.mean[GOAL_UPPER], upper / mass, 1e-6, "design %d, tail %d", number,
		       tail);
	assert_near_at(out.undefined, undefined, 1e-6, "design %d, tail %d", number, tail);
	*exact += strcmp(method, "hypergeometric") == 0;
}

static void test_two_ends(void **state)
{
	int exact = 0;
	(void)state;
	for (int i = 0; i < 200; i++)
		check(i, TAIL_BOTH, &exact);
	/* one segment is judged as a whole in two of five designs: the exact case is not rare */
	assert_int_equal(exact, 80);
}

static void test_one_end(void **state)
{
	int exact = 0;
	(void)state;
	for (int i = 0; i < 200; i += 10) {
		check(i, TAIL_LOWER, &exact);
		check(i + 1, TAIL_UPPER, &exact);
	}
	assert_int_equal(exact, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_two_ends),
		cmocka_unit_test(test_one_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
