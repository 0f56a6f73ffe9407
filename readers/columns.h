/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables with a header, whatever their columns are called: the one list of names of columns and of
 * words for judgments that all readers use.
 *
 * A reader says which columns it asks for, and gets each row with its fields by meaning:
 *
 *	static const struct columns_asked asked = {
 *		.needed = COLUMN(DOCUMENT), .optional = COLUMN(TOPIC),
 *		.one_of = COLUMN(LABEL) | COLUMN(SCORE) };
 *	static int take(void *context, const struct table_row *row, struct err *e) {
 *		struct slice document = row->field[COLUMN_DOCUMENT];
 *		...
 *	}
 *	table_read(&in, &asked, take, context, e)
 *
 * The file is delimited text (readers/csv_text.h: commas, semicolons or tabs; byte-order mark, CR
 *LF, quotes and comments above the header as there), or JSON (readers/json_text.h): objects with
 *these columns as keys, one after the other or in an array; keys of objects within them, and of
 *arrays of objects, as the user names them, with points between (json_table_read()). A row lives as
 *long as the call, its fields as long as the input.
 *
 * Names are compared without regard to capitals, blanks, '-', '_' and '?': "Doc ID", "doc_id" and
 * DOCID are one name. A column's own names win over the other ones that it is known by, and those
 * over the weak ones; two of equal right are an error that says to name the column with --column.
 * What the user names (struct column_options) wins over all.
 */
#pragma once

#include "core/base/array.h"
#include "readers/fields.h"
#include "readers/input.h"

/* What a column means. Its names are in columns.c. */
enum known_column {
	COLUMN_TOPIC,
	COLUMN_DOCUMENT,
	COLUMN_RELEVANCE, /* a grade or a word: row_relevance() */
	COLUMN_SCORE,	  /* higher is better */
	COLUMN_RANK,	  /* lower is better */
	COLUMN_LABEL,
	COLUMN_PROBABILITY, /* with which the document was drawn */
	COLUMN_STRATUM,
	COLUMN_SIZE, /* of the stratum */
	COLUMN_PICKS,
	COLUMN_JUDGED_BY,
	COLUMN_TAG, /* name of a run */
	/* the family or thread of a document, and its privilege; two such columns are no error */
	COLUMN_CLUSTER,
	COLUMN_PRIVILEGE,
	/* of reviews */
	COLUMN_CONTROL,
	COLUMN_RANDOM,
	COLUMN_TIME, /* of the judgment: the order of the review */
	/* of tables of strata: counts */
	COLUMN_RUNS,
	COLUMN_SAMPLED,
	COLUMN_RELEVANT,
	COLUMN_ASSESSABLE,
	/* of truths */
	COLUMN_TRUTH,
	COLUMN_RETRIEVED,
	COLUMN_RETRIEVED_B,
	COLUMN_YIELD,
	/* of files that say where a topic or a run belongs */
	COLUMN_GROUP,
	COLUMN_RUN,
	COLUMN_SYSTEM,
	/* of scores */
	COLUMN_MEASURE,
	COLUMN_MEASURED,
	COLUMN_ITEM,	   /* what is scored: a topic, a question, a test case */
	COLUMN_REPETITION, /* which of several runs of a system, or whose judgment */
	COLUMN_DATASET,
	/* of answers */
	COLUMN_NUGGET,
	COLUMN_IMPORTANCE,
	COLUMN_ASSIGNMENT,
	COLUMN_SENTENCE,
	COLUMN_CITATION,
	COLUMN_SUPPORT,
	COLUMN_KINDS
};

/* A set of columns: COLUMN(TOPIC) | COLUMN(DOCUMENT). */
typedef uint64_t column_set;
#define COLUMN(name) ((column_set)1 << COLUMN_##name)

/* What messages and --column call it: "docno". */
const char *column_name(enum known_column c);

/* Whether two names are the same: capitals, blanks, '-', '_' and '?' do not count. */
bool names_alike(struct slice a, struct slice b);

/* The same of words for judgments, in which signs count if they are numbers (1 is not -1) or
 * nothing but signs. */
bool words_alike(struct slice a, struct slice b);

/* Whether it is the same as one of a list with commas, which may be NULL. */
bool name_is_listed(const char *list, struct slice name);

/* Takes the first item off such a list; false: there is none left. */
bool next_listed_name(const char **list, struct slice *name);

