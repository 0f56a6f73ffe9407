/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/simulate/simulate.h"

#define EFFORT(member) OPTION_AT(struct effort, member)
#define ANSWER(member) OPTION_AT(struct answer_options, member)
#define FILES(member)  OPTION_AT(struct file_options, member)

int set_number_or_all(const struct command_option *o, void *request, const char *text,
		      struct err *e)
{
	struct command_option number = *o;
	number.set = NULL;
	if (strcmp(text, "all") != 0)
		return option_take(&number, request, text, e);
	memset((char *)request + o->at, 0xff, sizeof(int64_t)); /* -1, or SIZE_MAX */
	return 0;
}

const struct command_option effort_options[] = {
	{ OPTION_SEED, EFFORT(seed) },
	{ OPTION_JOBS, EFFORT(jobs) },
	{ 0 },
};

const struct command_option answer_options[] = {
	{ OPTION_SHARD, ANSWER(shard) },
	{ OPTION_TABLE_FORMAT, ANSWER(format) },
	{ OPTION_MANIFEST },
	{ OPTION_HELP },
	{ 0 },
};

const struct command_option file_options[] = {
	{ HEADING("Judgments and runs:") },
	{ NAME_LEVEL_FOR_REL, WHOLE(1, GRADE_MAX), FILES(level), .usual = "1" },
	{ OPTION_JUDGMENT_FORMAT, FILES(judgment_format) },
	{ OPTION_RUN_FORMAT, FILES(run_format) },
	{ .include = column_options, FILES(formats) },
	{ 0 },
};

int simulation_begin(struct effort *x, struct answer_options *o, const struct output *out,
		     struct err *e)
{
	x->shard = &o->shard;
	x->progress = out->progress;
	if (shard_writes(&o->shard))
		o->plot = NULL;
	return plot_check(o->plot, e);
}

int simulation_lines(struct effort *x, struct answer_options *o, const struct record_column *column,
		     size_t line,
		     int (*all)(const void *question, struct records *lines, struct err *e),
		     const void *question, const struct output *out, struct err *e)
{
	struct records lines;
	struct report r;
	report_init(&r, o->format, &(struct report_origin){ .asked = &out->asked });
	records_init(&lines, column, line);
	int result = simulation_begin(x, o, out, e);
	if (result == 0)
		result = all(question, &lines, e);
	report_records(&r, IN_PAGE, "What was found", &lines);
	return report_finish(&r, out, result, e);
}

static const struct command_option no_options[] = { { 0 } };

/* What nobody asks of data of their own: programs of tests/experiments. */
static const char *const experiments[] = { "ap",	   "clusters", "comparisons", "confidence",
					   "distribution", "labels",   "means",	      "power",
					   "powered",	   "reviews",  "skew",	      "stopping",
					   "study",	   NULL };

static const struct command_table table = {
	.name = "simulate",
	.summary = "measure the coverage of the interval methods",
	.option = no_options,
	.doc = "Measures what methods do where the truth is known: how often intervals cover it, how "
	       "often\ntests and stopping rules are wrong, how well samples of documents agree with "
	       "all judgments.",
	.notes =
		"Exit status: 0 success,\n1 the data is wrong, 2 reading or writing failed, 64 wrong "
		"usage.",
	.moved = experiments,
};

COMMAND = { &table, NULL, NULL };
