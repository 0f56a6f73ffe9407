/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random choices. Expected numbers are those of equal chances, by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/stats/random/uniform.h"

enum { ITEMS = 5, DRAWS = 60000 };

/* Two of five in 20 orders: 3,000 of each, with a deviation of sqrt(60000 (1/20) (19/20)) = 53. */
static void every_ordered_choice_is_as_likely(void **unused)
{
	(void)unused;
	int found[ITEMS][ITEMS] = { { 0 } };
	struct uniform u = uniform_start(1, 0, STREAM_FIRST);
	for (int d = 0; d < DRAWS; d++) {
		size_t order[ITEMS] = { 0, 1, 2, 3, 4 };
		uniform_choose(&u, order, ITEMS, 2);
		assert_true(order[0] < ITEMS && order[1] < ITEMS);
		found[order[0]][order[1]]++;
	}
	for (int a = 0; a < ITEMS; a++)
		for (int b = 0; b < ITEMS; b++)
			assert_true(a == b ? found[a][b] == 0 : abs(found[a][b] - 3000) < 5 * 53);
}

/* All of them: an order, with each item once; the first is each item 12,000 times (98). */
static void all_items_are_an_order(void **unused)
{
	(void)unused;
	int first[ITEMS] = { 0 };
	struct uniform u = uniform_start(2, 0, STREAM_FIRST);
	for (int d = 0; d < DRAWS; d++) {
		size_t order[ITEMS] = { 0, 1, 2, 3, 4 };
		bool seen[ITEMS] = { false };
		uniform_choose(&u, order, ITEMS, ITEMS);
		for (int i = 0; i < ITEMS; i++) {
			assert_false(seen[order[i]]);
			seen[order[i]] = true;
		}
		first[order[0]]++;
	}
	for (int i = 0; i < ITEMS; i++)
		assert_true(abs(first[i] - 12000) < 5 * 98);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_ordered_choice_is_as_likely),
		cmocka_unit_test(all_items_are_an_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
