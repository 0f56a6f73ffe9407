/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * CSV with a header. The reference is a second splitter, written byte by byte from the rules in
 * readers/csv_text.h, that knows nothing of libcsv.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/base/arena.h"
#include "readers/csv_text.h"
#include "tests/support/cases.h"

enum { A, B, C, WANTED };

/* The names of the columns that are looked at, whose places the header tells. */
static const char *const wanted[WANTED] = { [A] = "a", [B] = "b", [C] = "c" };

enum { ROWS_MAX = 400 };

struct rows {
	const struct input *in;
	size_t position[WANTED]; /* plus 1; 0: the header lacks it */
	struct arena memory;
	size_t count;
	struct {
		uint64_t line;
		struct slice field[WANTED];
		uint64_t field_line[WANTED];
	} row[ROWS_MAX];
};

static void take_header(struct rows *r, const struct csv_record *record)
{
	for (size_t i = 0; i < record->fields; i++)
		for (size_t c = 0; c < WANTED; c++)
			if (slice_equal(record->field[i], slice_of(wanted[c])))
				r->position[c] = i + 1;
}

static int take(void *context, const struct csv_record *record, struct err *e)
{
	struct rows *r = context;
	(void)e;
	assert_string_equal(record->place.path, "x.csv");
	assert_true(r->count < ROWS_MAX);
	if (record->header) {
		take_header(r, record);
		return 0;
	}
	r->row[r->count].line = record->place.line;
	for (size_t c = 0; c < WANTED; c++) {
		if (r->position[c] == 0)
			continue;
		struct slice field = record->field[r->position[c] - 1];
		r->row[r->count].field[c] = field;
		r->row[r->count].field_line[c] = input_line(r->in, field.at);
	}
	r->count++;
	return 0;
}

static int read_bytes(const void *text, size_t size, struct input *in, struct rows *r,
		      struct err *e)
{
	*e = (struct err){ 0 };
	*r = (struct rows){ .in = in };
	assert_int_equal(input_from_bytes(in, "x.csv", text, size, e), 0);
	return csv_read(in, CSV_ALL, take, r, e);
}

static void is_field(const struct rows *r, size_t row, size_t column, const char *text)
{
	struct slice got = r->row[row].field[column];
	assert_non_null(got.at);
	assert_int_equal(got.length, strlen(text));
	assert_memory_equal(got.at, text, got.length);
}

static void refuses_bytes(const void *text, size_t size, const char *message)
{
	static struct rows r;
	struct err e;
	struct input in;
	assert_int_equal(read_bytes(text, size, &in, &r, &e), -1);
	assert_int_equal(e.status, STATUS_DATA);
	assert_string_equal(e.text, message);
	input_release(&in);
}

static void refuses(const char *text, const char *message)
{
	refuses_bytes(text, strlen(text), message);
}

/* One row whose fields are a, b, c and which stands on the line. */
static void reads(const char *text, uint64_t line, const char *a, const char *b, const char *c)
{
	static struct rows r;
	struct err e;
	struct input in;
	if (read_bytes(text, strlen(text), &in, &r, &e) < 0)
		fail_msg("%s", e.text);
	assert_int_equal(r.count, 1);
	assert_int_equal(r.row[0].line, line);
	is_field(&r, 0, A, a);
	is_field(&r, 0, B, b);
	if (c != NULL)
		is_field(&r, 0, C, c);
	else
		assert_null(r.row[0].field[C].at);
	input_release(&in);
}

static void the_header_names_the_columns_in_any_order(void **state)
{
	(void)state;
	reads("a,b,c\n1,2,3\n", 2, "1", "2", "3");
	reads("c,b,a\n1,2,3\n", 2, "3", "2", "1");
	reads("\"# x, y\",,\na,b,c\n1,2,3\n", 3, "1", "2", "3");
	reads(" \"# x\ny, \"\"z\"\"\",,\na,b,c\n1,2,3\n", 4, "1", "2",
	      "3");					  /* two lines in quotes */
	reads("\"# x\na,b,c\n1,2,3\n", 3, "1", "2", "3"); /* quotes that nothing closes */
	reads("# x, y\nb;a;c\n1,5;\"2;3\";", 3, "2;3", "1,5", "");
	reads("a,b,c;d\n1,2;3,4\n", 2, "1", "2;3", NULL);
	reads("a\tb\tc\n1\t 2 3 \t\n", 2, "1", "2 3", "");
	reads("b\t\"a\"\r\n\"x\ty\"\t\r\n", 2, "", "x\ty", NULL);
	reads("\ta\t\"x;y,z;\"\tb\n0\t1\t2\t3\n", 2, "1", "3", NULL);
	reads("b,unknown,a\n1,2,3", 2, "3", "1", NULL);
	reads(" \"a\" , b\t,note,note\n1,2,3,4", 2, "1", "2", NULL);
	reads("note,,\"b\",\"a\"\n1,2,3,4", 2, "4", "3", NULL);
}

