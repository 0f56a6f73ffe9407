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
#include "core/stats/sampling/jury.h"

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

/* Four, or one for 20 judged documents. */
static void test_how_many(void **state)
{
	(void)state;
	assert_int_equal(classes_most((struct class_part[]){ { 100, 9 }, { 40, 6 } }, 2), 4);
	assert_int_equal(classes_most((struct class_part[]){ { 100, 50 }, { 90, 49 } }, 2), 4);
	assert_int_equal(classes_most((struct class_part[]){ { 100, 50 }, { 90, 50 } }, 2), 5);
}

/*
 * A judge of two classes and one of three: neighbours in the order differ by one step of one of
 * them, and the one with fewer classes changes least often. 0 is "no label".
 */
static void test_order_of_a_jury(void **state)
{
	(void)state;
	struct jury j = { .judges = 2, .judge = { { .classes = 3 }, { .classes = 2 } } };
	static const uint16_t order[12][2] = { { 0, 0 }, { 1, 0 }, { 2, 0 }, { 3, 0 },
					       { 3, 1 }, { 2, 1 }, { 1, 1 }, { 0, 1 },
					       { 0, 2 }, { 1, 2 }, { 2, 2 }, { 3, 2 } };
	for (size_t i = 0; i < 12; i++)
		assert_int_equal(jury_place(&j, order[i]), i);
}

/*
 * Grades 0 to 3 of the first judge, of which 2 is relevant, and words of the second: the first cut
 * of each, then the others, those with nearest to a quarter of the documents above first. Of 100
 * documents the first judge gives 40, 30, 20, 10; the second says yes of 30.
 */
static void test_cuts_of_a_jury(void **state)
{
	(void)state;
	static const double grade[] = { 0, 1, 2, 3 };
	static const uint16_t at[] = { 1, 1, 2, 1, 3, 2, 4, 2 };
	static const int64_t size[] = { 40, 30, 20, 10 };
	const struct jury j = { 2, 4, at, { { 4, grade }, { 2, NULL } } };
	static const struct label_cut expected[] = { { 0, 2 }, { 1, 1 }, { 0, 3 }, { 0, 1 } };
	struct label_cut cut[JUDGES_MOST];
	size_t first;
	assert_int_equal(jury_cuts(&j, size, 2, JUDGES_MOST, cut, &first), 4);
	assert_int_equal(first, 2);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(cut[i].judge, expected[i].judge);
		assert_int_equal(cut[i].from, expected[i].from);
	}
	assert_int_equal(jury_cuts(&j, size, 2, 3, cut, &first), 3);
}

/* Two judges of two classes each, and 100 documents of each combination, 25 of them judged. */
static struct jury_order chosen(const int64_t relevant[4], int64_t sampled)
{
	static const uint16_t at[] = { 1, 1, 1, 2, 2, 1, 2, 2 };
	const struct jury j = { 2, 4, at, { { 2, NULL }, { 2, NULL } } };
	struct jury_cell cell[4];
	for (int32_t i = 0; i < 4; i++)
		cell[i] = (struct jury_cell){ i, 1, { 100, sampled }, relevant[i] };
	return jury_choose(&j, cell, 4);
}

/*
 * N^2 (1 - n/N) p(1-p)/(n-1), p = (r + 1/2)/(n + 1), by hand. The first judge says nothing: 302 by
 * it alone, 149 by the second alone, 159 by both. And both say something: 249, 238, 190.
 */
static void test_judges_that_are_used(void **state)
{
	(void)state;
	struct jury_order use = chosen((const int64_t[]){ 2, 20, 2, 20 }, 25);
	assert_int_equal(use.count, 1);
	assert_int_equal(use.judge[0], 1);
	use = chosen((const int64_t[]){ 1, 13, 12, 24 }, 25);
	assert_int_equal(use.count, 2);
	assert_int_equal(use.judge[0], 1);
	assert_int_equal(use.judge[1], 0);
	/* 36 judged documents are too few to choose by */
	use = chosen((const int64_t[]){ 0, 9, 0, 9 }, 9);
	assert_int_equal(use.count, 1);
	assert_int_equal(use.judge[0], 0);
}

/*
 * 28 judged documents have the classes of the best judge, 40 those of both. In the Gray code of two
 * judges with "no label", 0, and two classes, the order is 00 01 02 12 11 10 20 21 22.
 */
static void test_judges_of_a_part(void **state)
{
	(void)state;
	static const uint16_t at[] = { 1, 1, 1, 2, 2, 1, 2, 2 };
	static const uint16_t expected[2][4] = { { 0, 1, 0, 1 }, { 1, 0, 2, 3 } };
	const struct jury j = { 2, 4, at, { { 2, NULL }, { 2, NULL } } };
	const struct jury_order use = { 2, { 1, 0 } };
	for (int both = 0; both < 2; both++) {
		struct jury_cell cell[4];
		uint16_t group[4];
		for (int32_t i = 0; i < 4; i++)
			cell[i] = (struct jury_cell){ i, 1, { 50, both ? 10 : 7 }, 0 };
		assert_int_equal(jury_join(&j, &use, cell, 4, group), both ? 4 : 2);
		assert_memory_equal(group, expected[both], sizeof group);
	}
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
		cmocka_unit_test(test_large),
		cmocka_unit_test(test_neighbour),
		cmocka_unit_test(test_again),
		cmocka_unit_test(test_certain),
		cmocka_unit_test(test_most),
		cmocka_unit_test(test_how_many),
		cmocka_unit_test(test_order_of_a_jury),
		cmocka_unit_test(test_cuts_of_a_jury),
		cmocka_unit_test(test_judges_that_are_used),
		cmocka_unit_test(test_judges_of_a_part),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
