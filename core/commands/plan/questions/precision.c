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
	  WHOLE(1, INT64_C(1000000000000)), AT(documents), .meant_by = "produced" },
	{ "collection", 'N', "N",
	  "-N: this plan is about the documents that were retrieved: --retrieved=N", REFUSED },
	{ "precision", 0, "X,...", "Share of these that is relevant", LIST(FROM_TO(0, 1)),
	  AT(guess) },
	{ .include = target_options, AT(targets) },
	{ OPTION_TAIL, AT(targets.tail) },
	{ .include = allocation_options, AT(allocation) },
	{ OPTION_PLAN_RUN, AT(run) },
	{ .include = printing_options, AT(options) },
	{ 0 },
};

static const struct one_sample_kind kind = { "precision", QUANTITY_PRECISION, "--retrieved",
					     "--precision", 0 };

ONE_SAMPLE_TABLE("precision", "sample of what was retrieved, to know how much of it is relevant",
		 "How large a random sample of what was retrieved must be to know its precision.",
		 one_sample_check);

COMMAND = { &table, one_sample_run, NULL };