static void lines_end_in_lf_or_crlf_and_what_says_nothing_is_passed_over(void **state)
{
	(void)state;
	reads("\xef\xbb\xbf"
	      "a,b\r\n1,2\r\n",
	      2, "1", "2", NULL);
	reads("# x, \"y\r\n\n  # z\n \t\na,b\n\n \n1,2", 8, "1", "2", NULL);
	reads("\r\n\r\na,b\r\n\r\n1,2\r", 5, "1", "2", NULL);
	reads("a,b\n#,2\n", 2, "#", "2", NULL); /* below the header it is a field */
}

static void quotes_keep_commas_line_ends_and_blanks(void **state)
{
	(void)state;
	reads("a,b\n\"1,5\",\"2\n3\"\n", 2, "1,5", "2\n3", NULL);
	reads("a,b\n\" 1 \" ,\t\"2\"\r\n", 2, " 1 ", "2", NULL);
	reads("a,b\n 1 2 , 3\t\n", 2, "1 2", "3", NULL);
	reads("a,b\n\"\",\n", 2, "", "", NULL);
	reads("a,b\n\"x\"\"y\",\"\"\"\"\n", 2, "x\"y", "\"", NULL);
	reads("a,b\n\"\"\"x\"\"\",\"y\"\"\"\n", 2, "\"x\"", "y\"", NULL);
	reads("\"a\",\"x\n\"\"y\"\"\",b\n1,\",\n,\",2\n", 3, "1", "2", NULL);
}

static void physical_lines_are_counted_through_blank_lines_and_quoted_line_ends(void **state)
{
	(void)state;
	static const char text[] = "# comment\r\n"	      /* 1 */
				   "\r\n"		      /* 2 */
				   "a,b\r\n"		      /* 3 */
				   "\r\n"		      /* 4 */
				   "\"x\r\n\r\ny\",1\r\n"     /* 5, 6, 7 */
				   "\r\n"		      /* 8 */
				   "\"p\n\"\"q\",\"\"\"r\"\n" /* 9, 10 */
				   "z,2";		      /* 11 */
	static struct rows r;
	struct err e;
	struct input in;
	assert_int_equal(read_bytes(text, sizeof text - 1, &in, &r, &e), 0);
	assert_int_equal(r.count, 3);
	static const uint64_t line[] = { 5, 9, 11 }, line_of_b[] = { 7, 10, 11 };
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(r.row[i].line, line[i]);
		assert_int_equal(r.row[i].field_line[A], line[i]);
		assert_int_equal(r.row[i].field_line[B], line_of_b[i]);
	}
	is_field(&r, 0, A, "x\r\n\r\ny");
	is_field(&r, 1, A, "p\n\"q");
	is_field(&r, 1, B, "\"r");
	input_release(&in);
}

static void what_is_not_csv_with_a_header_is_refused_with_file_and_line(void **state)
{
	(void)state;
	refuses("", "x.csv:1: no header line: the file is empty");
	refuses("\xef\xbb\xbf", "x.csv:1: no header line: the file is empty");
	refuses("# only\n\n", "x.csv:3: no header line: the file is empty");
	refuses("b;a\n1;2;3\n", "x.csv:2: 3 fields, but the header has 2");
	refuses("b;a\n1,2\n", "x.csv:2: 1 field, but the header has 2");
	refuses("b\ta\n1\t\t1\n", "x.csv:2: 3 fields, but the header has 2");
	refuses("a,b\n1,2\n\n1\n", "x.csv:4: 1 field, but the header has 2");
	refuses("a,b\n1,2,3\n", "x.csv:2: 3 fields, but the header has 2");
	refuses("a,b\n1,2,\n", "x.csv:2: 3 fields, but the header has 2");
	refuses("a,b\n\"x\n\",2\n1,\"2\n3,4\n", "x.csv:4: a quoted field has no closing quote");
	refuses("a,\"b\n1,2\n", "x.csv:1: a quoted field has no closing quote");
	refuses("a,b\n1,\"", "x.csv:2: a quoted field has no closing quote");
	refuses("a,b\n1,\"\"\"\n", "x.csv:2: a quoted field has no closing quote");
	refuses("a,b\n1,2\"\n", "x.csv:2: a quote inside a field that does not begin with one");
	static const char behind[] = "x.csv:2: text after the closing quote of a field; a quote "
				     "inside a quoted field must be doubled";
	refuses("a,b\n1,\"2\"3\n", behind);
	refuses("a,b\n1,\"2\" \"3\"\n", behind);
	refuses("a,b\n1,\"2\n3,\"4\"\n", behind); /* the quote that was forgotten is on line 2 */
	refuses("a,b\n1,2\r3,4\n",
		"x.csv:2: carriage return inside the line: lines must end in LF or CR LF");
	refuses("a,b\r1,2\r",
		"x.csv:1: carriage return inside the line: lines must end in LF or CR LF");
	refuses("a,b\n\"1\"\r,2\n",
		"x.csv:2: carriage return inside the line: lines must end in LF or CR LF");
	static const char nul[] = "x.csv:2: NUL byte in the line: not a text file, or UTF-16";
	refuses_bytes("a,b\n1\0,2\n", 9, nul);
	refuses_bytes("a,b\n\"1\0\",2\n", 11, nul);
	refuses_bytes("a,b\n1,2\0", 8, nul);
}

