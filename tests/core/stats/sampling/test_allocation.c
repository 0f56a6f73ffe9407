/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Allocation of a sample, against hand calculations and what must hold of any allocation.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/base/sort.h"
#include "core/stats/sampling/allocation.h"
#include "tests/support/oracle.h"

static void check(const char *what, struct allocation_part *part, size_t count, int64_t total,
		  const int64_t *expected)
{
	struct err e = { 0 };
	assert_int_equal(allocate(part, count, total, &e), 0);
	for (size_t i = 0; i < count; i++)
		if (part[i].share != expected[i])
			fail_msg("%s: part %zu gets %lld, not %lld", what, i,
				 (long long)part[i].share, (long long)expected[i]);
}

#define CHECK(what, total, parts, ...)                                                \
	do {                                                                          \
		struct allocation_part part_[] = parts;                               \
		const int64_t expected_[] = __VA_ARGS__;                              \
		check(what, part_, sizeof part_ / sizeof *part_, (total), expected_); \
	} while (0)
#define PARTS(...)          \
	{                   \
		__VA_ARGS__ \
	}

static void allocations_by_hand(void **state)
{
	(void)state;
	CHECK("proportional", 10, PARTS({ 20, 20, 0, 0 }, { 30, 30, 0, 0 }, { 50, 50, 0, 0 }),
	      { 2, 3, 5 });
	/* 3.33 each: the odd one goes to the first */
	CHECK("equal", 10, PARTS({ 1, 20, 0, 0 }, { 1, 30, 0, 0 }, { 1, 50, 0, 0 }), { 4, 3, 3 });
	/* the first can give only 2 of its 5; the rest is shared by the others */
	CHECK("capped", 15, PARTS({ 1, 2, 0, 0 }, { 1, 30, 0, 0 }, { 1, 50, 0, 0 }), { 2, 7, 6 });
	/* 0.1, 0.9, 9: each gets one, what is left of 10 in proportion 10:90 -> 0.9 and 8.1 */
	CHECK("at least one", 10, PARTS({ 1, 100, 0, 0 }, { 9, 100, 0, 0 }, { 90, 100, 0, 0 }),
	      { 1, 1, 8 });
	/* Neyman: 100 sqrt(.5 .5) = 50, 1000 sqrt(.01 .99) = 99.4987; 30 of them 10.03 and 19.97 */
	CHECK("neyman", 30, PARTS({ 50, 100, 0, 0 }, { 99.498743710662, 1000, 0, 0 }), { 10, 20 });
	/* fewer than parts: those with the largest share */
	CHECK("too few", 2, PARTS({ 1, 10, 0, 0 }, { 5, 10, 0, 0 }, { 3, 10, 0, 0 }), { 0, 1, 1 });
	CHECK("none", 0, PARTS({ 1, 10, 0, 0 }, { 5, 10, 0, 0 }), { 0, 0 });
	CHECK("everything", 99, PARTS({ 1, 10, 0, 0 }, { 5, 0, 0, 0 }, { 5, 7, 0, 0 }),
	      { 10, 0, 7 });
	CHECK("an empty part", 3, PARTS({ 1, 10, 0, 0 }, { 5, 0, 0, 0 }, { 1, 7, 0, 0 }),
	      { 2, 0, 1 });
	CHECK("one part", 3, PARTS({ 1, 10, 0, 0 }), { 3 });
	/* 2.5, 2.5, 5: equal fractions, the first has it */
	CHECK("halves", 10, PARTS({ 1, 99, 0, 0 }, { 1, 99, 0, 0 }, { 2, 99, 0, 0 }), { 3, 2, 5 });
	/* at least 5 of each, of which the second has 3 only; else 1.25, 2.5 and 16.25 of 20 */
	CHECK("at least five", 20, PARTS({ 1, 99, 0, 5 }, { 2, 3, 0, 5 }, { 13, 99, 0, 5 }),
	      { 5, 3, 12 });
	/* not enough for that: at least one */
	CHECK("too few for five", 9, PARTS({ 1, 99, 0, 5 }, { 98, 99, 0, 5 }), { 1, 8 });
	/* 7,000,000 documents of which nobody thinks, and one that is wanted */
	CHECK("huge", 100, PARTS({ 7000000, 7000000, 0, 0 }, { 1, 1, 0, 0 }), { 99, 1 });
}

/*
 * The sum is the total, no part gets more than it has, each gets something where there is enough,
 * and a larger weight never gets less than a smaller one, sizes permitting.
 */
static void what_must_hold_of_any_allocation(void **state)
{
	(void)state;
	uint64_t random = 5;
	struct err e = { 0 };
	for (int trial = 0; trial < 3000; trial++) {
		struct allocation_part part[40];
		size_t count = (size_t)oracle_below(&random, 39) + 1;
		int64_t sizes = 0, occupied = 0, sum = 0;
		for (size_t i = 0; i < count; i++) {
			int64_t size = oracle_below(&random, 4) == 0
					       ? 0
					       : oracle_below(&random, (int64_t)1 << (i % 20)) + 1;
			part[i] = (struct allocation_part){
				.weight = exp((double)oracle_below(&random, 2000) / 100 - 10),
				.size = size
			};
			sizes += size;
			occupied += size > 0;
		}
		int64_t total = oracle_below(&random, sizes + sizes / 10 + 2);
		assert_int_equal(allocate(part, count, total, &e), 0);
		for (size_t i = 0; i < count; i++) {
			sum += part[i].share;
			assert_in_range(part[i].share, total >= occupied && part[i].size > 0,
					part[i].size);
			for (size_t k = 0; k < count; k++)
				if (part[i].weight > part[k].weight &&
				    part[i].share < part[k].share)
					assert_int_equal(part[i].share, part[i].size);
		}
		assert_int_equal(sum, total < sizes ? total : sizes);
	}
}

static int rising(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

static int by_key(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;
	return (x->key > y->key) - (x->key < y->key);
}

static void the_smallest_are_kept(void **state)
{
	(void)state;
	enum { MOST = 200 };
	uint64_t random = 9, key[MOST];
	for (size_t count = 0; count <= MOST; count += 7) {
		for (size_t room = 0; room <= MOST; room = room < 10 ? room + 1 : room * 2) {
			struct keyed heap[MOST * 2];
			struct smallest s = { .heap = heap, .room = room };
			for (size_t i = 0; i < count; i++) {
				key[i] = oracle_random(&random);
				smallest_keep(&s, key[i], i);
			}
			qsort(key, count, sizeof *key, rising);
			qsort(heap, s.count, sizeof *heap, by_key);
			assert_int_equal(s.count, room < count ? room : count);
			for (size_t i = 0; i < s.count; i++)
				assert_true(heap[i].key == key[i]);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(allocations_by_hand),
		cmocka_unit_test(what_must_hold_of_any_allocation),
		cmocka_unit_test(the_smallest_are_kept),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
