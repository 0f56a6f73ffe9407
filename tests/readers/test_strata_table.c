/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables of strata. Expected values are read off the texts by hand; those of the real table, that
 * of the TREC 2009 Legal track, are sums by awk. STRAT_EVAL_DATA names the folder of the real data.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "readers/strata_table.h"

enum { RECORDS_MAX = 200 };

struct records {
	size_t count;
	struct stratum_record record[RECORDS_MAX];
};

static int take(void *context, const struct stratum_record *r, struct err *e)
{
	struct records *x = context;
	(void)e;
	assert_true(x->count < RECORDS_MAX);
	x->record[x->count++] = *r;
	return 0;
}

typedef int (*table_read)(const struct input *, stratum_sink, void *, struct err *);

static int read_text(table_read read, const char *text, struct input *in, struct records *x,
		     struct err *e)
{
	*e = (struct err){ 0 };
	x->count = 0;
	assert_int_equal(input_from_bytes(in, "t.csv", text, strlen(text), e), 0);
	return read(in, take, x, e);
}

static void refuses(table_read read, const char *text, const char *message)
{
	static struct records x;
	struct err e;
	struct input in;
	assert_int_equal(read_text(read, text, &in, &x, &e), -1);
	assert_int_equal(e.status, STATUS_DATA);
	assert_string_equal(e.text, message);
	input_release(&in);
}

static void is_text(struct slice got, const char *text)
{
	assert_int_equal(got.length, strlen(text));
	assert_memory_equal(got.at, text, got.length);
}

static void a_row_is_a_stratum(void **state)
{
	(void)state;
	static struct records x;
	struct err e;
	struct input in;
	assert_int_equal(read_text(strata_table_read,
				   "size,topic,ignored,stratum,runs,relevant,sampled\n"
				   "100,201,x,RN,A,3,10\n\n"
				   "50,\"201\",,\"R,R\",A+B,0,0\n"
				   "7,201,,none,-,7,7\n"
				   "0,202,,NN,,0,0\n",
				   &in, &x, &e),
			 0);
	assert_int_equal(x.count, 4);
	is_text(x.record[0].topic, "201");
	is_text(x.record[0].label, "RN");
	is_text(x.record[0].runs, "A");
	assert_int_equal(x.record[0].size, 100);
	assert_int_equal(x.record[0].sampled, 10);
	assert_int_equal(x.record[0].assessable, 10); /* without the column: all of the sampled */
	assert_int_equal(x.record[0].relevant, 3);
	assert_int_equal(x.record[0].place.line, 2);
	is_text(x.record[1].label, "R,R");
	is_text(x.record[1].runs, "A+B");
	assert_int_equal(x.record[1].place.line, 4);
	is_text(x.record[2].runs, "");
	assert_int_equal(x.record[2].relevant, 7);
	is_text(x.record[3].runs, "");
	input_release(&in);
}

static void not_all_of_the_sampled_need_be_assessable(void **state)
{
	(void)state;
	static struct records x;
	struct err e;
	struct input in;
	assert_int_equal(read_text(strata_table_read,
				   "topic,stratum,runs,size,sampled,assessable,relevant\n"
				   "1,A,r,9007199254740992,16,15,15\n",
				   &in, &x, &e),
			 0);
	assert_int_equal(x.record[0].size, INT64_C(9007199254740992));
	assert_int_equal(x.record[0].sampled, 16);
	assert_int_equal(x.record[0].assessable, 15);
	assert_int_equal(x.record[0].relevant, 15);
	input_release(&in);
}

static void a_table_that_contradicts_itself_is_refused(void **state)
{
	(void)state;
	refuses(strata_table_read, "topic,stratum,runs,size,sampled,relevant\n1,A,r,10,11,1\n",
		"t.csv:2: sampled 11, size 10: a stratum whose sample is larger than itself");
	refuses(strata_table_read, "topic,stratum,runs,size,sampled,relevant\n\n1,A,r,10,5,6\n",
		"t.csv:3: relevant 6, sampled 5: more relevant than sampled");
	refuses(strata_table_read,
		"topic,stratum,runs,size,sampled,relevant,assessable\n1,A,r,10,5,5,4\n",
		"t.csv:2: relevant 5, assessable 4: more relevant than assessable");
	refuses(strata_table_read,
		"topic,stratum,runs,size,sampled,relevant,assessable\n1,A,r,10,5,5,6\n",
		"t.csv:2: assessable 6, sampled 5: more assessable than sampled");
}