static void a_field_of_16_mib_is_refused(void **state)
{
	(void)state;
	enum { SIZE = 1 << 24 };
	static char text[4 + SIZE + 3];
	memcpy(text, "a,b\n", 4);
	memset(text + 4, 'x', SIZE);
	memcpy(text + 4 + SIZE, ",1\n", 3);
	refuses_bytes(text, sizeof text,
		      "x.csv:2: a field of 16777216 bytes: at most 16777215 are allowed");
	static struct rows r;
	struct err e;
	struct input in;
	text[4] = '\n';
	assert_int_equal(read_bytes(text, sizeof text, &in, &r, &e), 0);
	assert_int_equal(r.row[0].line, 3);
	assert_int_equal(r.row[0].field[A].length, SIZE - 1);
	input_release(&in);
}

static int stop(void *context, const struct csv_record *r, struct err *e)
{
	int *calls = context;
	return ++*calls == 3 ? field_bad(r->place, "b", r->field[B], "is enough", e) : 0;
}

static void an_error_of_the_sink_ends_the_reading(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct input in;
	int calls = 0;
	static const char text[] = "a,b\n1,2\n\n3,4\n5,6\n7";
	assert_int_equal(input_from_bytes(&in, "x.csv", text, sizeof text - 1, &e), 0);
	assert_int_equal(csv_read(&in, CSV_ALL, stop, &calls, &e), -1);
	assert_int_equal(calls, 3);
	assert_string_equal(e.text, "x.csv:4: b '4' is enough");
	input_release(&in);
}

/* ---- random texts ------------------------------------------------------------------------------
 */

/* The splitter by the rules; the header is "b,other,a" on line 1. */
struct splitter {
	const char *text;
	size_t size, at;
	uint64_t line;
};

static bool at_line_end(const struct splitter *s)
{
	const char *p = s->text + s->at;
	return s->at == s->size || *p == '\n' ||
	       (*p == '\r' && (s->at + 1 == s->size || p[1] == '\n'));
}

static void split_blanks(struct splitter *s)
{
	while (s->at < s->size && (s->text[s->at] == ' ' || s->text[s->at] == '\t'))
		s->at++;
}

/* One field into `to`; false: it is malformed. */
static bool split_field(struct splitter *s, char *to, size_t *length, uint64_t *line, bool *quoted)
{
	*length = 0;
	split_blanks(s);
	*line = s->line;
	*quoted = s->at < s->size && s->text[s->at] == '"';
	if (*quoted) {
		for (s->at++;; s->at++) {
			if (s->at == s->size)
				return false;
			if (s->text[s->at] == '"') {
				if (s->at + 1 == s->size || s->text[s->at + 1] != '"')
					break;
				s->at++;
			}
			s->line += s->text[s->at] == '\n';
			to[(*length)++] = s->text[s->at];
		}
		s->at++;
		split_blanks(s);
		return at_line_end(s) || s->text[s->at] == ',';
	}
	for (; !at_line_end(s) && s->text[s->at] != ','; s->at++) {
		if (s->text[s->at] == '"' || s->text[s->at] == '\r')
			return false;
		to[(*length)++] = s->text[s->at];
	}
	while (*length > 0 && (to[*length - 1] == ' ' || to[*length - 1] == '\t'))
		--*length;
	return true;
}

/* One record: its number of fields, 0 for a blank line, -1 for a malformed one. */
static int split_record(struct splitter *s, struct rows *r)
{
	static char to[1000];
	static const int column_of[3] = { B, WANTED, A };
	int fields = 0;
	bool quoted;
	r->row[r->count].line = s->line;
	for (;; s->at++) {
		size_t length;
		uint64_t line;
		if (!split_field(s, to, &length, &line, &quoted))
			return -1;
		if (fields < 3 && column_of[fields] != WANTED) {
			int c = column_of[fields];
			char *copy = arena_copy(&r->memory, (struct slice){ to, length });
			r->row[r->count].field[c] = (struct slice){ copy, length };
			r->row[r->count].field_line[c] = line;
		}
		fields++;
		if (fields == 1 && !quoted && length == 0 && at_line_end(s))
			fields = 0;
		if (at_line_end(s))
			break;
	}
	s->at += s->at < s->size && s->text[s->at] == '\r';
	s->at += s->at < s->size;
	s->line++;
	return fields;
}

