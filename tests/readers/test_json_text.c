/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * JSON by RFC 8259, and UTF-8 by RFC 3629. What is well-formed and what is not is written by hand
 * from their grammars; columns in messages are counted by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "readers/json_text.h"

static struct err e;

/* Passes over one value with nothing behind it. */
static int skip_bytes(const char *text, size_t size)
{
	struct input in;
	struct json j;
	e = (struct err){ 0 };
	assert_int_equal(input_from_bytes(&in, "x", text, size, &e), 0);
	json_start(&j, &in, &e);
	int result = json_skip(&j) < 0 ? -1 : json_finish(&j);
	assert_int_equal(result < 0, e.text[0] != '\0');
	assert_true(result < 0 || j.depth == 0);
	input_release(&in);
	return result;
}

static void takes(const char *text)
{
	if (skip_bytes(text, strlen(text)) < 0)
		fail_msg("%s: %s", text, e.text);
}

static void refuses(const char *text, const char *message)
{
	assert_int_equal(skip_bytes(text, strlen(text)), -1);
	assert_int_equal(e.status, STATUS_DATA);
	assert_string_equal(e.text, message);
}

static void well_formed_values_are_taken(void **state)
{
	(void)state;
	static const char *const good[] = {
		"{}",
		"[]",
		"{\"a\":1}",
		"[1,2]",
		" [ 1 , [ ] , { \"a\" : [ { } ] } ]\r\n\t",
		"\"\"",
		"0",
		"-0",
		"10.5",
		"1e5",
		"1E+5",
		"-1.25e-3",
		"true",
		"false",
		"null",
		"\"\x7f\"",
		"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\"",
		"\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf \xed\x9f\xbf\"",
		"\xef\xbb\xbf{}"
	};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		takes(good[i]);
}

static void what_is_not_json_is_refused_with_line_and_column(void **state)
{
	(void)state;
	static const char value[] =
		"a value is expected here: \"text\", a number, true, false or null";
	char message[200];
	static const struct {
		const char *text, *place;
	} no_value[] = { { "", "1: column 1" },
			 { "[1,]", "1: column 4" },
			 { "[\n 1,\n  x]", "3: column 3" },
			 { "{\"a\":}", "1: column 6" },
			 { "NaN", "1: column 1" },
			 { "+1", "1: column 1" },
			 { ".5", "1: column 1" },
			 { "'a'", "1: column 1" },
			 { "tru", "1: column 1" },
			 { "[nul]", "1: column 2" } };
	for (size_t i = 0; i < sizeof no_value / sizeof *no_value; i++) {
		snprintf(message, sizeof message, "x:%s: %s", no_value[i].place, value);
		refuses(no_value[i].text, message);
	}
	refuses("{\"a\":1,}", "x:1: column 8: a key in double quotes is expected here");
	refuses("{a:1}", "x:1: column 2: a key in double quotes is expected here");
	refuses("{\"a\" 1}", "x:1: column 6: a colon is expected here");
	refuses("{\"a\":1 \"b\":2}", "x:1: column 8: a comma or } is expected here");
	refuses("[1 2]", "x:1: column 4: a comma or ] is expected here");
	refuses("[1", "x:1: column 3: a comma or ] is expected here");
	refuses("[1}", "x:1: column 3: a comma or ] is expected here");
	refuses("1 2", "x:1: column 3: text after the end of the JSON value");
	refuses("{}\n\n}", "x:3: column 1: text after the end of the JSON value");
	refuses("01", "x:1: column 2: text after the end of the JSON value");
	refuses("-", "x:1: column 1: a number is expected here");
	refuses("1.", "x:1: column 1: a number is expected here");
	refuses("[1e]", "x:1: column 2: a number is expected here");
	refuses("\"a", "x:1: column 1: a string has no closing quote");
	refuses("[\"a\\\"]", "x:1: column 2: a string has no closing quote");
	refuses("\"a\nb\"",
		"x:1: column 3: a control character, or the end of the line, in a string");
	refuses("\"\\x\"", "x:1: column 2: not an escape that JSON has");
	refuses("\"ab\\u12g4\"", "x:1: column 4: not an escape that JSON has");
	refuses("\"\\ud83d\"", "x:1: column 2: not an escape that JSON has");
	refuses("\"\\ude00\"", "x:1: column 2: not an escape that JSON has");
	refuses("\"\\ud83d\\u0041\"", "x:1: column 2: not an escape that JSON has");
	assert_int_equal(skip_bytes("[1]\0", 4), -1);
	assert_int_equal(skip_bytes("\"\0\"", 3), -1);
}

