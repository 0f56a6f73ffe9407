/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The library by its header alone: handles, options, inputs, rows, errors, threads, fork.
 */
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/library/strat_eval.h"

/* By hand: topic 1 has its relevant document at rank 2, topic 2 one of two at rank 1. */
static const char QRELS[] = "1 0 a 1\n1 0 b 0\n2 0 a 1\n2 0 c 1\n";
static const char RUN[] = "1 Q0 b 1 2.5 mine\n1 Q0 a 2 1.5 mine\n2 Q0 a 1 3.0 mine\n";

static strat_eval *asked(const char *run)
{
	strat_eval *s = strat_eval_new("evaluate");
	assert_non_null(s);
	assert_int_equal(strat_eval_set(s, "measure", "map"), 0);
	assert_int_equal(strat_eval_set(s, "-q", NULL), 0);
	assert_int_equal(strat_eval_input(s, strat_eval_bytes(s, "my qrels", QRELS, strlen(QRELS))),
			 0);
	assert_int_equal(strat_eval_input(s, strat_eval_bytes(s, "my run", run, strlen(run))), 0);
	return s;
}

static void rows_have_values_bounds_and_names(void **state)
{
	(void)state;
	strat_eval *s = asked(RUN);
	struct strat_eval_row row;
	assert_int_equal(strat_eval_set(s, "ci", "t"), 0);
	assert_int_equal(strat_eval_run(s), 0);
	assert_int_equal(strat_eval_next(s, &row), 1);
	assert_string_equal(row.run, "mine");
	assert_string_equal(row.topic, "1");
	assert_string_equal(row.measure, "map");
	assert_string_equal(row.file, "my run");
	assert_true(row.value == 0.5 && isnan(row.lower) && isnan(row.upper));
	assert_null(row.method);
	assert_null(row.other);
	assert_int_equal(strat_eval_next(s, &row), 1);
	assert_string_equal(row.topic, "2");
	assert_true(row.value == 0.5);
	assert_int_equal(strat_eval_next(s, &row), 1);
	assert_string_equal(row.topic, "all");
	assert_string_equal(row.method, "t");
	assert_string_equal(row.tail, "both");
	assert_int_equal(row.n, 2);
	assert_true(row.level == 0.95);
	assert_int_equal(strat_eval_next(s, &row), 0);
	assert_int_equal(strat_eval_next(s, &row), 0);
	strat_eval_free(s);
}

/* The first run is right, the second is not: no half of an answer. */
static void a_failed_run_has_no_rows(void **state)
{
	static const char wrong[] = "1 Q0 a 1 high mine\n";
	(void)state;
	strat_eval *s = asked(RUN);
	struct strat_eval_row row;
	assert_int_equal(strat_eval_run(s), 0);
	assert_int_equal(strat_eval_input(s, strat_eval_bytes(s, "wrong", wrong, strlen(wrong))),
			 0);
	assert_int_equal(strat_eval_run(s), STRAT_EVAL_DATA);
	assert_int_equal(strat_eval_next(s, &row), 0);
	assert_string_equal(strat_eval_text(s, NULL), "");
	strat_eval_free(s);
}

/* Two methods are two rows of one value: recall 300/(300 + 300), strata of 400 and 9,600. */
static void each_method_has_its_row(void **state)
{
	static const char table[] = "topic,stratum,runs,size,sampled,relevant\n"
				    "1,in,A,400,40,30\n1,out,-,9600,96,3\n";
	(void)state;
	strat_eval *s = strat_eval_new("evaluate");
	struct strat_eval_row row, rows[4];
	size_t count = 0;
	strat_eval_set(s, "Rel_info_format", "table");
	strat_eval_set(s, "measure", "est_recall");
	strat_eval_set(s, "ci", "bb-bound,koopman");
	strat_eval_input(s, strat_eval_bytes(s, "table", table, strlen(table)));
	assert_int_equal(strat_eval_run(s), 0);
	while (strat_eval_next(s, &row))
		if (count < 4)
			rows[count++] = row;
	assert_int_equal(count, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_string_equal(rows[i].measure, "est_recall");
		assert_string_equal(rows[i].method, i == 0 ? "bb-bound" : "koopman");
		assert_true(rows[i].value == 0.5);
		assert_true(rows[i].lower < 0.5 && rows[i].upper > 0.5);
	}
	assert_true(rows[0].lower != rows[1].lower);
	strat_eval_free(s);
}

