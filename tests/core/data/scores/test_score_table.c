/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables of scores, from a matrix and from what trec_eval -q prints: what was written is what is
 * read, and what is wrong is refused with file, line, field and value.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>
#include <cmocka.h>
#include <libdeflate.h>

#include "core/data/scores/score_table.h"
#include "tests/support/scratch.h"

enum { FILES = 3 };

static char folder[SCRATCH_ROOM];
static char path[FILES][SCRATCH_ROOM + 8];

static int make_folder(void **state)
{
	(void)state;
	static const char *const name[FILES] = { "x", "y", "z" };
	if (mkdtemp(scratch_path(folder, "score_table")) == NULL)
		return -1;
	for (int i = 0; i < FILES; i++)
		snprintf(path[i], sizeof path[i], "%s/%s", folder, name[i]);
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	for (int i = 0; i < FILES; i++)
		unlink(path[i]);
	return rmdir(folder);
}

static void write_file(int i, const char *text)
{
	FILE *f = fopen(path[i], "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
	assert_int_equal(fclose(f), 0);
}

static void check_value(const struct score_table *t, size_t s, size_t topic, double wanted)
{
	double got = t->value[s * t->topics + topic];
	if (!(got == wanted || (isnan(got) && isnan(wanted))))
		fail_msg("value %zu, %zu is %g, not %g", s, topic, got, wanted);
}

static void read_matrix(struct score_table *t, const char *text)
{
	struct err e = { 0 };
	write_file(0, text);
	if (score_table_from_matrix(t, path[0], &e) < 0)
		fail_msg("%s", e.text);
}

/* The message is compared from behind the path on. */
static void refused(int result, struct err *e, struct score_table *t, const char *message)
{
	assert_int_equal(result, -1);
	assert_int_equal(e->status, STATUS_DATA);
	assert_memory_equal(e->text, folder, strlen(folder));
	assert_string_equal(e->text + strlen(folder), message);
	score_table_release(t);
}

static void refuses_matrix(const char *text, const char *message)
{
	struct score_table t;
	struct err e = { 0 };
	write_file(0, text);
	refused(score_table_from_matrix(&t, path[0], &e), &e, &t, message);
}

static void refuses_scores(const char *text, const char *message)
{
	struct score_table t;
	struct err e = { 0 };
	const char *const files[] = { path[0] };
	write_file(0, text);
	refused(score_table_from_scores(&t, files, 1, "map", NULL, &e), &e, &t, message);
}

static void read_scores(struct score_table *t, size_t count)
{
	struct err e = { 0 };
	const char *const files[] = { path[0], path[1], path[2] };
	if (score_table_from_scores(t, files, count, "map", NULL, &e) < 0)
		fail_msg("%s", e.text);
}

/* ---- matrix ---- */

static void a_matrix_is_read_with_its_topics_in_order(void **state)
{
	(void)state;
	struct score_table t;
	read_matrix(&t, "query, B ,\"A, \"\"the\"\" first\",C\r\n"
			"10,0.5,-1e-3,\r\n"
			"\r\n"
			"9,NA,1,\"0.25\"\r\n"
			"\"1\", nan ,2, 7\r\n"
			"all,1,1,1\r\n"
			"100,NaN,na,+3.5");
	assert_int_equal(t.systems, 3);
	assert_int_equal(t.topics, 4);
	assert_string_equal(t.system[0], "B");
	assert_string_equal(t.system[1], "A, \"the\" first");
	assert_string_equal(t.system[2], "C");
	static const char *const topic[] = { "1", "10", "100", "9" };
	static const double value[3][4] = { { NAN, .5, NAN, NAN },
					    { 2, -1e-3, NAN, 1 },
					    { 7, NAN, 3.5, .25 } };
	for (size_t i = 0; i < 4; i++) {
		assert_string_equal(t.topic[i], topic[i]);
		for (size_t s = 0; s < 3; s++)
			check_value(&t, s, i, value[s][i]);
	}
	score_table_release(&t);
}

/* Far more columns than any format with names has. */
static void a_matrix_may_have_any_number_of_systems(void **state)
{
	(void)state;
	enum { SYSTEMS = 1000, TOPICS = 3 };
	static char text[SYSTEMS * 16 * (TOPICS + 1)];
	size_t at = (size_t)snprintf(text, sizeof text, "t");
	for (int s = 0; s < SYSTEMS; s++)
		at += (size_t)snprintf(text + at, sizeof text - at, ",sys%d", s);
	for (int i = 0; i < TOPICS; i++) {
		at += (size_t)snprintf(text + at, sizeof text - at, "\n%d", i);
		for (int s = 0; s < SYSTEMS; s++)
			at += (size_t)snprintf(text + at, sizeof text - at, ",%d", 1000 * i + s);
	}
	struct score_table t;
	read_matrix(&t, text);
	assert_int_equal(t.systems, SYSTEMS);
	assert_int_equal(t.topics, TOPICS);
	assert_string_equal(t.system[999], "sys999");
	for (size_t s = 0; s < SYSTEMS; s++)
		for (size_t i = 0; i < TOPICS; i++)
			check_value(&t, s, i, (double)(1000 * i + s));
	score_table_release(&t);
}

static void a_wrong_matrix_is_refused(void **state)
{
	(void)state;
	refuses_matrix("", "/x: no scores: the file is empty");
	refuses_matrix("t,A\n", "/x: no topics: there is nothing below the header");
	refuses_matrix("t,A\nall,1\n", "/x: no topics: there is only 'all', a summary");
	refuses_matrix("t\n1\n", "/x:1: a matrix has a column of topics and one for each system, "
				 "found 1 column 't'");
	refuses_matrix("t,A\n1,.5\n2,abc\n", "/x:3: A 'abc' is not a number");
	refuses_matrix("t,A\n1,0.5x\n", "/x:2: A '0.5x' is not a number");
	refuses_matrix("t,A\n1,inf\n", "/x:2: A 'inf' is not a finite number");
	refuses_matrix("t,A\n1,1e999\n", "/x:2: A '1e999' is not a finite number");
	refuses_matrix("t,A\n1,.5,.6\n", "/x:2: 3 fields, but the header has 2");
	refuses_matrix("t,A,B\n\n1,.5\n", "/x:3: 2 fields, but the header has 3");
	refuses_matrix("t,A\n,.5\n", "/x:2: topic is empty");
	refuses_matrix("t,A,,B\n1,1,1,1\n",
		       "/x:1: column 3 of the header, a system's name, is empty");
	refuses_matrix("t,A,B,A\n1,1,1,1\n",
		       "/x:2: system 'A' has two scores of topic '1' in this line");
	refuses_matrix("t,A\n7,1\n8,1\n7,1\n", "/x:4: topic '7' appears twice, first in line 2");
	refuses_matrix("t,A\n1,\"2\n", "/x:2: a quoted field has no closing quote");
}

/* ---- files of scores ---- */

static void scores_of_several_files_become_one_table(void **state)
{
	(void)state;
	struct score_table t;
	write_file(0, "runid                 \tall\tone run\n"
		      "map                   \t2\t0.5000\n"
		      "P_5                   \t2\t0.2000\n"
		      "relstring             \t2\t'101 1'\n"
		      "map                   \t10\t0.25\r\n"
		      "num_q\tall\t2\n"
		      "map                   \tall\t0.3750\n");
	write_file(1, "map 3 nan\n  map 10 1\n");
	write_file(2, "map\tall\t9\nmap\t10\t-0.125\nrunid all two\n");
	read_scores(&t, 3);
	assert_int_equal(t.systems, 3);
	assert_int_equal(t.topics, 3);
	assert_string_equal(t.system[0], "one run");
	assert_string_equal(t.system[1], "y"); /* the file's name */
	assert_string_equal(t.system[2], "two");
	assert_string_equal(t.topic[0], "10");
	assert_string_equal(t.topic[1], "2");
	assert_string_equal(t.topic[2], "3");
	static const double value[3][3] = { { .25, .5, NAN },
					    { 1, NAN, NAN },
					    { -.125, NAN, NAN } };
	for (size_t s = 0; s < 3; s++)
		for (size_t i = 0; i < 3; i++)
			check_value(&t, s, i, value[s][i]);
	score_table_release(&t);
}

static void systems_of_one_name_are_named_by_their_files(void **state)
{
	(void)state;
	struct score_table t;
	write_file(0, "runid all same\nmap 1 .5\n");
	write_file(1, "runid all other\nmap 1 .5\n");
	write_file(2, "runid all same\nmap 1 .5\n");
	read_scores(&t, 3);
	assert_string_equal(t.system[0], path[0]);
	assert_string_equal(t.system[1], "other");
	assert_string_equal(t.system[2], path[2]);
	score_table_release(&t);

	struct err e = { 0 };
	const char *const twice[] = { path[0], path[0] };
	assert_int_equal(score_table_from_scores(&t, twice, 2, "map", NULL, &e), -1);
	assert_int_equal(e.status, STATUS_USAGE);
	score_table_release(&t);
}

/* Runs a and b, topics 1 and 2: .5 .25, and .75 for topic 1 alone. */
static void check_two_runs(const char *text, const char *measure, bool summary)
{
	struct score_table t;
	struct err e = { 0 };
	write_file(0, text);
	if (score_table_read(&t, path[0], measure, &e) < 0)
		fail_msg("%s", e.text);
	assert_int_equal(t.systems, 2);
	assert_int_equal(t.topics, summary ? 1 : 2);
	assert_true(t.summary == summary);
	assert_string_equal(t.system[0], "a");
	assert_string_equal(t.system[1], "b");
	assert_string_equal(t.topic[0], summary ? "all" : "1");
	check_value(&t, 0, 0, .5);
	check_value(&t, 1, 0, .75);
	if (!summary) {
		check_value(&t, 0, 1, .25);
		check_value(&t, 1, 1, NAN);
	}
	score_table_release(&t);
}

static void all_runs_of_one_file_are_read_in_every_form(void **state)
{
	(void)state;
	/* run measure topic value, and run topic measure value: `all` tells, or the measure */
	check_two_runs("a map 1 .5\na P 1 .1\nb map 1 .75\na map 2 .25\na map all .3\n", "map",
		       false);
	check_two_runs("a\t1\tmap\t.5\nb\t1\tmap\t.75\na\t2\tmap\t.25\n", "map", false);
	check_two_runs("a 1 map .5\nb 1 map .75\na 2 map .25\nb all map .75\n", NULL, false);
	/* tables with a header, and JSON; a missing value */
	check_two_runs("runid,topic,measure,value,method\na,1,map,.5,\na,2,map,.25,\nb,1,map,.75,\n"
		       "b,2,map,,\nb,all,map,.75,\n",
		       "map", false);
	check_two_runs("run_id\tquery_id\tmeasure\tvalue\na\t1\tmap\t.5\nb\t1\tmap\t.75\n"
		       "a\t2\tmap\t.25",
		       NULL, false);
	check_two_runs("{\"run_id\":\"a\",\"topic_id\":\"1\",\"measure\":\"map\",\"value\":0.5}\n"
		       "{\"run_id\":\"b\",\"topic_id\":1,\"measure\":\"map\",\"value\":0.75}\n"
		       "{\"run_id\":\"a\",\"topic_id\":\"2\",\"measure\":\"map\",\"value\":0.25}\n",
		       "map", false);
	/* a matrix; means only */
	check_two_runs("topic;a;b\n1;.5;.75\n2;.25;\nall;.3;.7\n", NULL, false);
	check_two_runs("topic\ta\tb\nall\t.5\t.75\n", "map", true);
	check_two_runs("a map all .5\nb map all .75\n", NULL, true);
}

/* One behind the other: trec_eval has runid behind the topics, strat_eval above them. */
static void what_was_printed_of_several_runs_is_read(void **state)
{
	(void)state;
	check_two_runs("map 1 .5\nmap 2 .25\nrunid all a\nnum_q all 2\nmap all .3\n"
		       "map 1 .75\nrunid all b\nnum_q all 1\nmap all .75\n",
		       "map", false);
	check_two_runs("runid all a\nmap 1 .5\nmap 2 .25\nnum_q all 2\nmap all .3\n"
		       "runid all b\nmap 1 .75\nnum_q all 1\nmap all .75\n",
		       "map", false);
	/* ir_measures -q: topic measure value, one run in the file, which has no name of its own */
	struct score_table t;
	write_file(0, "1\tmap\t0.5\n1\tP@5\t0.2\n2\tmap\t0.25\nall\tmap\t0.375\n");
	read_scores(&t, 1);
	assert_string_equal(t.system[0], "x");
	assert_int_equal(t.topics, 2);
	check_value(&t, 0, 1, .25);
	score_table_release(&t);
}

static void a_file_of_several_measures_needs_the_name_of_one(void **state)
{
	(void)state;
	struct score_table t;
	struct err e = { 0 };
	write_file(0, "a P 1 .5\na map 1 .5\na map all .5\n");
	refused(score_table_read(&t, path[0], NULL, &e), &e, &t,
		"/x: measures 'P', map ...: name one with -m");
}

static void compressed_scores_are_read(void **state)
{
	(void)state;
	static const char text[] = "map\t1\t.5\nmap\t2\t.75\n";
	char packed[200];
	struct libdeflate_compressor *c = libdeflate_alloc_compressor(6);
	size_t length = libdeflate_gzip_compress(c, text, sizeof text - 1, packed, sizeof packed);
	libdeflate_free_compressor(c);
	FILE *f = fopen(path[0], "wb");
	assert_true(length > 0 && f != NULL && fwrite(packed, 1, length, f) == length);
	assert_int_equal(fclose(f), 0);
	struct score_table t;
	read_scores(&t, 1);
	assert_int_equal(t.topics, 2);
	check_value(&t, 0, 1, .75);
	score_table_release(&t);
}

static void wrong_scores_are_refused(void **state)
{
	(void)state;
	refuses_scores("", "/x: no scores: the file is empty");
	refuses_scores("map 1\n",
		       "/x:1: 2 columns, but a line has at least 3: measure topic value");
	refuses_scores("map 1 .5\nmap 2 .5z\n", "/x:2: map '.5z' is not a number");
	refuses_scores("map 1 .5 .6\n", "/x:1: map '.5 .6' is not a number");
	refuses_scores("map 1 -inf\n", "/x:1: map '-inf' is not a finite number");
	refuses_scores("map 1 .5\nP_5 1 .2\n\nmap 1 .5\n",
		       "/x:4: topic '1' appears twice with this measure, first in line 1");
	refuses_scores("runid all a\nmap 1 .5\nrunid all b\nmap 2 .5\nmap 2 .5\n",
		       "/x:5: topic '2' appears twice with this measure, first in line 4");
	refuses_scores(
		"a 1 P .5\na 2 P .5\n",
		"/x: columns 2 and 3 are the topic and the measure, but which is which? Name a "
		"measure of the file with -m, or write a header: run, topic, measure, value");
	refuses_scores("run,topic,measure,value\na,1,map,x\n", "/x:2: map 'x' is not a number");
	refuses_scores("run,topic,measure,value\n", "/x: no scores: the file is empty");
	refuses_scores("run,topic,measure,value\n,1,map,1\n", "/x:2: run is empty");
	refuses_scores(
		"P_5 1 .2\nRprec 1 .3\nP_5 2 .1\nRprec 2 .3\nmap all .5\n",
		"/x: measure 'map' appears only in lines of 'all'; trec_eval -q prints topics");
	refuses_scores("P_5 1 .2\nP_5 2 .1\nRprec 1 .3\nRprec 2 .3\n",
		       "/x: no measure 'map'; there are P_5, Rprec ...");
	refuses_scores("runid all a\nnum_q all 3\n",
		       "/x: no measure 'map', and no topics; trec_eval -q prints them");
}

static void a_file_that_cannot_be_read_is_an_error_of_reading(void **state)
{
	(void)state;
	struct score_table t;
	struct err e = { 0 };
	assert_int_equal(score_table_from_matrix(&t, "/nonexistent/m.csv", &e), -1);
	assert_int_equal(e.status, STATUS_IO);
	score_table_release(&t);
	const char *const files[] = { "/nonexistent/a.eval" };
	e = (struct err){ 0 };
	assert_int_equal(score_table_from_scores(&t, files, 1, "map", NULL, &e), -1);
	assert_int_equal(e.status, STATUS_IO);
	score_table_release(&t);
	e = (struct err){ 0 };
	assert_int_equal(score_table_from_scores(&t, files, 0, "map", NULL, &e), -1);
	assert_int_equal(e.status, STATUS_USAGE);
	score_table_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_matrix_is_read_with_its_topics_in_order),
		cmocka_unit_test(a_matrix_may_have_any_number_of_systems),
		cmocka_unit_test(a_wrong_matrix_is_refused),
		cmocka_unit_test(scores_of_several_files_become_one_table),
		cmocka_unit_test(systems_of_one_name_are_named_by_their_files),
		cmocka_unit_test(all_runs_of_one_file_are_read_in_every_form),
		cmocka_unit_test(what_was_printed_of_several_runs_is_read),
		cmocka_unit_test(a_file_of_several_measures_needs_the_name_of_one),
		cmocka_unit_test(compressed_scores_are_read),
		cmocka_unit_test(wrong_scores_are_refused),
		cmocka_unit_test(a_file_that_cannot_be_read_is_an_error_of_reading),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
