/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checked numbers. Expected values: strtod() and strtoll() of the C library, or by definition.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>

#include "core/base/number.h"

static bool real(const char *text, double *value)
{
	return parse_real(slice_of(text), value);
}

static void reals_are_those_of_strtod(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"0",
		"-0",
		"1",
		"-1",
		"1.5",
		"0.1",
		"2.129133",
		"-12.75",
		"123456789.987654321",
		"9007199254740993",
		"9007199254740992",
		"0.3000000000000000444",
		"1e22",
		"1e23",
		"1e-5",
		"1E+5",
		"inf",
		"-inf",
		"INFINITY",
		"0x1p3",
		".5",
		"5.",
		"18446744073709551616",
		"12345678901234567890123",
		"4.9e-324",
		"1e400",
		"0.00000000000000000000001",
		"1844674407370955161.7",
		"+3",
	};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		double value = 0, expected = strtod(texts[i], NULL);
		if (!real(texts[i], &value) || memcmp(&value, &expected, sizeof value) != 0)
			fail_msg("'%s' is %.17g, not %.17g", texts[i], value, expected);
	}
}

/*
 * Texts of 8 to 10 characters, a tenth of them with anything from '+' to '9' instead of digits with
 * one point: what is taken is a number for strtod(), the same one, and it is every such number.
 */
static void decimals_are_those_of_strtod(void **state)
{
	(void)state;
	uint64_t x = 7;
	int taken = 0;
	for (int i = 0; i < 300000; i++) {
		x = x * 6364136223846793005U + 1442695040888963407U;
		size_t length = 8 + (x >> 60) % 3, point = length - 8 + (x >> 52) % 8;
		bool any = (x >> 40) % 10 == 0, plain = true;
		char text[16] = "";
		for (size_t k = 0; k < length; k++) {
			x = x * 6364136223846793005U + 1442695040888963407U;
			unsigned r = (unsigned)(x >> 33);
			text[k] = (char)(k == point && !any ? '.'
					 : any		    ? '+' + r % 15
							    : '0' + r % 10);
			plain = plain && text[k] != '+' && text[k] != ',' && text[k] != '-' &&
				text[k] != '/';
		}
		const char *first = strchr(text, '.');
		plain = plain && first != NULL && first == strrchr(text, '.') &&
			first >= text + length - 8;
		double value = 0, expected = strtod(text, NULL);
		bool is = parse_decimal(slice_of(text), &value);
		if (is != plain || (is && memcmp(&value, &expected, sizeof value) != 0))
			fail_msg("'%s' is %.17g, not %.17g", text, value, expected);
		taken += is;
	}
	print_message("%d of 300000 texts were taken\n", taken);
	assert_in_range(taken, 200000, 299999);
}

/* 200,000 numbers with up to 17 digits and a point anywhere, by a linear congruential generator. */
static void many_reals_are_those_of_strtod(void **state)
{
	(void)state;
	uint64_t x = 1;
	for (int i = 0; i < 200000; i++) {
		x = x * 6364136223846793005U + 1442695040888963407U;
		int whole = (int)(x >> 60), decimals = (int)(x >> 56 & 15);
		char text[64];
		snprintf(text, sizeof text, "%s%.*s.%.*s", x >> 55 & 1 ? "-" : "", whole,
			 "0918273645546372", decimals, "3141592653589793238");
		for (char *p = text; *p != '\0'; p++)
			if (*p >= '0' && *p <= '9')
				*p = (char)('0' + (x = x * 6364136223846793005U + 1, x >> 33) % 10);
		char *end;
		double value = 0, expected = strtod(text, &end);
		bool is_number = *end == '\0' && end != text;
		if (real(text, &value) != is_number ||
		    (is_number && memcmp(&value, &expected, sizeof value) != 0))
			fail_msg("'%s' is %.17g, not %.17g", text, value, expected);
	}
}

