/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tokenizer. The reference is a second one, written byte by byte from the rules in
 * readers/lines.h, that knows nothing of masks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "readers/lines.h"
#include "readers/low_bytes.h"
#include "tests/support/cases.h"

enum { ROOM = 8 };

/* Fields of the next line of `text` from *at on; -1: a byte that no line may have; 0: the end. */
static int reference(const char *text, size_t size, size_t *at, struct slice *fields,
		     uint64_t *line)
{
	while (*at < size) {
		size_t end = *at;
		while (end < size && text[end] != '\n')
			end++;
		size_t p = *at, stop = end;
		*at = end + 1;
		++*line;
		if (stop > p && text[stop - 1] == '\r')
			stop--;
		int count = 0;
		bool bad = false;
		while (p < stop && !bad) {
			if (strchr(" \t\v\f", text[p]) != NULL && text[p] != '\0') {
				p++;
				continue;
			}
			if (count == 0 && text[p] == '#')
				break;
			size_t start = p;
			while (p < stop && strchr(" \t\v\f\r", text[p]) == NULL)
				p++;
			bad = p < stop && (text[p] == '\0' || text[p] == '\r');
			if (p > start && count < ROOM)
				fields[count] = (struct slice){ text + start, p - start };
			count += p > start;
		}
		if (bad)
			return -1;
		if (count > 0)
			return count;
	}
	return 0;
}

static void compare(const char *text, size_t size)
{
	struct err e = { 0 };
	struct input in;
	assert_int_equal(input_from_bytes(&in, "test", text, size, &e), 0);
	struct lines l;
	lines_start(&l, &in);
	size_t at = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	uint64_t line = 0;
	int expected;
	do {
		struct slice wanted[ROOM], got[ROOM];
		expected = reference(text, size, &at, wanted, &line);
		assert_int_equal(lines_next(&l, got, ROOM, &e), expected);
		if (expected > 0)
			assert_int_equal(l.number, line);
		for (int i = 0; i < expected && i < ROOM; i++) {
			assert_int_equal(got[i].length, wanted[i].length);
			assert_memory_equal(got[i].at, wanted[i].at, wanted[i].length);
		}
	} while (expected > 0);
	input_release(&in);
}

static void lines_are_split_as_the_rules_say(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"",
		"\n",
		"\n\n",
		"a",
		"a\n",
		"a b",
		" a  b \n",
		"a\tb\r\nc d\r\n",
		"# x\n#y\n a b",
		"a # b\n",
		("\xef\xbb\xbf"
		 "a b\n"),
		"a\v\fb",
		"\r\n\r\na\r\n",
		"a\rb\n",
		"a b\r",
		"#",
		"one two three four five six seven eight nine ten\n",
		"\x01 \x1f\x02 \x7f \xff\n",
	};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		compare(texts[i], strlen(texts[i]));
	compare("a\0b\n", 4);
	compare("\0", 1);
	compare("a b\n\0", 5);
}

/* Random texts over the bytes that matter, of all lengths around the tokenizer's block of 64. */
static void random_lines_are_split_as_the_rules_say(void **state)
{
	(void)state;
	static const char bytes[] = "ab7.-#Zz  \t \n\r\v\f\x01\xc3\x80";
	static char text[400];
	uint64_t x = 3;
	for (int round = 0; round < cases(100000, 20000); round++) {
		size_t size = (size_t)round % sizeof text;
		unsigned plain = (unsigned)round % 3; /* mostly words, so that lines get long */
		for (size_t i = 0; i < size; i++) {
			x = x * 6364136223846793005U + 1442695040888963407U;
			unsigned r = (unsigned)(x >> 33);
			text[i] =
				plain != 0 && r % 8 != 0 ? 'w' : bytes[r / 8 % (sizeof bytes - 1)];
			if (r % 9973 == 0)
				text[i] = '\0';
		}
		compare(text, size);
	}
}

/* The machine's way and the portable way, against the definition, for every byte at every place. */
static void low_bytes_are_found_wherever_they_stand(void **state)
{
	(void)state;
	char bytes[64];
	uint64_t x = 11;
	for (int round = 0; round < 20000; round++) {
		uint64_t expected = 0;
		for (unsigned i = 0; i < 64; i++) {
			x = x * 6364136223846793005U + 1442695040888963407U;
			unsigned byte = round < 16384 && i == (unsigned)round / 256
						? (unsigned)round % 256
						: (unsigned)(x >> 40) % 256;
			bytes[i] = (char)byte;
			expected |= (uint64_t)(byte <= 0x20) << i;
		}
		assert_true(low_bytes(bytes) == expected);
		assert_true(low_bytes_portable(bytes) == expected);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_split_as_the_rules_say),
		cmocka_unit_test(random_lines_are_split_as_the_rules_say),
		cmocka_unit_test(low_bytes_are_found_wherever_they_stand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
