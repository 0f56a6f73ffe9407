/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan pair.
 */
#include <math.h>

#include "core/base/parallel.h"
#include "core/commands/plan/plan_options.h"
#include "core/stats/default_methods.h"

#define AT(member)    OPTION_AT(struct pair_plan_request, member)
#define GIVEN(member) .given = offsetof(struct pair_plan_request, member)

/* Two numbers, which may be the same. */
static int two_numbers(const struct command_option *o, const char *text, struct number_list *list,
		       struct err *e)
{
	const char *comma = strchr(text, ',');
	if (comma == NULL || strchr(comma + 1, ',') != NULL)
		return err_usage(e, "--%s=%.100s: two numbers with a comma between are needed",
				 o->name, text);
	list->count = 2;
	if (option_number(o, (struct slice){ text, (size_t)(comma - text) }, &list->value[0], e) <
	    0)
		return -1;
	return option_number(o, (struct slice){ comma + 1, strlen(comma + 1) }, &list->value[1], e);
}

OPTION_SETTER(set_retrieved)
{
	return two_numbers(o, text, &((struct pair_plan_request *)request)->question.retrieved, e);
}

OPTION_SETTER(set_recall)
{
	return two_numbers(o, text, &((struct pair_plan_request *)request)->question.recall, e);
}

static const struct command_option options[] = {
	{ HEADING("What is known:") },
	{ "retrieved", 0, "A,B", "Number of documents that each run retrieves",
	  SET_BY(set_retrieved), .range = { WHOLES(1, 1e12) } },
	{ "both", 0, "N", "Number of documents that both retrieve",
	  WHOLE(0, INT64_C(1000000000000)), AT(question.both), GIVEN(both_given) },
	{ HEADING("What is guessed:") },
	{ "yield", 0, "N", "Number of relevant documents in the collection",
	  WHOLE(1, INT64_C(1000000000000)), AT(question.yield) },
	{ "recall", 0, "A,B", "Recall of each run", SET_BY(set_recall),
	  .range = { FROM_TO(0, 1) } },
	{ "both-recall", 0, "X", "Share of the relevant documents that both retrieve",
	  REAL(FROM_TO(0, 1)), AT(question.both_recall) },
	{ HEADING("What is asked:") },
	{ "assurance", 0, "X",
	  "The probability of finding the better run, of the sample and every larger one "
	  "(default 0.8)",
	  REAL(BETWEEN(0, 1)), AT(question.assurance) },
	{ "size", 0, "N,...", "How often does a sample of N documents find it?",
	  LIST(WHOLES(2, 1e8)), AT(question.size) },
	{ "level", 0, "X", "P(A > B) that a sample must give (default 0.95)", REAL(BETWEEN(0.5, 1)),
	  AT(question.level),
	  .more = "A run is found to be the better one if `compare` gives it this probability "
		  "at least." },
	{ "ci", 0, "METHOD", "Prior of the comparison (default " DEFAULT_INTERVAL ")",
	  .type = OPTION_METHODS, .least = 1, AT(methods) },
	{ OPTION_JOBS, AT(question.jobs) },
	{ .include = allocation_options, AT(allocation) },
	{ "runs", 0, "A,B", "Names of the runs in that file (default A,B)", .type = OPTION_TEXT,
	  AT(runs) },
	{ .include = printing_options, AT(options) },
	{ 0 },
};

static void init(void *request)
{
	struct pair_plan_request *c = request;
	c->runs = "A,B";
	c->question.both_recall = NAN;
	c->question.level = 0.95;
	c->question.assurance = 0.8;
	c->question.jobs = parallel_processors();
}

static int check_given(const struct pair_plan_request *c, struct err *e)
{
	const struct pair_question *q = &c->question;
	static const char *const names[] = { "retrieved", "both", "yield", "recall",
					     "both-recall" };
	const bool given[] = { q->retrieved.count > 0, c->both_given, q->yield > 0,
			       q->recall.count > 0, !isnan(q->both_recall) };
	for (size_t i = 0; i < sizeof given / sizeof *given; i++)
		if (!given[i])
			return err_usage(e, "--%s is missing", names[i]);
	const char *comma = strchr(c->runs, ',');
	if (comma == NULL || comma == c->runs || comma[1] == '\0' || strchr(comma + 1, ','))
		return err_usage(e, "--runs=%s: two names with a comma between are needed",
				 c->runs);
	return 0;
}

static int check(void *request, struct err *e)
{
	struct pair_plan_request *c = request;
	if (check_given(c, e) < 0)
		return -1;
	if (c->methods.count > 1)
		return err_usage(e, "--ci: one method");
	c->question.method = c->methods.count > 0 ? c->methods.method[0] : DEFAULT_INTERVAL;
	const struct interval_method *m = interval_find(c->question.method);
	if (methods_are_for_sets(&c->methods, e) < 0)
		return -1;
	return m->prior != NULL ? 0
				: err_usage(e, "--ci=%s: '%s' has no posterior; use bb-poured",
					    c->question.method, c->question.method);
}

const struct command_table pair_table = {
	.name = "plan pair",
	.summary = "sample that tells which of two runs has the higher recall",
	.doc = "How large a sample must be to tell which of two runs has the higher recall.",
	.notes = NOTE_OF_LISTS PLAN_EXIT_STATUS,
	.option = options,
	.size = sizeof(struct pair_plan_request),
	.init = init,
	.check = check,
};
