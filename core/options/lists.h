/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists that options give, and which ends of an interval are wanted.
 */
#pragma once

#include "core/base/array.h"
#include "core/base/err.h"
#include "core/base/slice.h"
#include "core/stats/interval/interval.h"
#include "core/stats/topics/mean_interval.h"

/*
 * Walks a text with commas between its items: true and the next item, or false at the end. `rest`
 * begins as the text, or as NULL for none. Between two commas, and after the last one, there is an
 * empty item; an empty text has one, too.
 */
bool next_item(const char **rest, struct slice *item);

enum { LIST_MAX = 256 };

/* Numbers in the order in which they were named. */
struct number_list {
	double value[LIST_MAX];
	size_t count;
};

/* The combination with a number of the items of several lists, the last list running fastest: nan
 * of an empty one. Returns how many there are. */
size_t numbers_combined(const struct number_list *const *list, size_t lists, size_t number,
			double *value);

/* Is a file, which may be NULL, standard input, by any of its names? */
bool is_stdin(const char *file);

/* How many files of a list are standard input. */
int count_stdin(const struct text_list *list);

enum { METHODS_MAX = 32, METHOD_NAME_MAX = 64 };

/* Interval methods in the order in which they were named. */
struct method_list {
	char name[METHODS_MAX][METHOD_NAME_MAX];
	const char *method[METHODS_MAX]; /* the same names */
	size_t count;
	/* Those for means over topics. */
	const struct mean_interval_method *over_topics[MEAN_METHODS_MAX];
	size_t over_topics_count;
};

/* Adds a name, of whatever method. */
int methods_add(struct method_list *list, const char *name, struct err *e);

/* All are methods for sets from strata; else -1, and `e` says what is wrong with the first other.
 */
int methods_are_for_sets(const struct method_list *list, struct err *e);

/* Whether a name is that of an interval method for samples; a plugin may bring others. */
bool method_is_known(const char *name);

/* Says that there is no method of this name; `sampled`: those of samples could be meant too. */
int method_unknown(const char *name, bool sampled, struct err *e);

/* Which ends of an interval are wanted, and the words for it. */
enum tail { TAIL_BOTH, TAIL_LOWER, TAIL_UPPER };
extern const char *const tail_names[];

/* Sets the probabilities of the ends. One-sided bounds leave the other side open. */
void tails_set(struct ends *ends, double level, enum tail tail);
