/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists that grow. Expected values: what was put into them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/base/array.h"

static void items_stay_when_a_list_grows(void **state)
{
	(void)state;
	int64_t *list = NULL;
	size_t count = 0, room = 0, moves = 0;
	while (count < 100000) {
		size_t before = room;
		assert_true(ARRAY_ROOM(list, count, room));
		assert_true(room > count);
		moves += room != before;
		list[count] = (int64_t)(3 * count);
		count++;
	}
	for (size_t i = 0; i < count; i++)
		assert_int_equal(list[i], 3 * i);
	assert_true(moves <= 17); /* it doubles: log2(100000) < 17 */
	assert_true(ARRAY_RESIZE(list, 2));
	assert_int_equal(list[1], 3);
	free(list);
}

static void a_list_stays_as_it_was_if_memory_runs_out(void **state)
{
	(void)state;
	char *list = strdup("kept"), *before = list;
	size_t room = PTRDIFF_MAX / 2;
	assert_false(ARRAY_ROOM(list, room, room));
	assert_false(ARRAY_RESIZE(list, PTRDIFF_MAX));
	assert_ptr_equal(list, before);
	assert_string_equal(list, "kept");
	assert_int_equal(room, PTRDIFF_MAX / 2);
	free(list);
}

static void working_memory_is_renewed_only_if_it_is_too_small(void **state)
{
	(void)state;
	int32_t *list = NULL;
	size_t room = 0;
	assert_true(ARRAY_AT_LEAST(list, 5, room));
	assert_int_equal(room, 5);
	for (int32_t i = 0; i < 5; i++)
		list[i] = i;
	const int32_t *before = list;
	assert_true(ARRAY_AT_LEAST(list, 3, room));
	assert_ptr_equal(list, before);
	assert_int_equal(list[4], 4);
	assert_true(ARRAY_AT_LEAST(list, 1000, room));
	assert_int_equal(room, 1000);
	list[999] = 1;
	/* 2^62 items of four bytes would be 2^64 bytes, which is 0 in a size_t */
	assert_false(ARRAY_AT_LEAST(list, (size_t)1 << 62, room));
	assert_int_equal(room, 0);
	assert_null(list);
}

static void texts_are_found_by_their_bytes(void **state)
{
	(void)state;
	static const char *const text[] = { "b", "a", "ab", "a" };
	assert_int_equal(text_find(text, 4, "a"), 1); /* the first of two */
	assert_int_equal(text_find(text, 4, "ab"), 2);
	assert_int_equal(text_find(text, 4, "A"), 4);
	assert_int_equal(text_find(text, 1, "a"), 1); /* only the first is looked at */
	assert_int_equal(text_find(NULL, 0, "a"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_found_by_their_bytes),
		cmocka_unit_test(items_stay_when_a_list_grows),
		cmocka_unit_test(a_list_stays_as_it_was_if_memory_runs_out),
		cmocka_unit_test(working_memory_is_renewed_only_if_it_is_too_small),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