/* Whether the user names a column whose name begins with this one and a point: metrics.accuracy */
bool column_options_inside(const struct column_options *o, struct slice name);

/* Whether a name is one of those that a column is known by. */
bool column_is_called(enum known_column c, struct slice name);

/* Checks the form of all that the user says of columns: a known column, '=', and a name. */
int column_options_check(const struct column_options *o, struct err *e);

/* The part of it about words: none is empty, and none has two meanings. */
int judgment_words_check(const struct column_options *o, struct err *e);

/* As in --gray-word. */
const char *word_option(enum word w);

/* Each name of the columns of `wanted` is in one of several files: `found` is that of all their
 * headers. */
int column_options_found(const struct column_options *o, column_set wanted, uint64_t found,
			 struct err *e);

/* Refuses them for a file without names of columns; `what` and `name` say what it is. May be NULL.
 */
int column_options_refuse(const struct column_options *o, const char *path, const char *what,
			  const char *name, struct err *e);

struct table_header;

/* The word of the column rel, of a row with these fields; decisions among notes are found. */
struct slice decision_in(const struct table_header *h, const struct slice *field);

struct columns_asked {
	column_set needed, optional;
	column_set one_of;     /* at least one of these, if there are any; all may be there */
	column_set may_lack;   /* a row may be without these, also if the user names them */
	const char *otherwise; /* what else to do if none of these is there; or NULL */
	const char *rows;      /* what rows are, if a table without any is an error: "truths" */
};

/* What the header says. */
struct table_header {
	const struct input *in;
	const struct columns_asked *asked;
	column_set present; /* of the columns that were asked for */
	column_set named;   /* of these, the ones that the user named */
	uint64_t found;	    /* which of the names that the user typed are there, a bit each */
	struct slice called[COLUMN_KINDS]; /* in the header */
	int64_t position[COLUMN_KINDS];	   /* among the fields, from 0 */
	/* Rows with a reason of exclusion, there or in `also`, are excluded, the others included.
	 */
	bool excludes;
	size_t also;
	bool votes; /* a row without votes among its notes is not judged */
};

struct table_row {
	struct place place; /* where it begins */
	const struct table_header *header;
	struct slice field[COLUMN_KINDS]; /* .at is NULL if the header lacks the column */
};

/* Takes one row; returns 0, or -1 with `e` filled, which ends the reading. */
typedef int (*table_sink)(void *context, const struct table_row *row, struct err *e);

/* Hands all rows to the receiver. A file without a header is an error. */
int table_read(const struct input *in, const struct columns_asked *asked, table_sink receiver,
	       void *context, struct err *e);

/*
 * Finds the columns among names at `place`: the fields of a header, or the keys of an
 * object. `text` is all of it, for messages.
 */
int header_find(struct table_header *h, const struct input *in, const struct columns_asked *asked,
		const struct slice *name, size_t names, struct place place, struct slice text,
		struct err *e);

/*
 * Whether the first line that is no comment is the header of delimited text with these columns: 1
 * or 0, and -1 only if memory ran out. What the user names counts. Nothing is refused here: two
 * columns that could be one are a header.
 */
int has_header(const struct input *in, const struct columns_asked *asked, struct err *e);

/* Whether that line has such a header, or a single word with a comma or semicolon in it: not a
 * format with white space between the columns. -1 as above. */
int is_delimited(const struct input *in, const struct columns_asked *asked, struct err *e);

/*
 * The grade of a judgment: a whole number within ±GRADE_MAX, or a word: 1 relevant, 0 not relevant,
 * GRADE_GRAY for what cannot be assessed. Words are those of columns.c and those of the user, whose
 * words win. An unknown one is an error that lists the unknown words of the file.
 */
enum { GRADE_GRAY = -2 };
int row_relevance(const struct table_row *row, int64_t *grade, struct err *e);

/* The same for a word alone; false: it is neither a whole number nor a known word. */
bool word_grade(const struct column_options *o, struct slice word, int64_t *grade);

/* The same for a score, 1 or 0: also words such as correct; nan: it cannot be assessed. */
bool word_score(const struct column_options *o, struct slice word, double *score);

/* The error that the word of the column rel is not known; `seen` lists such words of the file. */
int unknown_word(const struct table_row *row, const char *seen, struct err *e);