static void what_is_not_wholly_a_number_is_refused(void **state)
{
	(void)state;
	static const char *const texts[] = { "",  "abc", "1.5x", "20,5",  "1 2", " 1", ".",
					     "-", "1e",	 "--1",	 "1.2.3", "0x",	 "e5" };
	double value;
	int64_t integer;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		assert_false(real(texts[i], &value));
		assert_false(parse_integer(slice_of(texts[i]), &integer));
		assert_false(parse_whole(slice_of(texts[i]), &integer));
	}
	assert_false(parse_integer(slice_of("1.0"), &integer));
}

static void a_field_ends_where_its_slice_ends(void **state)
{
	(void)state;
	double value;
	assert_true(parse_real((struct slice){ "12.5 7", 4 }, &value));
	assert_true(value == 12.5);
	assert_false(parse_real((struct slice){ "1e5", 2 }, &value));
}

static void integers_keep_the_whole_range(void **state)
{
	(void)state;
	int64_t value;
	assert_true(parse_integer(slice_of("9223372036854775807"), &value));
	assert_true(value == INT64_MAX);
	assert_true(parse_integer(slice_of("-9223372036854775808"), &value));
	assert_true(value == INT64_MIN);
	assert_false(parse_integer(slice_of("9223372036854775808"), &value));
	assert_false(parse_integer(slice_of("-9223372036854775809"), &value));
	assert_true(parse_integer(slice_of("+007"), &value));
	assert_true(value == 7);
}

/* By hand: mantissa times power of ten. */
static void whole_numbers_may_be_written_as_reals(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int64_t value;
	} good[] = { { "3", 3 },
		     { "1.0", 1 },
		     { "0.0", 0 },
		     { "-1.0", -1 },
		     { "+2.0", 2 },
		     { "1.", 1 },
		     { "1e0", 1 },
		     { "1E+0", 1 },
		     { "1.000000000000000000e+00", 1 },
		     { "2.50e1", 25 },
		     { "20e-1", 2 },
		     { "0e999999999999", 0 },
		     { "0.000e-999999999999", 0 },
		     { "9223372036854775807.0", INT64_MAX } };
	static const char *const bad[] = { "1.5",   "0.99999999999999999999",
					   "1e-1",  "2.55e1",
					   "1e19",  "9223372036854775808.0",
					   "0x1",   "inf",
					   "nan",   ".5",
					   "1e999", "1e1.0" };
	int64_t value;
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
		if (!parse_whole(slice_of(good[i].text), &value) || value != good[i].value)
			fail_msg("'%s' is not %lld", good[i].text, (long long)good[i].value);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		if (parse_whole(slice_of(bad[i]), &value))
			fail_msg("'%s' is %lld", bad[i], (long long)value);
}

static void reals_are_printed_as_briefly_as_they_can_be_read_back(void **state)
{
	(void)state;
	assert_string_equal(real_text(1).text, "1");
	assert_string_equal(real_text(0.1).text, "0.1");
	assert_string_equal(real_text(12.0 / 74).text, "0.16216216216216217");
	assert_string_equal(real_text(1.0 / 3).text, "0.3333333333333333");
	uint64_t bits = 1;
	for (int i = 0; i < 100000; i++) {
		double value, back;
		bits = bits * 6364136223846793005U + 1442695040888963407U;
		value = (double)(bits >> 11) * 0x1p-53;
		assert_true(real(real_text(value).text, &back));
		assert_true(back == value);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reals_are_those_of_strtod),
		cmocka_unit_test(decimals_are_those_of_strtod),
		cmocka_unit_test(many_reals_are_those_of_strtod),
		cmocka_unit_test(what_is_not_wholly_a_number_is_refused),
		cmocka_unit_test(a_field_ends_where_its_slice_ends),
		cmocka_unit_test(integers_keep_the_whole_range),
		cmocka_unit_test(whole_numbers_may_be_written_as_reals),
		cmocka_unit_test(reals_are_printed_as_briefly_as_they_can_be_read_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
