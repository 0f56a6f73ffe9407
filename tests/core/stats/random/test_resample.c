/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A resample takes as many indices from a word of 64 bits as have 2^32 combinations at most, so
 * that the bits left over make each of them equally likely to 2^-32.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/stats/random/resample.h"
#include "core/stats/random/uniform.h"

/* The digits of words as fractions, in base `count`, `digits` of each word. */
static void expect_times(size_t count, size_t digits)
{
	enum { MOST = 1625 };
	uint32_t expected[MOST] = { 0 }, times[MOST];
	struct uniform u = uniform_start(7, 3, STREAM_FIRST);
	uint64_t word = 0;
	for (size_t i = 0; i < count; i++) {
		word = i % digits == 0 ? uniform_bits(&u) : word;
		unsigned __int128 product = (unsigned __int128)word * count;
		expected[product >> 64]++;
		word = (uint64_t)product;
	}
	resample_times(count, 3, 7, times);
	assert_memory_equal(times, expected, count * sizeof *times);
}

static void words_are_used_up_to_2_to_the_32(void **state)
{
	(void)state;
	expect_times(1, 32);
	expect_times(2, 32);
	expect_times(16, 8);
	expect_times(256, 4); /* 256^4 is 2^32 */
	expect_times(257, 3);
	expect_times(1625, 3); /* 1625^3 is 4291015625, below 2^32 */
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(words_are_used_up_to_2_to_the_32) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