static void bytes_that_are_not_utf8_are_refused(void **state)
{
	(void)state;
	/* a lone continuation, overlong forms, a surrogate, beyond U+10FFFF, cut short */
	static const char *const bad[] = { "\"\x80\"",
					   "\"\xc0\x80\"",
					   "\"\xc1\xbf\"",
					   "\"\xe0\x9f\xbf\"",
					   "\"\xed\xa0\x80\"",
					   "\"\xf0\x8f\xbf\xbf\"",
					   "\"\xf4\x90\x80\x80\"",
					   "\"\xf5\x80\x80\x80\"",
					   "\"\xc3\"",
					   "\"\xe2\x82\"",
					   "\"\xf0\x9f\x98" };
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		refuses(bad[i], "x:1: column 2: not UTF-8");
}

static void depth_is_limited(void **state)
{
	(void)state;
	char text[2 * JSON_DEPTH_MAX + 3];
	for (size_t depth = JSON_DEPTH_MAX; depth <= JSON_DEPTH_MAX + 1; depth++) {
		memset(text, '[', depth);
		memset(text + depth, ']', depth);
		text[2 * depth] = '\0';
		if (depth == JSON_DEPTH_MAX)
			takes(text);
		else
			refuses(text, "x:1: column 65: nested more than 64 deep");
	}
}

/* Two rows, what they hold, and on which lines they stand. */
struct seen {
	char text[200];
};

static int take(void *context, const struct table_row *row, struct err *err)
{
	struct seen *s = context;
	size_t at = strlen(s->text);
	(void)err;
	snprintf(s->text + at, sizeof s->text - at, "%d:", (int)row->place.line);
	for (int c = 0; c < COLUMN_KINDS; c++) {
		struct slice f = row->field[c];
		at = strlen(s->text);
		if (f.at != NULL)
			snprintf(s->text + at, sizeof s->text - at, "%s=%.*s ",
				 column_name((enum known_column)c), (int)f.length, f.at);
	}
	return 0;
}

static void rows(const char *text, const char *expected)
{
	static const struct columns_asked asked = { .needed = COLUMN(DOCUMENT),
						    .optional = COLUMN(TOPIC) | COLUMN(RELEVANCE) };
	struct seen s = { "" };
	struct input in;
	e = (struct err){ 0 };
	assert_int_equal(input_from_bytes(&in, "x", text, strlen(text), &e), 0);
	int result = table_read(&in, &asked, take, &s, &e);
	assert_string_equal(result < 0 ? e.text : s.text, expected);
	input_release(&in);
}

static void objects_are_rows_whose_keys_are_columns(void **state)
{
	(void)state;
	rows("{\"qid\": 7, \"doc_id\": \"a\", \"rel\": true, \"more\": {\"x\": [1, \"]\"]}}\n\n"
	     "{\"rel\": null, \"Doc ID\": \"\\u0062\\n\\\"\"}\n",
	     "1:topic=7 docno=a rel=true 3:docno=b\n\" rel= ");
	rows("[\n{\"docno\": 1.50},\n{\"docno\": \"x\", \"rel\": -2}]",
	     "2:docno=1.50 3:docno=x rel=-2 ");
	rows("[]", "");
	rows("{\"docno\": \"a\"}{\"docno\": \"b\"}", "1:docno=a 1:docno=b ");
	rows("{\"docno\": [\"a\"]}", "x:1: the value of 'docno' is neither a text nor a number");
	rows("{\"docno\": \"a\"}\n[]", "x:2: column 1: an object, {...}, is expected here");
	rows("{\"docno\": \"a\"},\n{\"docno\": \"b\"}",
	     "x:1: column 15: an object, {...}, is expected here");
	rows("{\"docno\": \"a\", \"doc\": \"b\"}",
	     "x:1: two columns of the header could be docno: 'docno' and 'doc'");
}

static void shapes_are_told_by_the_first_value(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		char shape;
	} cases[] = { { "{\"1\": {\"a\": 1}}", '{' },
		      { "\n{\"1\":\n{", '{' },
		      { "{\"qid\": 1}", 'k' },
		      { "{}", 'k' },
		      { " [{}]", '[' },
		      { "1 0 a 1", 0 },
		      { "", 0 },
		      { "\"a\"", 0 } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct input in;
		const char *text = cases[i].text;
		assert_int_equal(input_from_bytes(&in, "x", text, strlen(text), &e), 0);
		assert_int_equal(json_shape(&in), cases[i].shape);
		input_release(&in);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(well_formed_values_are_taken),
		cmocka_unit_test(what_is_not_json_is_refused_with_line_and_column),
		cmocka_unit_test(bytes_that_are_not_utf8_are_refused),
		cmocka_unit_test(depth_is_limited),
		cmocka_unit_test(objects_are_rows_whose_keys_are_columns),
		cmocka_unit_test(shapes_are_told_by_the_first_value),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
