/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Letters for groups of runs that do not differ, held against the definition: every pair that does
 * not differ shares a letter, no pair that differs does, and no group lies within another.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/stats/random/uniform.h"
#include "core/stats/topics/letter_groups.h"

enum { MOST = 9 };

static bool share(const bool *group, size_t groups, size_t n, size_t a, size_t b)
{
	for (size_t g = 0; g < groups; g++)
		if (group[g * n + a] && group[g * n + b])
			return true;
	return false;
}

static bool within(const bool *group, size_t n, size_t inner, size_t outer)
{
	for (size_t i = 0; i < n; i++)
		if (group[inner * n + i] && !group[outer * n + i])
			return false;
	return true;
}

static void check(const bool *differ, size_t n)
{
	bool *group = NULL;
	size_t groups = 0;
	struct err e = { 0 };
	assert_int_equal(letter_groups(differ, n, &group, &groups, &e), 0);
	assert_true(groups > 0);
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
			assert_int_equal(share(group, groups, n, a, b),
					 a == b || !differ[a * n + b]);
	for (size_t a = 0; a < groups; a++)
		for (size_t b = 0; b < groups; b++)
			assert_true(a == b || !within(group, n, a, b));
	free(group);
}

static void runs_that_do_not_differ_share_a_letter_and_others_do_not(void **state)
{
	(void)state;
	for (uint64_t trial = 0; trial < 3000; trial++) {
		struct uniform u = uniform_start(1, trial, 0);
		size_t n = 1 + (size_t)(uniform_next(&u) * MOST);
		double share_of_differing = uniform_next(&u);
		bool differ[MOST * MOST] = { false };
		for (size_t a = 0; a < n; a++)
			for (size_t b = a + 1; b < n; b++)
				differ[a * n + b] = differ[b * n + a] =
					uniform_next(&u) < share_of_differing;
		check(differ, n);
	}
}

/* 70 runs that all differ have 70 letters, the first run the first one. */
static void any_number_of_groups(void **state)
{
	(void)state;
	enum { RUNS = 70 };
	static bool differ[RUNS * RUNS];
	for (size_t a = 0; a < RUNS; a++)
		for (size_t b = 0; b < RUNS; b++)
			differ[a * RUNS + b] = a != b;
	bool *group = NULL;
	size_t groups = 1;
	struct err e = { 0 };
	assert_int_equal(letter_groups(differ, RUNS, &group, &groups, &e), 0);
	assert_int_equal(groups, RUNS);
	for (size_t i = 0; i < RUNS * RUNS; i++)
		assert_int_equal(group[i], i / RUNS == i % RUNS);
	free(group);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_that_do_not_differ_share_a_letter_and_others_do_not),
		cmocka_unit_test(any_number_of_groups),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
