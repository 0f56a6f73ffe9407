/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan richness: how large a random sample must be, by the probability of reaching a width or a
 * bound.
 */
#include "core/commands/plan/one_sample.h"

#define AT ONE_SAMPLE_AT

static const struct command_option options[] = {
	{ HEADING("What is known, and what is guessed:") },
	{ ONE_SAMPLE_COLLECTION },
	{ "richness", 0, "X,...", "Share of the collection that is relevant (default 0.5)",
	  LIST(FROM_TO(0, 1)), AT(guess),
	  .more = "0.5 needs the largest sample for a width; a bound needs a guess." },
	{ .include = target_options, AT(targets) },
	{ OPTION_TAIL, AT(targets.tail) },
	{ .include = allocation_options, AT(allocation) },
	{ .include = printing_options, AT(options) },
	{ 0 },
};

static const struct one_sample_kind kind = { "richness", QUANTITY_YIELD, "-N", "--richness", 0.5 };

ONE_SAMPLE_TABLE("richness", "sample of a collection, to know how much of it is relevant",
		 "How large a random sample must be to know how much of a collection is relevant.",
		 one_sample_check);

COMMAND = { &table, one_sample_run, NULL };
