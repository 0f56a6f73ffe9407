/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An export of a review platform: a row for each document, with its code. A row whose code is empty
 * was not reviewed. If the rows have strata with their sizes, each belongs to the sample of its
 * stratum.
 */
#pragma once

#include "core/base/err.h"
#include "readers/columns.h"

enum code { CODE_NONE, CODE_OTHER, CODE_RELEVANT, CODE_GRAY };

struct coded_document {
	struct slice name;
	unsigned hash;		/* hash_bytes() of the name */
	uint8_t code;		/* enum code */
	struct slice stratum;	/* empty: none */
	int64_t size;		/* of the stratum; 0: none */
	struct slice family;	/* empty: none */
	struct slice privilege; /* what says that it is privileged; empty: nothing does */
};

struct coded {
	struct input in;
	struct coded_document *document;
	size_t count, room;
	bool strata;   /* the file has columns for them */
	bool excludes; /* it has reasons of exclusion, and nothing else */
	/* Its columns of families or threads, and of privilege; .at is NULL: there is none. */
	struct slice families, privileges;
};

/* A document that stands there twice is an error. On failure nothing is left to release. */
int coded_read(struct coded *c, const char *path, const struct column_options *columns,
	       struct err *e);
void coded_release(struct coded *c);

/*
 * What the file is taken for, before anything is asked of it: the columns of its header, those that
 * are used and the others, and the words of some. Slices are of `in`.
 */
struct coded_column {
	struct slice name;
	enum known_column use; /* COLUMN_KINDS: none */
};

struct coded_word {
	enum known_column of;
	struct slice text;
	int64_t rows;
	enum code code; /* if it is of the column rel and `known` */
	bool known;
};

struct coded_look {
	struct input in;
	struct coded_column *column;
	struct coded_word *word; /* at most WORDS_LOOKED of a column, the others are in its last */
	size_t columns, words;
	int64_t rows;
};

enum { WORDS_LOOKED = 40 };

/* On failure nothing is left to release. */
int coded_look(struct coded_look *l, const char *path, const struct column_options *columns,
	       struct err *e);
void coded_look_release(struct coded_look *l);
