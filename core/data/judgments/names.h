/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names (of topics, of judgment groups) and the numbers 0, 1, 2 ... by which the rest of the
 * program knows them, in the order in which they were first seen: a uthash index.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/slice.h"

enum { NAME_UNKNOWN = -1 };

struct names {
	struct name *index;
	struct name *last; /* lines of one topic are usually adjacent */
	size_t count;
	size_t expected; /* how many there will be, roughly; set before the first one is added */
};

/* A zeroed struct names is empty and ready. The names are copied into `memory`. */
void names_release(struct names *n);

/* The number of a name, which is added if it is new; -1 with `e` filled when memory runs out. */
int64_t names_add(struct names *n, struct arena *memory, struct slice name, struct err *e);

/* The number of a name, or NAME_UNKNOWN. */
int64_t names_find(const struct names *n, struct slice name);

/* The same for a pair of numbers, such as those of a topic and of a label, instead of a text. */
int64_t names_add_pair(struct names *n, struct arena *memory, int64_t a, int64_t b, struct err *e);
int64_t names_find_pair(const struct names *n, int64_t a, int64_t b);

/* Pairs of names, such as that of a topic and that of a label, and their numbers. A zeroed one is
 * empty and ready. */
struct name_pairs {
	struct names first, second;
	struct names both; /* numbers of the two */
	struct arena memory;
};
void name_pairs_release(struct name_pairs *x);

/* As names_add() and names_find(). */
int64_t name_pairs_add(struct name_pairs *x, struct slice first, struct slice second,
		       struct err *e);
int64_t name_pairs_find(const struct name_pairs *x, struct slice first, struct slice second);

/*
 * Asks for the memory that a look-up of this name will need. Call it twice: NAMES_FAR look-ups
 * ahead and NAMES_NEAR ahead. It saves time only with very many names.
 */
enum names_distance { NAMES_FAR = 16, NAMES_NEAR = 8 };
void names_fetch(const struct names *n, struct slice name, enum names_distance distance);

/* The text of a number, found by going through all names. */
const char *names_text(const struct names *n, int64_t number);

/* Writes the texts into `text`, which has room for n->count of them, by number. */
void names_list(const struct names *n, const char **text);

/* The same into a new array, which ends with NULL; NULL: `e` is filled. */
const char **names_texts(const struct names *n, struct arena *memory, struct err *e);

/* The numbers of texts in the bytewise order of these; NULL: `e` is filled. */
size_t *texts_sorted(const char *const *text, size_t count, struct arena *memory, struct err *e);
