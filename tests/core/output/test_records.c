/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The writer of tables, CSV and JSON lines. All expected texts are written by hand from the
 * definitions in records.h and buffer.h; quoting as in RFC 4180 and RFC 8259.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>

#include "core/base/buffer.h"
#include "core/output/report.h"

struct row {
	const char *text;
	int64_t whole;
	double count, real, brief;
};

#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "name", "title", RECORD_TEXT, AT(text) },
	{ "whole", NULL, RECORD_WHOLE, AT(whole) },
	{ "count", "n", RECORD_COUNT, AT(count), .if_any = true },
	{ "real", "value", RECORD_REAL, 3, 1, 6, AT(real), .optional = true },
	{ NULL, "short", RECORD_SHORT, AT(brief) },
	{ 0 },
};

static const struct row full = { "a,\"b\"", -7, 12, 2.25, 0.5 };
static const struct row missing = { NULL, RECORD_NONE, NAN, NAN, NAN };

/* As a command prints them, behind what was printed before. Releases them. */
static void print(struct records *r, enum record_format format, struct buffer *b)
{
	struct report report;
	struct err e = { 0 };
	report_init(&report, format, &(struct report_origin){ 0 });
	report_records(&report, 0, "", r);
	assert_int_equal(report_write(&report, 0, b, &e), 0);
}

static void prints(const struct row *row, size_t rows, enum record_format format, const char *want)
{
	struct records r;
	struct buffer b = { 0 };
	records_init(&r, columns, sizeof *row);
	for (size_t i = 0; i < rows; i++)
		records_add(&r, &row[i]);
	print(&r, format, &b);
	assert_false(b.failed);
	assert_string_equal(b.text != NULL ? b.text : "", want);
	buffer_release(&b);
}

static void test_formats(void **state)
{
	(void)state;
	const struct row row[] = { full, missing };
	prints(row, 2, FORMAT_TABLE,
	       "title  n  value short\n"
	       "a,\"b\" 12    2.2   0.5\n"
	       "-      -      -     -\n");
	prints(row, 2, FORMAT_CSV,
	       "name,whole,count,real\n"
	       "\"a,\"\"b\"\"\",-7,12,2.250\n"
	       ",,,\n");
	prints(row, 2, FORMAT_JSONL,
	       "{\"name\":\"a,\\\"b\\\"\",\"whole\":-7,\"count\":12,\"real\":2.250}\n"
	       "{\"name\":null,\"whole\":null,\"count\":null}\n");
}

static void test_columns_left_out(void **state)
{
	(void)state;
	prints(&missing, 1, FORMAT_TABLE,
	       "title  value short\n"
	       "-          -     -\n");
	prints(NULL, 0, FORMAT_TABLE, "title  value short\n");
	prints(NULL, 0, FORMAT_CSV, "name,whole,count,real\n");
	prints(NULL, 0, FORMAT_JSONL, "");
}

/* Only a table can show it. */
static void test_infinity(void **state)
{
	(void)state;
	const struct row row = { "x", 1, -INFINITY, INFINITY, INFINITY };
	prints(&row, 1, FORMAT_TABLE,
	       "title    n  value short\n"
	       "x     -inf    inf   inf\n");
	prints(&row, 1, FORMAT_CSV, "name,whole,count,real\nx,1,,\n");
	prints(&row, 1, FORMAT_JSONL, "{\"name\":\"x\",\"whole\":1,\"count\":null}\n");
}

static void test_headings_can_change(void **state)
{
	(void)state;
	struct records r;
	struct buffer b = { 0 };
	records_init(&r, columns, sizeof full);
	records_column(&r, "real")->heading = NULL;
	records_column(&r, "count")->heading = "number";
	records_add(&r, &full);
	print(&r, FORMAT_TABLE, &b);
	assert_string_equal(b.text, "title number short\n"
				    "a,\"b\"     12   0.5\n");
	records_init(&r, columns, sizeof full);
	records_add(&r, &full);
	print(&r, FORMAT_CSV, &b); /* something was printed: no header */
	assert_non_null(strstr(b.text, "0.5\n\"a,\"\"b\"\"\",-7,12,2.250\n"));
	buffer_release(&b);
}

static void test_many_lines(void **state)
{
	(void)state;
	struct records r;
	struct buffer b = { 0 };
	records_init(&r, columns, sizeof full);
	for (int64_t i = 0; i < 1000; i++) {
		struct row row = full;
		row.whole = i;
		records_add(&r, &row);
	}
	assert_int_equal(r.count, 1000);
	assert_int_equal(((const struct row *)(const void *)r.line)[999].whole, 999);
	print(&r, FORMAT_CSV, &b);
	assert_non_null(strstr(b.text, "\"a,\"\"b\"\"\",999,12,2.250\n"));
	buffer_release(&b);
}

static void escapes(void (*escape)(struct buffer *, const char *), const char *text,
		    const char *want)
{
	struct buffer b = { 0 };
	escape(&b, text);
	assert_string_equal(b.text, want);
	buffer_release(&b);
}

static void test_escape(void **state)
{
	(void)state;
	escapes(escape_csv, "plain text", "plain text");
	escapes(escape_csv, "a\nb", "\"a\nb\"");
	escapes(escape_csv, " a", "\" a\"");
	escapes(escape_csv, "a\t", "\"a\t\"");
	escapes(escape_csv, "", "");
	escapes(escape_json, "", "\"\"");
	escapes(escape_json, "a\"b\\c", "\"a\\\"b\\\\c\"");
	escapes(escape_json, "\x01\n\x7f", "\"\\u0001\\u000a\x7f\"");
	/* one, two, three and four bytes of UTF-8 pass; an overlong form, a surrogate and what lies
	 * beyond U+10FFFF do not */
	escapes(escape_json, "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
		"\"a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
	escapes(escape_json, "x\xc0\x80y", "\"x\\ufffd\\ufffdy\"");
	escapes(escape_json, "\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"");
	escapes(escape_json, "\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
	escapes(escape_json, "\xe2\x82", "\"\\ufffd\\ufffd\"");
}

/* Bytes that are zero count too, and text may follow. */
static void test_buffer_add(void **state)
{
	(void)state;
	struct buffer b = { 0 };
	buffer_add(&b, "", 0);
	assert_int_equal(b.length, 0);
	for (int i = 0; i < 100; i++)
		buffer_add(&b, "a\0b", 3);
	buffer_print(&b, "%s", "end");
	assert_int_equal(b.length, 303);
	assert_memory_equal(b.text + 297, "a\0bend", 7);
	buffer_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_formats),	   cmocka_unit_test(test_columns_left_out),
		cmocka_unit_test(test_infinity),   cmocka_unit_test(test_headings_can_change),
		cmocka_unit_test(test_many_lines), cmocka_unit_test(test_escape),
		cmocka_unit_test(test_buffer_add),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
