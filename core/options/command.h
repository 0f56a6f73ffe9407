/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands of the program.
 */
#pragma once

#include "core/base/output.h"
#include "core/options/options.h"

#define PROGRAM_NAME	"strat_eval"
#define PROGRAM_VERSION "0.2.0"

struct help {
	struct buffer text;
	bool alone; /* without the list of options before it */
};

struct command {
	const struct command_table *table; /* its name is the first argument */
	/* Answers a request whose options are set. Writes nothing before all of it is known. */
	int (*run)(void *request, const struct output *out, struct err *e);
	/* What --help says beyond the list of options; NULL: nothing. */
	int (*help)(void *request, struct help *h, struct err *e);
};

extern const struct command command_evaluate;
extern const struct command command_agree;
extern const struct command command_compare;
extern const struct command command_merge;
extern const struct command command_sample;
extern const struct command command_simulate;
extern const struct command command_stop;
extern const struct command command_validate;

/* Finds a command by its name: "compare", "plan recall", "" for evaluation; NULL: none has it. */
const struct command *command_find(const char *name);

/*
 * Writes the command line that has these settings, quoted for a shell, with full names of options.
 * --jobs and --shard are left out: they change no result.
 */
void command_line(struct buffer *b, const struct command_table *t, const struct setting *setting,
		  size_t settings);

/* A line for each command that has a name. */
void commands_list(struct buffer *b);

/* Compares a misspelt word with the first words of all commands. */
void commands_try(struct nearest *n);
