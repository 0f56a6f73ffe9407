/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Command lines, by the tables of core/options/options.h.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/warnings.h"
#include "core/options/command.h"

/* Whether the program is called trec_eval, which a link is enough for: see program_start(). */
bool called_trec_eval(const char *program);

/*
 * Fills a request from the command line and answers it, or prints what --help or --version
 * ask for.
 */
int command_start(const struct command *c, int argc, char **argv, const struct output *out,
		  struct err *e);

/*
 * The words of a command line, told apart: by argp on Linux, by a parser of our own where there is
 * no argp.
 */

/* What a command line says. */
struct words {
	const struct command_table *table;
	char name[64]; /* of the program with its command, in help */
	void *request; /* gets the values */
	bool help, version;
	bool brief; /* -h alone */
	struct setting *setting;
	size_t settings;
	bool failed;	       /* memory ran out */
	struct arena memory;   /* of words that are put as they are typed today ... */
	struct warnings notes; /* ... which these say */
};

/* Takes an option or, if it is NULL, a word; `e` is filled if the value is wrong. */
int words_take(struct words *w, const struct option_place *option, const char *text, struct err *e);

/* When all words are taken: whether the options go together. */
int words_check(struct words *w, struct err *e);

/* Puts options that have other names today as they are typed now (former_words.c), and returns
 * how many words there are. */
int words_renew(struct words *w, int argc, char **argv);

/* Takes all words. */
int words_parse(struct words *w, int argc, char **argv, struct err *e);

/* The same without argp, or only what is wrong with the options (words_walk.c). */
int words_walk(struct words *w, int argc, char **argv, bool store, struct err *e);

/* Whether a command has an option, by its name or the beginning of it. */
bool option_is_known(const struct command_table *t, const char *name);

/* Prints the list of options, or the names of the command's own on one screen (-h). */
void words_print(const struct words *w, bool brief);

/* Prints the page of a group. */
struct option_group;
void words_print_group(const struct option_group *g);