static void errors_name_what_the_caller_named(void **state)
{
	(void)state;
	strat_eval *s = asked("1 Q0 a\n");
	assert_int_equal(strat_eval_run(s), STRAT_EVAL_DATA);
	assert_string_equal(
		strat_eval_error(s),
		"my run:1: 3 columns, but a line has at least 6: topic Q0 document rank score tag "
		"(three columns are -T msmarco, topic document rank; with a line \"topic docno "
		"score\" above them, and tabs or commas, -T csv)");
	assert_int_equal(strat_eval_set(s, "level", "1.5"), STRAT_EVAL_USAGE);
	assert_non_null(strstr(strat_eval_error(s), "--level=1.5"));
	assert_int_equal(strat_eval_set(s, "strata", "a"), STRAT_EVAL_OK);
	assert_int_equal(strat_eval_set(s, "--strata", "a"), STRAT_EVAL_OK);
	assert_int_equal(strat_eval_set(s, "strat", "b"), STRAT_EVAL_USAGE);
	assert_string_equal(strat_eval_error(s),
			    "--strata=b: there is --strata=a already; only one can be given");
	assert_int_equal(strat_eval_set(s, "no-such-option", NULL), STRAT_EVAL_USAGE);
	assert_int_equal(strat_eval_input(s, "/no/such/file"), 0);
	strat_eval_free(s);
	s = strat_eval_new("evaluate");
	strat_eval_input(s, "/no/such/file");
	strat_eval_input(s, "/no/such/run");
	assert_int_equal(strat_eval_run(s), STRAT_EVAL_IO);
	assert_non_null(strstr(strat_eval_error(s), "/no/such/file"));
	strat_eval_free(s);
	assert_null(strat_eval_new("no such command"));
	assert_null(strat_eval_new(NULL));
	strat_eval_free(NULL);
}

static void a_handle_can_be_asked_again(void **state)
{
	(void)state;
	strat_eval *s = asked(RUN);
	struct strat_eval_row row;
	assert_int_equal(strat_eval_run(s), 0);
	assert_int_equal(strat_eval_set(s, "measure", "P.1"), 0);
	assert_int_equal(strat_eval_run(s), 0);
	assert_int_equal(strat_eval_next(s, &row), 1);
	assert_string_equal(row.measure, "map");
	assert_int_equal(strat_eval_next(s, &row), 1);
	assert_string_equal(row.measure, "P_1");
	assert_true(row.value == 0);
	/* a second run: by hand, its only document of topic 1 is the relevant one */
	static const char other[] = "1 Q0 a 1 9 other\n";
	assert_int_equal(strat_eval_input(s, strat_eval_bytes(s, "x", other, strlen(other))), 0);
	assert_int_equal(strat_eval_run(s), 0);
	for (int i = 0; i < 6; i++) { /* two topics and all, by two measures */
		assert_int_equal(strat_eval_next(s, &row), 1);
		assert_string_equal(row.run, "mine");
	}
	assert_int_equal(strat_eval_next(s, &row), 1);
	assert_string_equal(row.run, "other");
	assert_string_equal(row.measure, "map");
	assert_true(row.value == 1);
	strat_eval_free(s);
}

/* What options need is looked at once, and again if one is set after an answer. */
static void an_option_after_an_answer_needs_others_as_before_it(void **state)
{
	(void)state;
	strat_eval *s = asked(RUN);
	assert_int_equal(strat_eval_run(s), 0);
	assert_int_equal(strat_eval_set(s, "bands", "3"), 0);
	for (int turn = 0; turn < 2; turn++) {
		assert_int_equal(strat_eval_run(s), STRAT_EVAL_USAGE);
		assert_string_equal(strat_eval_error(s), "--bands needs --labels");
	}
	strat_eval_free(s);
}

