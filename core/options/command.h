/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands of the program.
 */
#pragma once

#include "core/base/output.h"
#include "core/options/options.h"

#define PROGRAM_NAME	"strat_eval"
#define PROGRAM_VERSION "0.5.0"

struct help {
	struct buffer text;
	bool alone; /* without the list of options before it */
};

struct command {
	const struct command_table *table; /* its name is the first argument */
	/* Answers a request whose options are set. Writes nothing before all of it is known. NULL:
	 * the command has questions. */
	int (*run)(void *request, const struct output *out, struct err *e);
	/* What --help says beyond the list of options; NULL: nothing. */
	int (*help)(void *request, struct help *h, struct err *e);
};

/*
 * Ends core/commands/X/X.c, or a file of core/commands/X/questions/ ("plan recall"). The build
 * defines UNIT_SYMBOL per file, from the file's name, and collects them in the order of names.
 */
#define COMMAND const struct command UNIT_SYMBOL

/* All commands and their questions, ended by NULL. */
extern const struct command *const commands[];

/* Whether it only has questions, which are commands of their own: `run` is NULL. */
static inline bool command_has_questions(const struct command *c)
{
	return c->run == NULL;
}

/* The next question (after NULL: the first) of a command; NULL: there is none. */
const struct command *next_question(const struct command *c, const struct command *before);

/* "recall" of "plan recall". */
static inline const char *question_name(const struct command *question)
{
	return strchr(question->table->name, ' ') + 1;
}

/* Finds a command that answers by its name: "compare", "plan recall", "" for evaluation; NULL: none
 * has it. */
const struct command *command_find(const char *name);

/* The command of a first argument: "compare", "plan"; NULL: none. */
const struct command *command_of_word(const char *word);

/*
 * For the end of a message about an unknown long option: the nearest one of the command, or the
 * command that has it, also if its name is another one there.
 */
struct suggestion command_suggestion(const struct command_table *t, const char *option,
				     const char *value);

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
