/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The library in its host: threads with small stacks, and what a host may hand over by mistake.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/library/strat_eval.h"

/* A call: options with their values, ended by NULL, then inputs. Texts with a line feed are files.
 */
struct question {
	const char *command;
	const char *option[16]; /* NULL ends them */
	const char *input[4];
};

struct call {
	const struct question *asked;
	int status;	   /* of the answer */
	char message[256]; /* if it failed */
};

static const char *path_of(strat_eval *s, const char *text)
{
	return strchr(text, '\n') != NULL ? strat_eval_bytes(s, "a file", text, strlen(text))
					  : text;
}

static void *run(void *of)
{
	struct call *c = of;
	const struct question *q = c->asked;
	strat_eval *s = strat_eval_new(q->command);
	c->status = s == NULL ? -1 : 0;
	for (size_t i = 0; q->option[i] != NULL && c->status == 0; i += 2) {
		const char *value = q->option[i + 1];
		c->status = strat_eval_set(s, q->option[i],
					   value[0] != '\0' ? path_of(s, value) : NULL);
	}
	for (size_t i = 0; i < 4 && q->input[i] != NULL && c->status == 0; i++)
		c->status = strat_eval_input(s, path_of(s, q->input[i]));
	if (c->status == 0)
		c->status = strat_eval_run(s);
	snprintf(c->message, sizeof c->message, "%s", s == NULL ? "" : strat_eval_error(s));
	strat_eval_free(s);
	return NULL;
}

static const char qrels[] = "1 0 a 1\n1 0 b 0\n2 0 a 1\n2 0 c 1\n3 0 a 0\n3 0 b 1\n";
static const char alpha[] =
	"1 Q0 b 1 2.5 A\n1 Q0 a 2 1.5 A\n2 Q0 a 1 3.0 A\n3 Q0 a 1 2 A\n3 Q0 b 2 1 A\n";
static const char beta[] = "1 Q0 a 1 2.5 B\n2 Q0 b 1 3.0 B\n2 Q0 c 2 2.0 B\n3 Q0 b 1 1 B\n";
static const char table[] =
	"topic,stratum,runs,size,sampled,relevant\n"
	"1,s,A,100000,50,20\n1,t,B,90000,40,9\n1,u,AB,500,30,29\n1,v,-,9000000,90,1\n"
	"2,s,A,1000,50,20\n2,t,B,9000,40,9\n2,u,AB,500,30,29\n2,v,-,90000,90,0\n";

static void every_command_needs_little_stack(void **state)
{
	(void)state;
	static const struct question questions[] = {
		{ "compare", { "counts", "10,10,0" }, { "3,2,7" } },
		{ "compare", { "counts", "10,10,0", "beta", "2" }, { "3,2,7" } },
		{ "compare", { "wins", "3,4" }, { NULL } },
		{ "compare",
		  { "measure", "E_diff", "measure", "prob_gt_F", "jobs", "1" },
		  { qrels, alpha, beta } },
		{ "compare", { "measure", "map", "jobs", "1" }, { qrels, alpha, beta } },
		{ "compare",
		  { "measure", "map", "format", "html", "jobs", "1" },
		  { qrels, alpha, beta } },
		{ "compare",
		  { "-R", "table", "measure", "est_recall", "ci", "bb-learnt", "jobs", "1" },
		  { table, "A", "B" } },
		{ "evaluate",
		  { "-R", "table", "measure", "est_recall", "measure", "est_F", "ci",
		    "bb-spread,bb-bound,bb-learnt,anytime,normal", "jobs", "1" },
		  { table, "A" } },
		{ "evaluate",
		  { "measure", "all_trec", "ci", "bca", "jobs", "1" },
		  { qrels, alpha } },
		{ "evaluate",
		  { "measure", "map", "format", "html", "jobs", "1" },
		  { qrels, alpha } },
		{ "sample", { "size", "2", "jobs", "1" }, { alpha, beta } },
		{ "validate", { "produced", "2000:500:450", "null", "90000:1000:9" }, { NULL } },
		{ "plan richness",
		  { "collection", "1000", "richness", "0.3", "size", "40" },
		  { NULL } },
		{ "agree",
		  { "measure", "map", "measure", "P.1", "jobs", "1" },
		  { qrels, alpha, beta } },
		{ "stop", { "batch", "1" }, { qrels, alpha } },
		{ "plan recall",
		  { "collection", "1000", "retrieved", "200", "recall", "0.5", "precision", "0.3",
		    "size", "40", "jobs", "1" },
		  { NULL } },
		{ "plan topics", { "effect", "0.5", "topics", "20" }, { NULL } },
		{ "plan pair",
		  { "system", "30:0.6", "system", "20:0.4", "both", "10:0.3", "yield", "20", "size",
		    "10" },
		  { NULL } },
		{ "simulate coverage",
		  { "scenario", "small:2", "samples", "2", "jobs", "1" },
		  { NULL } },
	};
	pthread_attr_t small;
	assert_int_equal(pthread_attr_init(&small), 0);
	assert_int_equal(pthread_attr_setstacksize(&small, 256 * 1024), 0);
	for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
		pthread_t thread;
		struct call c = { .asked = &questions[i] };
		assert_int_equal(pthread_create(&thread, &small, run, &c), 0);
		assert_int_equal(pthread_join(thread, NULL), 0);
		if (c.status != 0)
			fail_msg("call %zu, %s: %s", i, questions[i].command, c.message);
	}
	pthread_attr_destroy(&small);
}

static void what_is_missing_is_an_error(void **state)
{
	(void)state;
	assert_null(strat_eval_new(NULL));
	assert_null(strat_eval_new(""));
	assert_null(strat_eval_new("plan"));
	strat_eval *s = strat_eval_new("evaluate");
	assert_int_equal(strat_eval_set(s, NULL, "map"), STRAT_EVAL_USAGE);
	assert_string_equal(strat_eval_error(s), "the name of an option is missing (NULL)");
	assert_int_equal(strat_eval_input(s, NULL), STRAT_EVAL_USAGE);
	assert_string_equal(strat_eval_error(s), "the path of an input is missing (NULL)");
	assert_int_equal(strat_eval_set(s, "measure", NULL), STRAT_EVAL_USAGE);
	/* bytes and records without a name, and no bytes at all */
	assert_int_equal(strat_eval_input(s, strat_eval_bytes(s, NULL, qrels, strlen(qrels))), 0);
	strat_eval_records *r = strat_eval_records_new(s, NULL);
	assert_non_null(r);
	assert_int_equal(strat_eval_records_topic(r, "1", 1), 0);
	assert_int_equal(strat_eval_records_add(r, "a", 1, 1), 0);
	assert_int_equal(strat_eval_input(s, strat_eval_records_path(r)), 0);
	assert_int_equal(strat_eval_run(s), 0);
	assert_null(strat_eval_columns(s, NULL));
	assert_non_null(strat_eval_bytes(s, NULL, NULL, 0));
	assert_null(strat_eval_bytes(s, "x", NULL, 7));
	strat_eval_free(s);
	strat_eval_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_command_needs_little_stack),
		cmocka_unit_test(what_is_missing_is_an_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
