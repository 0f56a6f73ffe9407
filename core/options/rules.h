/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which options of a command need or exclude each other, as rows of a table that is read from top
 * to bottom; the first row that is broken is the error.
 *
 *	{ "bands", .needs = "labels|scores" },
 *	{ "size", .excludes = "total", "--size is for each topic, --total for all" },
 *	{ "design=pool", .needs = "pool-depth" },
 *
 * A condition is the name of an option: it was given; or a name and a value: it was given with this
 * value, or a list that has it, or the value is its default; or WORDS: something that is no option
 * was given, WORDS=3: three of these or more. Several are joined by '|': one of them holds. A '!'
 *before a condition: it does not hold. A row with an empty condition is about every call: { "",
 *.needs = "size" } says what is missing.
 */
#pragma once

#include "core/options/options.h"

struct option_rule {
	const char *when;     /* a row is about calls in which one of these holds ... */
	const char *why;      /* ... and this ends its message; or NULL */
	const char *with;     /* ... and one of these, too; or NULL */
	const char *needs;    /* one of these must hold, too; or NULL */
	const char *excludes; /* none of these may hold; or NULL */
	const char *says;     /* the whole message, in place of one that is made up; or NULL */
};

/* Checks the rules of a table, which may have none, and that standard input is named once. */
int option_rules_check(const struct command_table *t, const struct setting *s, size_t settings,
		       struct err *e);
