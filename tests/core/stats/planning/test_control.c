/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is said of outcomes of control sets without their intervals, against their intervals.
 */
#include "tests/support/interval_help.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/planning/control_outcome.h"
#include "core/stats/random/variates.h"

/* A made-up outcome; false: there is none, or nothing of a kind was found. */
struct outcome {
	struct reach_request request;
	struct sampled_whole set;
	int64_t n, relevant[2];
	double p;
};

static bool made_up(uint64_t number, struct outcome *o)
{
	static const char *const methods[] = { "bb-spread", "bb-bound", "bb-uniform" };
	static const double level[] = { 0.025, 0.05, 0.1 };
	struct random g;
	random_init(&g, 7, number, 0);
	double N = exp(log(300) + random_uniform(&g) * log(5000));
	double n = floor(N * 0.8 * exp(-6 * random_uniform(&g)));
	double m = floor(n * 0.5 * exp(-4 * random_uniform(&g)));
	double b = floor(m * 0.5 * random_uniform(&g) * random_uniform(&g));
	*o = (struct outcome){ .set = { .size = (int64_t)N },
			       .n = (int64_t)n,
			       .relevant = { (int64_t)b, (int64_t)(m - b) },
			       .p = level[number / 3 % 3] };
	o->request = (struct reach_request){
		.method = interval_find(methods[number % 3]),
		.interval = asking(QUANTITY_RECALL, o->p, 1 - o->p),
	};
	return n >= 20 && m <= 2000 && b >= 1 && m > b;
}

static void the_scores_of_the_ends_are_in_their_ranges(void **state)
{
	(void)state;
	int tried = 0, sharp = 0;
	for (uint64_t i = 0; tried < 1200; i++) {
		struct outcome o;
		struct interval x;
		struct err e = { 0 };
		if (!made_up(i, &o))
			continue;
		tried++;
		assert_int_equal(control_interval(&o.request, &o.set, o.n, o.relevant, &x, &e), 0);
		for (int lower = 0; lower < 2; lower++) {
			struct share_model s;
			double score = qnorm(o.p, 0, 1, lower, 0);
			assert_int_equal(share_model_of(&s, &o.request, o.set.size, o.n, o.relevant,
							lower, &e),
					 0);
			assert_true(s.usable);
			struct score_range r = share_score_range(&s, lower ? x.lower : x.upper);
			if (!(r.least < score && r.most > score))
				fail_msg("N %lld n %lld %lld:%lld %s: %g not in %g..%g",
					 (long long)o.set.size, (long long)o.n,
					 (long long)o.relevant[1], (long long)o.relevant[0],
					 o.request.method->name, score, r.least, r.most);
			sharp += r.most - r.least < 0.01;
		}
	}
	print_message("a range of less than 0.01: %d of %d\n", sharp, 2 * tried);
	assert_true(sharp > tried);
}

/* An outcome by the distributions that are kept is that by its interval. */
static void kept_distributions_give_the_same_answers(void **state)
{
	(void)state;
	int reached = 0, all = 0;
	for (uint64_t i = 0; i < 300; i++) {
		struct outcome o;
		struct err e = { 0 };
		if (!made_up(i, &o))
			continue;
		o.request.goal = (enum reach_goal[]){ GOAL_WIDTH, GOAL_LOWER, GOAL_UPPER }[i % 3];
		struct control_outcomes kept = { &o.request, &o.set, o.n, { NULL, NULL } };
		for (int k = -1; k < 3; k++) {
			const int64_t relevant[2] = { o.relevant[0] + k, o.relevant[1] + k % 2 };
			struct interval x;
			double over = 0;
			if (relevant[0] + relevant[1] > o.n)
				continue;
			assert_int_equal(
				control_interval(&o.request, &o.set, o.n, relevant, &x, &e), 0);
			/* the first one reaches it by a hair, the others as they may */
			if (k == -1)
				o.request.target = o.request.goal == GOAL_WIDTH ? x.upper - x.lower
						   : o.request.goal == GOAL_LOWER ? x.lower
										  : x.upper;
			assert_int_equal(control_outcome_over(&kept, relevant, &over, &e), 0);
			assert_int_equal(over >= 0, reach_over(&o.request, NULL, 0, x) >= 0);
			reached += over >= 0;
			all++;
		}
		control_outcomes_release(&kept);
	}
	print_message("reached: %d of %d\n", reached, all);
	assert_true(reached > all / 4 && reached < all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_scores_of_the_ends_are_in_their_ranges),
		cmocka_unit_test(kept_distributions_give_the_same_answers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