static void a_format_gives_the_text_of_the_program(void **state)
{
	(void)state;
	strat_eval *s = asked(RUN);
	struct strat_eval_row row;
	size_t length;
	strat_eval_set(s, "format", "trec");
	assert_int_equal(strat_eval_run(s), 0);
	const char *expected = "map                   \t1\t0.5000\n"
			       "map                   \t2\t0.5000\n"
			       "map                   \tall\t0.5000\n";
	assert_string_equal(strat_eval_text(s, &length), expected);
	assert_int_equal(length, strlen(expected));
	assert_int_equal(strat_eval_next(s, &row), 0);
	strat_eval_free(s);
}

/* The page has the names of the files in memory, and the checksums of their bytes. */
static void a_page_names_what_is_in_memory(void **state)
{
	(void)state;
	strat_eval *s = strat_eval_new("compare");
	static const char matrix[] = "topic,a,b\n1,.1,.2\n2,.2,.4\n3,.3,.5\n";
	const char *path = strat_eval_bytes(s, "<scores>", matrix, strlen(matrix));
	assert_int_equal(strat_eval_set(s, "matrix", path), 0);
	assert_int_equal(strat_eval_set(s, "format", "html"), 0);
	assert_int_equal(strat_eval_run(s), 0);
	const char *text = strat_eval_text(s, NULL);
	assert_non_null(strstr(text, "<th scope=\"row\">&#60;scores&#62;<td>34<td"));
	assert_null(strstr(text, "<scores>"));
	assert_null(strstr(text, "/proc/"));
	strat_eval_free(s);
}

static double mean_of(strat_eval *s)
{
	struct strat_eval_row row = { .value = -1 };
	if (strat_eval_run(s) != 0)
		return -1;
	while (strat_eval_next(s, &row))
		;
	return row.value;
}

static void *many_times(void *argument)
{
	strat_eval *s = argument;
	for (int i = 0; i < 50; i++)
		if (mean_of(s) != 0.5)
			return s;
	return NULL;
}

static void threads_have_handles_of_their_own(void **state)
{
	(void)state;
	pthread_t thread[4];
	strat_eval *s[4];
	for (int i = 0; i < 4; i++) {
		s[i] = asked(RUN);
		strat_eval_set(s[i], "jobs", i % 2 == 0 ? "2" : "1");
		assert_int_equal(pthread_create(&thread[i], NULL, many_times, s[i]), 0);
	}
	for (int i = 0; i < 4; i++) {
		void *failed;
		pthread_join(thread[i], &failed);
		assert_null(failed);
		strat_eval_free(s[i]);
	}
}

static void a_child_goes_on_after_fork(void **state)
{
	(void)state;
	strat_eval *s = asked(RUN);
	int status;
	assert_true(mean_of(s) == 0.5);
	pid_t child = fork();
	if (child == 0)
		_exit(mean_of(s) == 0.5 ? 0 : 1);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_true(mean_of(s) == 0.5);
	strat_eval_free(s);
}

static void add(strat_eval_records *r, const char *document, double value)
{
	assert_int_equal(strat_eval_records_add(r, document, strlen(document), value), 0);
}

static void topic(strat_eval_records *r, const char *name)
{
	assert_int_equal(strat_eval_records_topic(r, name, strlen(name)), 0);
}

/* The question of asked(), with records in place of text. Topic 1 has another name. */
static strat_eval *asked_of_records(const char *first, strat_eval_records **run)
{
	strat_eval *s = strat_eval_new("evaluate");
	strat_eval_records *qrels = strat_eval_records_new(s, "my qrels");
	*run = strat_eval_records_new(s, "mine");
	assert_true(qrels != NULL && *run != NULL);
	topic(qrels, first);
	add(qrels, "a", 1);
	add(qrels, "b", 0);
	topic(qrels, "2");
	add(qrels, "a", 1);
	add(qrels, "c", 1);
	topic(*run, first);
	add(*run, "b", 2.5);
	add(*run, "a", 1.5);
	topic(*run, "2");
	add(*run, "a", 3);
	assert_int_equal(strat_eval_set(s, "measure", "map"), 0);
	assert_int_equal(strat_eval_set(s, "-q", NULL), 0);
	assert_int_equal(strat_eval_input(s, strat_eval_records_path(qrels)), 0);
	assert_int_equal(strat_eval_input(s, strat_eval_records_path(*run)), 0);
	return s;
}

