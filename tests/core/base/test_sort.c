/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sort by key, against qsort() with the same order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/base/sort.h"

static int by_item(uint64_t a, uint64_t b, const void *context)
{
	(void)context;
	return (a > b) - (a < b);
}

static int reference(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return by_item(x->item, y->item, NULL);
}

static void keys_then_comparison_order_everything(void **state)
{
	(void)state;
	enum { MOST = 3000 };
	static struct keyed items[MOST], expected[MOST], spare[MOST];
	uint64_t x = 7;
	for (size_t n = 0; n < MOST; n = n < 100 ? n + 1 : n * 2 + 1) {
		for (unsigned bits = 1; bits <= 64; bits += 9) { /* few bits: many ties */
			for (size_t i = 0; i < n; i++) {
				x = x * 6364136223846793005U + 1442695040888963407U;
				items[i] = (struct keyed){ x >> (64 - bits), x >> 20 };
			}
			memcpy(expected, items, sizeof items);
			qsort(expected, n, sizeof *expected, reference);
			keyed_sort(items, n, spare, by_item, NULL);
			assert_memory_equal(items, expected, n * sizeof *items);
		}
	}
}

/* Items of an odd size, with a key of few values, and the place where they were. */
struct odd {
	char key, place[2];
};

static int calls;

static int by_key(const void *a, const void *b, void *context)
{
	const struct odd *x = a, *y = b;
	assert_ptr_equal(context, &calls);
	calls++;
	return (x->key > y->key) - (x->key < y->key);
}

static void equal_items_keep_their_order_whatever_their_size(void **state)
{
	(void)state;
	enum { MOST = 4000 };
	static struct odd items[MOST];
	uint64_t x = 5;
	for (size_t n = 0; n < MOST; n = n < 20 ? n + 1 : n * 3) {
		for (size_t i = 0; i < n; i++) {
			x = x * 6364136223846793005U + 1442695040888963407U;
			items[i] = (struct odd){ (char)(x >> 61),
						 { (char)(i >> 7), (char)(i & 127) } };
		}
		calls = 0;
		stable_sort(items, n, sizeof *items, by_key, &calls);
		assert_true(calls <= (int)n * 12); /* a merge sort: n log2 n at most */
		for (size_t i = 1; i < n; i++) {
			const struct odd *a = &items[i - 1], *b = &items[i];
			assert_true(a->key < b->key ||
				    (a->key == b->key &&
				     memcmp(a->place, b->place, sizeof a->place) < 0));
		}
	}
}

static void without_a_comparison_equal_keys_keep_their_order(void **state)
{
	(void)state;
	enum { MOST = 500 };
	static struct keyed items[MOST], spare[MOST];
	uint64_t x = 3;
	for (size_t n = 0; n <= MOST; n += 20) {
		for (size_t i = 0; i < n; i++) {
			x = x * 6364136223846793005U + 1442695040888963407U;
			items[i] = (struct keyed){ x >> 60, i };
		}
		keyed_sort(items, n, spare, NULL, NULL);
		for (size_t i = 1; i < n; i++)
			assert_true(items[i - 1].key < items[i].key ||
				    (items[i - 1].key == items[i].key &&
				     items[i - 1].item < items[i].item));
	}
}

static void falling_keys_follow_the_numbers(void **state)
{
	(void)state;
	static const double falling[] = { 1.0 / 0.0, 1e300,  2,	     1.0000000000000002,
					  1,	     5e-324, 0,	     -5e-324,
					  -1,	     -2,     -1e300, -1.0 / 0.0 };
	for (size_t i = 1; i < sizeof falling / sizeof falling[0]; i++)
		assert_true(key_descending(falling[i - 1]) < key_descending(falling[i]));
	assert_true(key_descending(0.0) == key_descending(-0.0));
}

static void text_keys_never_contradict_the_bytewise_order(void **state)
{
	(void)state;
	static const char *const rising[] = {
		"",	     "\x01", "1", "10", "1000000", "10000000",
		"100000001", "2",    "A", "a",	"\x80",	   "\xff\xff\xff\xff\xff\xff\xff\xff"
	};
	for (size_t i = 1; i < sizeof rising / sizeof rising[0]; i++) {
		assert_true(slice_compare(slice_of(rising[i - 1]), slice_of(rising[i])) < 0);
		assert_true(key_of_text(slice_of(rising[i - 1])) <=
			    key_of_text(slice_of(rising[i])));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_then_comparison_order_everything),
		cmocka_unit_test(equal_items_keep_their_order_whatever_their_size),
		cmocka_unit_test(without_a_comparison_equal_keys_keep_their_order),
		cmocka_unit_test(falling_keys_follow_the_numbers),
		cmocka_unit_test(text_keys_never_contradict_the_bytewise_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
