/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan elusion: how large a random sample must be, by the probability of reaching a width or a
 * bound.
 */
#include "core/commands/plan/one_sample.h"

#define AT ONE_SAMPLE_AT

static const struct command_option options[] = {
	{ HEADING("What is known, and what is guessed:") },
	{ "null", 0, "N", "Number of documents that were not retrieved (the null set)",
	  WHOLE(1, INT64_C(1000000000000)), AT(documents), .meant_by = "unretrieved" },
	{ "collection", 'N', "N",
	  "-N: this plan is about the documents that were not retrieved: --null=N", REFUSED },
	{ "elusion", 0, "X,...", "Share of these that is relevant", LIST(FROM_TO(0, 1)),
	  AT(guess) },
	{ .include = target_options, AT(targets) },
	{ "tail", 0, "SIDE", "Bounds on both sides, lower or upper only (default)",
	  WORD(tail_names), AT(targets.tail), .usual = "upper" },
	{ .include = allocation_options, AT(allocation) },
	{ .include = printing_options, AT(options) },
	{ 0 },
};

static const struct one_sample_kind kind = { "elusion", QUANTITY_YIELD, "--null", "--elusion", 0 };

ONE_SAMPLE_TABLE(
	"elusion", "sample of the null set, to show that little was left behind",
	"How large a random sample of what was not retrieved must be to bound its relevant share.",
	one_sample_check);

COMMAND = { &table, one_sample_run, NULL };
