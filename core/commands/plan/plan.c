/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/plan/plan.h"

static const struct command_option no_options[] = { { 0 } };

static const struct command_table table = {
	.name = "plan",
	.summary = "answer what is asked before judgments are paid for",
	.option = no_options,
	.doc = "Answers what is asked before judgments are paid for.",
	.notes = "Exit status: 0 success, 2 writing\nor plotting failed, 64 wrong usage.",
};

COMMAND = { &table, NULL, NULL };
