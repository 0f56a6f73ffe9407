/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Groups of options that several commands have, each explained once: on a page of its own
 * (`strat_eval help bounds`), or in `strat_eval --help`. Elsewhere they are named in one line.
 */
#pragma once

#include "core/options/command.h"

struct option_group {
	const char *name;    /* behind help; empty: the list of options of an evaluation */
	const char *about;   /* the first lines of its page */
	const char *options; /* names with blanks between, in the order of the page */
};

/* Ended by one without a name. */
extern const struct option_group option_groups[];

/* The group of this name; NULL: there is none. */
const struct option_group *option_group_find(const char *name);

/* Whether the --help of a command explains an option: it is in no group, or this is its page, or
 * the command has more to say of it. */
bool option_is_explained(const struct command_table *t, const struct command_option *o);

/* The argument of an option as help shows it: the words that can be typed, or what stands for
 * others. */
struct option_name option_argument(const struct command_option *o);

/* The option of a group, from the first command that has it; `rest` begins as the list of names.
 * NULL: there are no more. */
const struct command_option *option_group_next(const char **rest);

/* Which options a command has of the groups that are explained elsewhere, a line for each group. */
void option_groups_list(struct buffer *b, const struct command_table *t);
