/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines of shards: what is written is what is read, bit by bit; anything else is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <float.h>
#include <math.h>

#include "core/engine/shard/shard.h"
#include "core/stats/random/uniform.h"

/* One line with these fields, in both ways. */
struct record {
	double real;
	int64_t whole;
	size_t size;
	int32_t word;
	uint32_t label;
	bool flag;
	const char *text, *none;
};

static void fields(void *context, size_t item, struct shard_line *l)
{
	struct record *x = &((struct record *)context)[item];
	SHARD_FIELD(l, &x->real);
	SHARD_FIELD(l, &x->whole);
	SHARD_FIELD(l, &x->size);
	SHARD_FIELD(l, &x->word);
	SHARD_FIELD(l, &x->label);
	SHARD_FIELD(l, &x->flag);
	SHARD_FIELD(l, &x->text);
	SHARD_FIELD(l, &x->none);
}

static void assert_same(const struct record *a, const struct record *b)
{
	if (isnan(a->real))
		assert_true(isnan(b->real) && signbit(a->real) == signbit(b->real));
	else
		assert_memory_equal(&a->real, &b->real, sizeof a->real);
	assert_int_equal(a->whole, b->whole);
	assert_int_equal(a->size, b->size);
	assert_int_equal(a->word, b->word);
	assert_int_equal(a->label, b->label);
	assert_int_equal(a->flag, b->flag);
	assert_string_equal(a->text, b->text);
	assert_null(b->none);
}

static void what_is_written_is_read(void **state)
{
	static const double reals[] = { 0,	 -0.0,	   1.0 / 3,  DBL_MIN,	DBL_TRUE_MIN,
					DBL_MAX, -DBL_MAX, INFINITY, -INFINITY, NAN,
					-NAN,	 0.1,	   5e-324,   1e22,	1e23 };
	static const char *const texts[] = { "",   "-",	      "=", "a b", "tab\tfeed\nback\\t\\",
					     "\\", "\xc3\xa9" };
	enum { RANDOM = 20000, FIXED = sizeof reals / sizeof reals[0] };
	size_t unusual = 0;
	(void)state;
	for (size_t i = 0; i < FIXED + RANDOM; i++) {
		struct uniform u = uniform_start(1, i, 0);
		struct record x = { .whole = (int64_t)uniform_bits(&u) / 1024, /* to 2^53 */
				    .size = (size_t)(uniform_bits(&u) >> 11),
				    .word = (int32_t)uniform_bits(&u),
				    .label = (uint32_t)uniform_bits(&u),
				    .flag = uniform_bits(&u) & 1,
				    .text = texts[i % (sizeof texts / sizeof texts[0])] },
			      y = { .none = "something" };
		uint64_t bits = uniform_bits(&u);
		memcpy(&x.real, &bits, sizeof bits); /* any number that there is */
		if (i < FIXED)
			x.real = reals[i];
		unusual += !isnormal(x.real);
		struct shard s = { .count = 1 };
		struct err e = { 0 };
		struct arena memory = { 0 };
		assert_int_equal(shard_item(&s, 0, fields, &x, &e), 0);
		buffer_add(&s.text, "", 1); /* as a file ends */
		struct shard_lines lines = { "file", s.text.text, 1 };
		struct shard reading = { .count = 1, .lines = &lines };
		struct shard_line l = shard_line_next(&reading, 0, 0);
		l.memory = &memory;
		fields(&y, 0, &l);
		assert_int_equal(shard_line_end(&l, &e), 0);
		assert_same(&x, &y);
		assert_int_equal(*lines.next, '\0');
		arena_release(&memory);
		buffer_release(&s.text);
	}
	print_message("# %d lines, %zu with zero, nan, infinite or tiny numbers\n", FIXED + RANDOM,
		      unusual);
	assert_true(unusual >= 8);
}

/* A line that is not that of the item. */
static void refuse(const char *text)
{
	struct shard_lines lines = { "some.file", text, 17 };
	struct shard s = { .count = 1, .lines = &lines };
	struct record y = { 0 };
	struct err e = { 0 };
	struct arena memory = { 0 };
	struct shard_line l = shard_line_next(&s, 0, 0);
	l.memory = &memory;
	fields(&y, 0, &l);
	assert_int_equal(shard_line_end(&l, &e), -1);
	assert_int_equal(e.status, STATUS_DATA);
	assert_string_equal(e.text, "some.file:17: not what this command writes here");
	arena_release(&memory);
}

static void other_lines_are_refused(void **state)
{
	(void)state;
	refuse("0\t1\t2\t3\t4\t5\t1\t=a\n");		 /* too few */
	refuse("0\t1\t2\t3\t4\t5\t1\t=a\t-\t6\n");	 /* too many */
	refuse("1\t1\t2\t3\t4\t5\t1\t=a\t-\n");		 /* another item */
	refuse("0\tx\t2\t3\t4\t5\t1\t=a\t-\n");		 /* no number */
	refuse("0\t\t2\t3\t4\t5\t1\t=a\t-\n");		 /* an empty one */
	refuse("0\t1\t2.5\t3\t4\t5\t1\t=a\t-\n");	 /* not whole */
	refuse("0\t1\t2\t-3\t4\t5\t1\t=a\t-\n");	 /* no size */
	refuse("0\t1\t2\t3\t4000000000\t5\t1\t=a\t-\n"); /* too large */
	refuse("0\t1\t2\t3\t4\t-5\t1\t=a\t-\n");	 /* too small */
	refuse("0\t1\t2\t3\t4\t5\t2\t=a\t-\n");		 /* no flag */
	refuse("0\t1\t2\t3\t4\t5\t1\ta\t-\n");		 /* no text */
	refuse("0\t1\t2\t3\t4\t5\t1\t=a\t-");		 /* no end */
	refuse("");
	refuse("end\t0123\n");
}

/* Items that a loop of `items` computes. */
static int mark(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	(void)e;
	((struct record *)context)[item].whole += 1 + (int64_t)item;
	return 0;
}

static void number_only(void *context, size_t item, struct shard_line *l)
{
	SHARD_FIELD(l, &((struct record *)context)[item].whole);
}

static void each_item_is_computed_once(void **state)
{
	enum { MOST = 40 };
	size_t divided = 0;
	(void)state;
	for (size_t items = 0; items <= MOST; items++)
		for (size_t count = 1; count <= 9; count++) {
			struct shard s[9] = { { 0 } };
			struct shard_lines lines[9];
			struct record merged[MOST] = { { 0 } };
			struct err e = { 0 };
			for (size_t k = 0; k < count; k++) {
				struct record x[MOST] = { { 0 } };
				s[k] = (struct shard){ .number = k, .count = count };
				assert_int_equal(
					shard_each(&s[k], 2, items, mark, number_only, x, &e), 0);
				for (size_t i = 0; i < items; i++)
					assert_int_equal(x[i].whole, i % count == k ? i + 1 : 0);
				buffer_add(&s[k].text, "", 1);
				lines[k] = (struct shard_lines){ "x", s[k].text.text, 1 };
			}
			struct shard all = { .count = count, .lines = lines };
			assert_int_equal(shard_each(&all, 2, items, mark, number_only, merged, &e),
					 0);
			for (size_t i = 0; i < items; i++)
				assert_int_equal(merged[i].whole, i + 1);
			for (size_t k = 0; k < count; k++)
				buffer_release(&s[k].text);
			divided += items > 1 && count > 1;
		}
	print_message("# %zu divisions with several items and shards\n", divided);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read),
		cmocka_unit_test(other_lines_are_refused),
		cmocka_unit_test(each_item_is_computed_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