static void records_are_read_as_lines_are(void **state)
{
	static const char *const names[] = { "1", "#1", "all", "a b", "x\ny", "-" };
	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		strat_eval_records *run;
		strat_eval *s = asked_of_records(names[i], &run);
		struct strat_eval_row row;
		bool found = false;
		double sum = 0;
		assert_int_equal(strat_eval_run(s), 0);
		for (int k = 0; k < 2; k++) {
			assert_int_equal(strat_eval_next(s, &row), 1);
			assert_string_equal(row.run, "mine");
			assert_string_equal(row.file, "mine");
			found = found || strcmp(row.topic, names[i]) == 0;
			sum += row.value;
		}
		assert_true(found && sum == 1);
		strat_eval_free(s);
	}
}

static void other_records_answer_the_next_run(void **state)
{
	strat_eval_records *run;
	(void)state;
	strat_eval *s = asked_of_records("1", &run);
	struct strat_eval_row row = { 0 };
	assert_int_equal(strat_eval_run(s), 0);
	strat_eval_records_clear(run);
	topic(run, "1"); /* nothing retrieved: it counts 0 */
	topic(run, "2");
	add(run, "a", 1);
	add(run, "c", 0);
	assert_int_equal(strat_eval_run(s), 0);
	while (strat_eval_next(s, &row))
		;
	assert_string_equal(row.topic, "all");
	assert_true(row.value == 0.5);
	strat_eval_records_clear(run);
	assert_int_equal(strat_eval_run(s), STRAT_EVAL_DATA);
	assert_string_equal(strat_eval_error(s), "mine: no retrieved documents in the file");
	strat_eval_free(s);
}

/* Judgments and options are kept from one answer to the next; without warnings a run goes its own
 * way. */
static void what_is_kept_is_forgotten_when_it_changes(void **state)
{
	(void)state;
	strat_eval *s = strat_eval_new("evaluate");
	strat_eval_records *qrels = strat_eval_records_new(s, "qrels");
	strat_eval_records *run = strat_eval_records_new(s, "run");
	topic(qrels, "1");
	add(qrels, "a", 1);
	topic(run, "1");
	add(run, "b", 2);
	add(run, "a", 1);
	assert_int_equal(strat_eval_set(s, "measure", "map"), 0);
	assert_int_equal(strat_eval_set(s, "quiet-warnings", NULL), 0);
	assert_int_equal(strat_eval_set(s, "jobs", "1"), 0);
	assert_int_equal(strat_eval_input(s, strat_eval_records_path(qrels)), 0);
	assert_int_equal(strat_eval_input(s, strat_eval_records_path(run)), 0);
	assert_true(mean_of(s) == 0.5 && mean_of(s) == 0.5); /* at rank 2 */
	strat_eval_records_clear(run);
	topic(run, "1");
	add(run, "a", 1);
	assert_true(mean_of(s) == 1); /* at rank 1 */
	add(qrels, "c", 2);
	assert_true(mean_of(s) == 0.5); /* one of two */
	assert_int_equal(strat_eval_set(s, "-l", "2"), 0);
	assert_true(mean_of(s) == 0 && mean_of(s) == 0); /* only c is relevant */
	strat_eval_records_clear(qrels);
	assert_int_not_equal(strat_eval_run(s), 0);
	topic(qrels, "1");
	add(qrels, "a", 2);
	assert_true(mean_of(s) == 1);
	strat_eval_free(s);
}

static void wrong_records_are_refused(void **state)
{
	strat_eval_records *run;
	(void)state;
	strat_eval *s = asked_of_records("1", &run);
	assert_int_equal(strat_eval_records_topic(run, "", 0), STRAT_EVAL_DATA);
	assert_string_equal(strat_eval_error(s), "mine: a topic without a name");
	assert_int_equal(strat_eval_records_add(run, "x\0y", 3, 1), STRAT_EVAL_DATA);
	assert_non_null(strstr(strat_eval_error(s), "NUL"));
	assert_int_equal(strat_eval_records_add(run, "x", 1, NAN), STRAT_EVAL_DATA);
	assert_string_equal(strat_eval_error(s), "mine: topic '2', document 'x': the value is nan");
	assert_int_equal(strat_eval_run(s), 0); /* none of these was added */
	add(run, "a", 1);
	assert_int_equal(strat_eval_run(s), STRAT_EVAL_DATA);
	assert_non_null(strstr(strat_eval_error(s), "mine:4: "));
	strat_eval_records *fresh = strat_eval_records_new(s, "fresh");
	assert_int_equal(strat_eval_records_add(fresh, "x", 1, 1), STRAT_EVAL_USAGE);
	strat_eval_free(s);
}