static void what_is_not_a_table_of_strata_is_refused(void **state)
{
	(void)state;
	static const char *const bad_rows[][2] = {
		{ ",A,r,9,5,1", "topic is empty" },
		{ "1,,r,9,5,1", "stratum is empty" },
		{ "1,\"A\tB\",r,9,5,1", "stratum 'A\\x09B' has a control character in it" },
		{ "1,A,r++s,9,5,1", "runs 'r++s' is not names of runs joined by +" },
		{ "1,A,+r,9,5,1", "runs '+r' is not names of runs joined by +" },
		{ "1,A,r+,9,5,1", "runs 'r+' is not names of runs joined by +" },
		{ "1,A,+,9,5,1", "runs '+' is not names of runs joined by +" },
		{ "1,A,r+s+r,9,5,1", "runs 'r+s+r' names a run twice" },
		{ "1,A,r,,5,1", "size '' is not a whole number from 0 to 9007199254740992" },
		{ "1,A,r,-1,0,0", "size '-1' is not a whole number from 0 to 9007199254740992" },
		{ "1,A,r,9007199254740993,5,1",
		  "size '9007199254740993' is not a whole number from 0 to 9007199254740992" },
		{ "1,A,r,9,5.5,1",
		  "sampled '5.5' is not a whole number from 0 to 9007199254740992" },
		{ "1,A,r,12.000,5,1",
		  "size '12.000' may mean thousands: write a number of documents without a point" },
		{ "1,A,r,9,5,x", "relevant 'x' is not a whole number from 0 to 9007199254740992" },
		{ "1,A,r,9,5", "5 fields, but the header has 6" },
	};
	for (size_t i = 0; i < sizeof bad_rows / sizeof bad_rows[0]; i++) {
		char text[200], message[200];
		snprintf(text, sizeof text, "topic,stratum,runs,size,sampled,relevant\n%s\n",
			 bad_rows[i][0]);
		snprintf(message, sizeof message, "t.csv:2: %s", bad_rows[i][1]);
		refuses(strata_table_read, text, message);
	}
	refuses(strata_table_read, "", "t.csv:1: no header line: the file is empty");
	refuses(strata_table_read, "topic,stratum,size\n1,A,2\n",
		"t.csv:1: no column 'runs' in the header 'topic,stratum,size'");
	refuses(strata_table_read, "topic,stratum,runs,size,sampled,relevant\n",
		"t.csv: no strata: there is nothing below the header");
	refuses(strata_table_read,
		"topic,stratum,runs,size,sampled,relevant,assessable\n1,A,r,10,5,5,\n",
		"t.csv:2: assessable '' is not a whole number from 0 to 9007199254740992");
}

static void sizes_need_three_columns(void **state)
{
	(void)state;
	static struct records x;
	struct err e;
	struct input in;
	assert_int_equal(read_text(stratum_sizes_read,
				   "stratum,size,topic,sampled\nA,10,201,99\nB,0,201,x\n", &in, &x,
				   &e),
			 0);
	assert_int_equal(x.count, 2);
	is_text(x.record[0].topic, "201");
	is_text(x.record[0].label, "A");
	assert_int_equal(x.record[0].size, 10);
	assert_int_equal(x.record[0].sampled, 0);
	assert_int_equal(x.record[1].size, 0);
	input_release(&in);
	refuses(stratum_sizes_read, "stratum,size,topic\nA,ten,201\n",
		"t.csv:2: size 'ten' is not a whole number from 0 to 9007199254740992");
	refuses(stratum_sizes_read, "stratum,topic\nA,201\n",
		"t.csv:1: no column 'size' in the header 'stratum,topic'");
}

static void runs_are_split_at_the_plus(void **state)
{
	(void)state;
	struct slice runs = slice_of("CB+CS+UW"), name;
	assert_true(stratum_next_run(&runs, &name));
	is_text(name, "CB");
	assert_true(stratum_next_run(&runs, &name));
	is_text(name, "CS");
	assert_true(stratum_next_run(&runs, &name));
	is_text(name, "UW");
	assert_false(stratum_next_run(&runs, &name));
}

static void the_table_of_the_legal_track_adds_up(void **state)
{
	(void)state;
	const char *folder = getenv("STRAT_EVAL_DATA");
	char path[1000];
	static struct records x;
	struct err e = { 0 };
	struct input in;
	snprintf(path, sizeof path, "%s/legal09/strata.csv", folder != NULL ? folder : "");
	if (folder == NULL || input_read(&in, path, &e) < 0)
		skip();
	assert_int_equal(strata_table_read(&in, take, &x, &e), 0);
	struct stratum_record sum = { 0 };
	size_t without_runs = 0;
	for (size_t i = 0; i < x.count; i++) {
		sum.size += x.record[i].size;
		sum.sampled += x.record[i].sampled;
		sum.assessable += x.record[i].assessable;
		sum.relevant += x.record[i].relevant;
		without_runs += x.record[i].runs.length == 0;
	}
	assert_int_equal(x.count, 84);
	assert_int_equal(sum.size, 3983238);
	assert_int_equal(sum.sampled, 24206);
	assert_int_equal(sum.assessable, 23406);
	assert_int_equal(sum.relevant, 2440);
	assert_int_equal(without_runs, 7);
	input_release(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_is_a_stratum),
		cmocka_unit_test(not_all_of_the_sampled_need_be_assessable),
		cmocka_unit_test(a_table_that_contradicts_itself_is_refused),
		cmocka_unit_test(what_is_not_a_table_of_strata_is_refused),
		cmocka_unit_test(sizes_need_three_columns),
		cmocka_unit_test(runs_are_split_at_the_plus),
		cmocka_unit_test(the_table_of_the_legal_track_adds_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