static int reference(const char *text, size_t size, size_t header, struct rows *r)
{
	*r = (struct rows){ 0 };
	struct splitter s = { .text = text, .size = size, .at = header, .line = 2 };
	while (s.at < s.size) {
		int fields = split_record(&s, r);
		if (fields < 0 || (fields != 0 && fields != 3))
			return -1;
		r->count += fields > 0;
	}
	return 0;
}

/* Returns whether the text was well-formed. */
static bool compare(const char *text, size_t size, size_t header)
{
	static struct rows got, expected;
	struct err e;
	struct input in;
	int outcome = reference(text, size, header, &expected);
	assert_int_equal(read_bytes(text, size, &in, &got, &e), outcome);
	assert_int_equal(e.text[0] != '\0', outcome < 0);
	assert_int_equal(got.count, expected.count);
	for (size_t i = 0; i < got.count; i++) {
		assert_int_equal(got.row[i].line, expected.row[i].line);
		for (size_t c = A; c <= B; c++) {
			struct slice x = got.row[i].field[c], y = expected.row[i].field[c];
			assert_int_equal(x.length, y.length);
			assert_memory_equal(x.at, y.at, x.length);
			assert_int_equal(got.row[i].field_line[c], expected.row[i].field_line[c]);
		}
	}
	arena_release(&expected.memory);
	input_release(&in);
	return outcome == 0;
}

static unsigned random_below(uint64_t *x, unsigned n)
{
	*x = *x * 6364136223846793005U + 1442695040888963407U;
	return (unsigned)(*x >> 33) % n;
}

/* Rows of three fields, plain or quoted, sometimes with one byte changed. */
static size_t random_csv(uint64_t *x, char *text, size_t at, size_t room)
{
	static const char plain[] = "ab1.#  \t", any[] = "ab,\n\r\"\" ", ends[] = ",\n\"\r a";
	size_t start = at, rows = random_below(x, 8);
	for (size_t f = 0; f < 3 * rows && at + 40 < room; f++) {
		bool quoted = random_below(x, 2) == 0;
		if (quoted)
			text[at++] = '"';
		for (unsigned n = random_below(x, 7); n > 0; n--) {
			char c = quoted ? any[random_below(x, sizeof any - 1)]
					: plain[random_below(x, sizeof plain - 1)];
			text[at++] = c;
			if (c == '"')
				text[at++] = '"';
		}
		if (quoted)
			text[at++] = '"';
		if (f % 3 < 2)
			text[at++] = ',';
		else
			for (unsigned n = random_below(x, 4) > 0 ? 1 : 3; n > 0; n--) {
				if (random_below(x, 2) == 0)
					text[at++] = '\r';
				text[at++] = '\n';
			}
	}
	if (at > start && random_below(x, 3) == 0)
		text[start + random_below(x, (unsigned)(at - start))] =
			ends[random_below(x, sizeof ends - 1)];
	if (at > start && random_below(x, 4) == 0)
		at -= random_below(x, (unsigned)(at - start));
	return at;
}

static void random_texts_are_split_as_the_rules_say(void **state)
{
	(void)state;
	static char text[600] = "b,other,a\n";
	static const char bytes[] = "ab,,,,\"\"\n\n\r \t#";
	const size_t header = 10;
	uint64_t x = 5;
	int good = 0;
	const int rounds = (int)cases(100000, 20000);
	for (int round = 0; round < rounds; round++) {
		size_t size = header;
		if (round % 3 == 0) {
			for (unsigned n = random_below(&x, 30); n > 0; n--)
				text[size++] = bytes[random_below(&x, sizeof bytes - 1)];
		} else {
			size = random_csv(&x, text, size, sizeof text);
		}
		good += compare(text, size, header);
	}
	/* so that it cannot pass by refusing nearly everything, or nothing */
	assert_in_range(good, rounds / 4, rounds * 3 / 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_header_names_the_columns_in_any_order),
		cmocka_unit_test(lines_end_in_lf_or_crlf_and_what_says_nothing_is_passed_over),
		cmocka_unit_test(quotes_keep_commas_line_ends_and_blanks),
		cmocka_unit_test(
			physical_lines_are_counted_through_blank_lines_and_quoted_line_ends),
		cmocka_unit_test(what_is_not_csv_with_a_header_is_refused_with_file_and_line),
		cmocka_unit_test(a_field_of_16_mib_is_refused),
		cmocka_unit_test(an_error_of_the_sink_ends_the_reading),
		cmocka_unit_test(random_texts_are_split_as_the_rules_say),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
