/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exports of a review platform: a row for each document, with its code. A row whose code is empty
 * was not reviewed. If the rows have strata with their sizes, each belongs to the sample of its
 * stratum. Several files are read as one.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "readers/columns.h"

enum code { CODE_NONE, CODE_OTHER, CODE_RELEVANT, CODE_GRAY };

struct coded_document {
	struct slice name;
	unsigned hash;		/* hash_bytes() of the name ... */
	unsigned stratum_hash;	/* ... and of the stratum */
	uint8_t code;		/* enum code */
	bool twice;		/* coded in several files */
	uint16_t file;		/* the first that has it */
	struct slice stratum;	/* empty: none */
	int64_t size;		/* of the stratum; 0: none */
	struct slice family;	/* empty: none */
	struct slice privilege; /* what says that it is privileged; empty: nothing does */
};

struct coded {
	struct input *in; /* of each file */
	size_t files;
	const char *name;    /* for messages about all of them */
	struct arena memory; /* of these */
	struct coded_document *document;
	size_t count, room;
	size_t twice; /* documents that were coded in several files, alike; the first of them */
	struct slice again;
	bool strata;	/* there are columns for them */
	uint64_t found; /* of the headers of all files */
	bool excludes;	/* a file has reasons of exclusion, and nothing else */
	/* The columns of families or threads, and of privilege; .at is NULL: there is none. */
	struct slice families, privileges;
};

/*
 * A document that stands twice in a file, or is coded differently in two files, is an error. On
 * failure nothing is left to release.
 */
int coded_read(struct coded *c, const struct text_list *paths, const struct column_options *columns,
	       struct err *e);
void coded_release(struct coded *c);

/* For messages: what to do with samples of which one is drawn from a part of what the other is. */
#define SAMPLES_OVERLAP                                                                            \
	"a control set beside a sample of the null set says so: --column=stratum= --control=FILE " \
	"--null-sample=FILE"

/* The error that something is wrong with a document, where it stands. */
int coded_wrong(const struct coded *c, const struct coded_document *d, struct err *e,
		const char *format, ...) __attribute__((format(__printf__, 4, 5)));

/* What a code is called. */
const char *code_name(enum code code);

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