static void records_are_judgments_or_runs_and_nothing_else(void **state)
{
	strat_eval_records *run;
	(void)state;
	strat_eval *s = asked_of_records("1", &run);
	assert_int_equal(strat_eval_set(s, "only-topics", strat_eval_records_path(run)), 0);
	assert_int_equal(strat_eval_run(s), STRAT_EVAL_USAGE);
	assert_non_null(strstr(strat_eval_error(s), "mine: records in memory"));
	strat_eval_free(s);
	s = asked_of_records("1", &run);
	assert_int_equal(strat_eval_set(s, "-R", "probs"), 0);
	assert_int_equal(strat_eval_run(s), STRAT_EVAL_USAGE);
	assert_non_null(strstr(strat_eval_error(s), "not -R probs"));
	strat_eval_free(s);
	s = strat_eval_new("evaluate");
	strat_eval_records *qrels = strat_eval_records_new(s, "qrels");
	topic(qrels, "1");
	add(qrels, "a", 0.5);
	strat_eval_input(s, strat_eval_records_path(qrels));
	strat_eval_input(s, strat_eval_records_path(qrels));
	assert_int_equal(strat_eval_run(s), STRAT_EVAL_DATA);
	assert_string_equal(strat_eval_error(s),
			    "qrels: topic '1', document 'a': relevance 0.5 is not a "
			    "whole number within -1000000 and 1000000");
	strat_eval_free(s);
}

static void columns_have_the_names_of_rows(void **state)
{
	(void)state;
	strat_eval *s = strat_eval_new("evaluate");
	assert_string_equal(strat_eval_columns(s, "P.5,10"), "P_5\nP_10\n");
	assert_string_equal(strat_eval_columns(s, "nDCG@10"), "ndcg_cut_10\n");
	assert_null(strat_eval_columns(s, "no_such"));
	assert_non_null(strstr(strat_eval_error(s), "no_such"));
	assert_null(strat_eval_columns(s, "alpha_nDCG@10")); /* of other judgments */
	strat_eval_set(s, "-R", "diversity");
	assert_string_equal(strat_eval_columns(s, "alpha_nDCG@10"), "alpha_ndcg_10\n");
	strat_eval_free(s);
}

static void a_stopped_handle_does_not_run(void **state)
{
	(void)state;
	strat_eval *s = asked(RUN);
	strat_eval_stop(s);
	assert_int_equal(strat_eval_run(s), STRAT_EVAL_IO);
	assert_string_equal(strat_eval_error(s), "stopped");
	strat_eval_free(s);
}

/* As many as there are descriptors, and more. */
static void bytes_need_no_descriptors(void **state)
{
	(void)state;
	strat_eval *s = asked(RUN);
	for (int i = 0; i < 2000; i++)
		assert_int_equal(strat_eval_input(s, strat_eval_bytes(s, NULL, RUN, strlen(RUN))),
				 0);
	assert_int_equal(strat_eval_run(s), 0);
	size_t rows = 0;
	for (struct strat_eval_row row; strat_eval_next(s, &row);)
		rows++;
	assert_int_equal(rows, 3 * 2001);
	strat_eval_free(s);
}

