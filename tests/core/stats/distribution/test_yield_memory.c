/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distributions of yields that were made already (core/stats/distribution/yield_memory.h).
 */
#include "tests/support/interval_help.h"

#include "core/stats/distribution/yield_memory.h"

static const struct yield_distribution *asked(struct yield_memory *m, int64_t shift, double a)
{
	const struct beta_binomial term[2] = { { 40, a, 2.5 }, { 60, 1.5, a } };
	struct err e = { 0 };
	const struct yield_distribution *l =
		yield_remembered(m, shift, term, 2, YIELD_EXACT_POINTS, &e);
	assert_non_null(l);
	return l;
}

/* One term, 0 to 2 with equal probabilities (Beta(1, 1)), and 3 more. */
static void it_is_what_was_asked_for(void **state)
{
	(void)state;
	struct yield_memory m = { 0 };
	struct err e = { 0 };
	const struct beta_binomial uniform = { 2, 1, 1 };
	for (int time = 0; time < 2; time++) {
		const struct yield_distribution *l =
			yield_remembered(&m, 3, &uniform, 1, YIELD_EXACT_POINTS, &e);
		assert_non_null(l);
		assert_near(yield_cdf(l, 2.5), 0, 1e-15);
		assert_near(yield_cdf(l, 3), 1.0 / 3, 1e-15);
		assert_near(yield_cdf(l, 4), 2.0 / 3, 1e-15);
		assert_near(yield_cdf(l, 5), 1, 1e-15);
	}
	yield_memory_release(&m);
}

static void the_same_question_has_the_same_answer_and_another_has_not(void **state)
{
	(void)state;
	struct yield_memory m = { 0 };
	const struct yield_distribution *first = asked(&m, 5, 3);
	assert_true(asked(&m, 5, 3) == first);
	assert_true(asked(&m, 6, 3) != first);	    /* another number seen */
	assert_true(asked(&m, 5, 3.0001) != first); /* another prior */
	assert_true(asked(&m, 5, 3) == first);
	assert_near(yield_cdf(asked(&m, 6, 3), 46), yield_cdf(first, 45), 1e-15);
	yield_memory_release(&m);
}

/* A distribution stays while three others are asked for, also if it was made long before. */
static void what_was_asked_for_lately_stays(void **state)
{
	(void)state;
	struct yield_memory m = { 0 };
	const struct yield_distribution *first = asked(&m, 0, 3);
	for (int64_t i = 1; i < 20; i++) {
		for (int64_t k = 0; k < 3; k++)
			asked(&m, 3 * i + k, 3);
		assert_true(asked(&m, 0, 3) == first);
	}
	yield_memory_release(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_what_was_asked_for),
		cmocka_unit_test(the_same_question_has_the_same_answer_and_another_has_not),
		cmocka_unit_test(what_was_asked_for_lately_stays),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
