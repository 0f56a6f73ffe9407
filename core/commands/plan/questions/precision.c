/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan precision: how large a random sample must be, by the probability of reaching a width or a
 * bound.
 */
#include "core/commands/plan/one_sample.h"

#define AT ONE_SAMPLE_AT

static const struct command_option options[] = {
	{ HEADING("What is known, and what is guessed:") },
	{ "retrieved", 0, "N", "Number of documents retrieved (produced)",
	  WHOLE(1, INT64_C(1000000000000)), AT(question.documents) },
	{ "precision", 0, "X,...", "Share of these that is relevant", LIST(FROM_TO(0, 1)),
	  AT(question.guess) },
	{ .include = target_options, AT(question.targets) },
	{ OPTION_TAIL, AT(question.targets.tail) },
	{ .include = allocation_options, AT(allocation) },
	{ OPTION_PLAN_RUN, AT(run) },
	{ .include = printing_options, AT(options) },
	{ 0 },
};

static void init(void *request)
{
	one_sample_init(request, QUANTITY_PRECISION, TAIL_BOTH);
}

static int check(void *request, struct err *e)
{
	return one_sample_check(request, "--retrieved", "--precision", e);
}

static const struct command_table table = {
	.name = "plan precision",
	.summary = "sample of what was retrieved, to know how much of it is relevant",
	.doc = "How large a random sample of what was retrieved must be to know its precision.",
	.notes = NOTE_OF_LISTS PLAN_EXIT_STATUS,
	.option = options,
	.size = sizeof(struct one_sample_request),
	.init = init,
	.check = check,
};

static int run(void *request, const struct output *out, struct err *e)
{
	return one_sample_run(request, "precision", out, e);
}

COMMAND = { &table, run, NULL };