/* The first descriptor that is made then is 0, which is not standard input. */
static void a_host_may_have_closed_its_input(void **state)
{
	(void)state;
	int status;
	pid_t child = fork();
	if (child == 0) {
		close(0);
		strat_eval *s = asked(RUN);
		double mean = mean_of(s);
		strat_eval_free(s);
		_exit(mean == 0.5 ? 0 : 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

/* All documents are judged, so every sample has the true value, and its interval covers it. */
static void a_question_of_a_command_is_asked_by_both_words(void **state)
{
	static const char truths[] = "truth,retrieved,size,yield,sampled\na,1,4,2,4\na,0,6,1,6\n";
	(void)state;
	strat_eval *s = strat_eval_new("simulate coverage");
	assert_non_null(s);
	strat_eval_set(s, "scenario", strat_eval_bytes(s, "truths", truths, strlen(truths)));
	strat_eval_set(s, "ci", "normal");
	strat_eval_set(s, "exact", NULL);
	strat_eval_set(s, "format", "csv");
	assert_int_equal(strat_eval_run(s), 0);
	assert_non_null(strstr(strat_eval_text(s, NULL), ",exact,,1.000000,1.000000,"));
	strat_eval_free(s);
}

/* 9 of 2,400 of 960,000: the exact hypergeometric bounds on one side are 1,882 and 6,269 (R:
 * phyper). */
static void one_sided_bounds_have_rows_of_their_own(void **state)
{
	(void)state;
	strat_eval *s = strat_eval_new("validate");
	assert_int_equal(strat_eval_set(s, "produced", "40000::31000"), 0);
	assert_int_equal(strat_eval_set(s, "null", "960000:2400:9"), 0);
	assert_int_equal(strat_eval_run(s), 0);
	int both = 0, lower = 0, upper = 0;
	for (struct strat_eval_row r; strat_eval_next(s, &r);) {
		if (strcmp(r.measure, "est_rel_unret") != 0)
			continue;
		assert_true(r.value == 3600);
		both += strcmp(r.tail, "both") == 0 && lower == 0 && r.lower < 1882 &&
			r.upper > 6269;
		lower += strcmp(r.tail, "lower") == 0 && r.lower == 1882 && isnan(r.upper) &&
			 strcmp(r.method, "bb-bound") == 0;
		upper += strcmp(r.tail, "upper") == 0 && r.upper == 6269 && isnan(r.lower) &&
			 strcmp(r.method, "bb-bound") == 0;
	}
	assert_int_equal(both, 1);
	assert_int_equal(lower, 1);
	assert_int_equal(upper, 1);
	strat_eval_free(s);
}

/* Both runs call themselves "mine": rows then have the names of the inputs. */
static void runs_of_one_tag_have_the_names_of_their_inputs(void **state)
{
	(void)state;
	strat_eval *s = strat_eval_new("compare");
	struct strat_eval_row row;
	strat_eval_set(s, "measure", "map");
	strat_eval_input(s, strat_eval_bytes(s, "my qrels", QRELS, strlen(QRELS)));
	strat_eval_input(s, strat_eval_bytes(s, "one <run>", RUN, strlen(RUN)));
	strat_eval_input(s, strat_eval_bytes(s, "another", RUN, strlen(RUN)));
	assert_int_equal(strat_eval_run(s), 0);
	assert_int_equal(strat_eval_next(s, &row), 1);
	assert_string_equal(row.run, "one <run>");
	assert_string_equal(row.other, "another");
	strat_eval_free(s);
}

/* Two bytes of one tag, and records: as they are named, and with names that only tell them apart.
 */
static void runs_have_the_names_that_they_are_given(void **state)
{
	static const char *const expected[2][3] = { { "x", "y", "z" }, { "x", "y", "records" } };
	(void)state;
	for (int tag_first = 0; tag_first < 2; tag_first++) {
		strat_eval *s = strat_eval_new("evaluate");
		struct strat_eval_row row;
		strat_eval_set(s, "measure", "map");
		strat_eval_input(s, strat_eval_bytes(s, "qrels", QRELS, strlen(QRELS)));
		strat_eval_records *r = strat_eval_records_new(s, "records");
		strat_eval_records_topic(r, "1", 1);
		strat_eval_records_add(r, "a", 1, 1);
		const char *path[3] = { strat_eval_bytes(s, "one", RUN, strlen(RUN)),
					strat_eval_bytes(s, "two", RUN, strlen(RUN)),
					strat_eval_records_path(r) };
		for (int i = 0; i < 3; i++) {
			const char name[2] = { (char)('x' + i), '\0' };
			path[i] = strat_eval_name(s, path[i], name, tag_first);
			assert_int_equal(strat_eval_input(s, path[i]), 0);
		}
		assert_int_equal(strat_eval_run(s), 0);
		for (int i = 0; i < 3; i++) {
			assert_int_equal(strat_eval_next(s, &row), 1);
			assert_string_equal(row.run, expected[tag_first][i]);
		}
		assert_null(strat_eval_name(s, path[0], "", 0));
		assert_null(strat_eval_name(s, NULL, "x", 0));
		assert_string_equal(strat_eval_error(s), "the path of a run is missing (NULL)");
		strat_eval_free(s);
	}
}

/* There is none beside this program; a command that takes no input is called, too. */
static void the_page_is_looked_for(void **state)
{
	(void)state;
	strat_eval *s = strat_eval_new("page");
	assert_non_null(s);
	assert_int_equal(strat_eval_run(s), STRAT_EVAL_IO);
	assert_non_null(strstr(strat_eval_error(s), "there is no page here"));
	strat_eval_free(s);
}

/* The losses of b are .1 .2 .3 .1 .2 .3: .2 -+ 2.0150484 sqrt(.04/5/6) = .126421 and .273579, by
 * hand with R's qt(.95, 5). */
static void a_gate_decides_on_the_status(void **state)
{
	static const char scores[] =
		"topic,a,b\n1,.5,.4\n2,.5,.3\n3,.5,.2\n4,.5,.4\n5,.5,.3\n6,.5,.2\n";
	static const struct {
		const char *gate;
		int status;
	} cases[] = {
		{ "0.12", STRAT_EVAL_WORSE },
		{ "0.13", STRAT_EVAL_OK },
		{ "noninferior:0.273", STRAT_EVAL_NOT_SHOWN },
		{ "noninferior:0.274", STRAT_EVAL_OK },
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		strat_eval *s = strat_eval_new("compare");
		struct strat_eval_row row;
		assert_int_equal(
			strat_eval_set(s, "matrix",
				       strat_eval_bytes(s, "scores", scores, strlen(scores))),
			0);
		assert_int_equal(strat_eval_set(s, "baseline", "a"), 0);
		assert_int_equal(strat_eval_set(s, "gate", cases[i].gate), 0);
		assert_int_equal(strat_eval_run(s), cases[i].status);
		/* a decision is an answer, and no error */
		assert_int_equal(strat_eval_next(s, &row), 1);
		assert_string_equal(strat_eval_error(s), "");
		strat_eval_free(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_have_values_bounds_and_names),
		cmocka_unit_test(a_failed_run_has_no_rows),
		cmocka_unit_test(each_method_has_its_row),
		cmocka_unit_test(errors_name_what_the_caller_named),
		cmocka_unit_test(one_sided_bounds_have_rows_of_their_own),
		cmocka_unit_test(runs_of_one_tag_have_the_names_of_their_inputs),
		cmocka_unit_test(runs_have_the_names_that_they_are_given),
		cmocka_unit_test(a_handle_can_be_asked_again),
		cmocka_unit_test(an_option_after_an_answer_needs_others_as_before_it),
		cmocka_unit_test(a_format_gives_the_text_of_the_program),
		cmocka_unit_test(a_page_names_what_is_in_memory),
		cmocka_unit_test(a_question_of_a_command_is_asked_by_both_words),
		cmocka_unit_test(threads_have_handles_of_their_own),
		cmocka_unit_test(a_child_goes_on_after_fork),
		cmocka_unit_test(records_are_read_as_lines_are),
		cmocka_unit_test(other_records_answer_the_next_run),
		cmocka_unit_test(what_is_kept_is_forgotten_when_it_changes),
		cmocka_unit_test(wrong_records_are_refused),
		cmocka_unit_test(records_are_judgments_or_runs_and_nothing_else),
		cmocka_unit_test(columns_have_the_names_of_rows),
		cmocka_unit_test(a_stopped_handle_does_not_run),
		cmocka_unit_test(bytes_need_no_descriptors),
		cmocka_unit_test(a_host_may_have_closed_its_input),
		cmocka_unit_test(the_page_is_looked_for),
		cmocka_unit_test(a_gate_decides_on_the_status),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
