/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which classes are joined, by hand: with at least 5 judged documents (CLASS_LEAST) a class stands
 * alone, and so does one that is judged as a whole.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/stats/sampling/joined_classes.h"

static void expect(const struct class_part *part, size_t count, size_t groups, const char *group)
{
	uint16_t found[8];
	assert_int_equal(CLASS_LEAST, 5);
	assert_int_equal(classes_join(part, count, SIZE_MAX, found), groups);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(found[i], group[i] - '0');
}

static void test_large(void **state)
{
	(void)state;
	expect((struct class_part[]){ { 100, 5 }, { 200, 9 }, { 50, 6 } }, 3, 3, "012");
}

/* The second class has the fewest, and its right neighbour fewer than its left one. */
static void test_neighbour(void **state)
{
	(void)state;
	expect((struct class_part[]){ { 100, 9 }, { 40, 2 }, { 50, 6 } }, 3, 2, "011");
	expect((struct class_part[]){ { 100, 6 }, { 40, 2 }, { 50, 9 } }, 3, 2, "001");
	/* as many: the neighbour with fewer documents */
	expect((struct class_part[]){ { 100, 6 }, { 40, 2 }, { 50, 6 } }, 3, 2, "011");
}

/* 1 + 2 are 3, which is still small: with 4 they are 7. */
static void test_again(void **state)
{
	(void)state;
	expect((struct class_part[]){ { 100, 1 }, { 40, 2 }, { 50, 4 }, { 60, 20 } }, 4, 2, "0001");
	expect((struct class_part[]){ { 100, 1 }, { 40, 1 } }, 2, 1, "00");
	expect((struct class_part[]){ { 100, 0 }, { 40, 0 } }, 2, 1, "00");
}

/* None is small, and two are wanted: the one with the fewest joins its smaller neighbour, twice. */
static void test_most(void **state)
{
	(void)state;
	uint16_t found[4];
	const struct class_part part[] = { { 100, 9 }, { 40, 6 }, { 50, 7 }, { 60, 20 } };
	assert_int_equal(classes_join(part, 4, 2, found), 2);
	assert_int_equal(found[0] + found[1] + found[2], 0);
	assert_int_equal(found[3], 1);
	assert_int_equal(classes_join(part, 4, 1, found), 1);
}

/* All 3 of the first are judged; the second has no documents. */
static void test_certain(void **state)
{
	(void)state;
	expect((struct class_part[]){ { 3, 3 }, { 0, 0 }, { 50, 7 } }, 3, 2, "001");
	expect((struct class_part[]){ { 0, 0 }, { 50, 7 } }, 2, 1, "00");
	assert_int_equal(classes_join(NULL, 0, SIZE_MAX, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_large), cmocka_unit_test(test_neighbour),
		cmocka_unit_test(test_again), cmocka_unit_test(test_certain),
		cmocka_unit_test(test_most),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
