/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nuggets, and which of them an answer supports: what -R nuggets and -T assignments share. A nugget
 * is a document: its importance is a grade, and its assignment to an answer is a score.
 *
 * A pair of a run's answer and a nugget, run/nugget, may be a document, too (-R pairs, -T pairs,
 * --labels): what people or a model assign to it is a grade.
 *
 * A file is one of these, told by its beginning:
 *	- records of castorini/nuggetizer, JSON: {"qid": ..., "run_id": ..., "nuggets": [{"text":
 *	  ..., "importance": ..., "assignment": ...}, ...]}, one behind the other or in an array;
 *	- a table with a header (readers/columns.h): topic, nugget, and the others;
 *	- lines with white space between the columns, and nuggets without blanks.
 */
#pragma once

#include "readers/columns.h"
#include "readers/judgment_format.h"
#include "readers/lines.h"

/* Where the column that is wanted stands for in a row. */
struct nugget_form {
	enum known_column value; /* COLUMN_IMPORTANCE or COLUMN_ASSIGNMENT: the others may lack */
	struct columns lines;	 /* [run] topic nugget value, the last three in this order */
};

struct nugget_row {
	struct place place;
	struct slice topic;
	struct slice run;    /* .at is NULL: the file does not say */
	struct slice nugget; /* .at is NULL: the topic has no nuggets */
	struct slice value;
	const char *from, *to; /* bytes of the input that only this row stands in */
};

/* Takes one row; returns 0, or -1 with `e` filled, which ends the reading. */
typedef int (*nugget_sink)(void *context, const struct nugget_row *row, struct err *e);

/* Hands all rows of the input to the receiver; names in them are checked (field_name()). */
int nugget_rows_read(const struct input *in, const struct nugget_form *form, nugget_sink receiver,
		     void *context, struct err *e);

/* Sets `from` and `to` to the first and the last byte of the row's fields. */
void nugget_row_span(struct nugget_row *r, const struct input *in);

/*
 * The name run/nugget of a pair, written into the mirror of the row's bytes. `run` is that of the
 * row, or of the file if the row has none. -1: `e` is filled.
 */
int nugget_pair(const struct input *in, const struct nugget_row *row, struct slice run,
		struct slice *name, struct err *e);

/* Assignments of pairs by people or a model, as -R pairs and --labels read them: topic, pair, and
 * the grade, "2" (support) to "0", or empty if it is still to be filled in. */
typedef int (*pair_sink)(void *context, struct place place, struct slice topic, struct slice pair,
			 struct slice grade, struct err *e);
int assigned_pairs_read(const struct input *in, pair_sink receiver, void *context, struct err *e);

/* Whether the input begins as such a file: 1 or 0, or -1 with `e` filled. */
int assigned_pairs_begin(const struct input *in, struct err *e);

/* One of a list of words that ends with NULL, and what it counts: "importance 'vitl' is none of
 * vital, okay; did you mean 'vital'?". */
struct counted_word {
	const char *word;
	double counts;
};
/* support 1, partial_support 0.5, not_support 0; vital 2, okay 1. */
extern const struct counted_word assignment_words[], importance_words[];
int field_word(struct place where, const char *column, struct slice field,
	       const struct counted_word *words, double *counts, struct err *e);
