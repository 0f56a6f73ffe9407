/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scores that were computed before, one for each topic: a matrix of topics and systems in CSV
 * (readers/csv_text.h), or one score a line.
 */
#pragma once

#include "readers/fields.h"
#include "readers/input.h"

/* Take the header and the rows of a matrix; 0, or -1 with `e` filled, which ends the reading. */
struct score_matrix_receiver {
	int (*systems)(void *context, struct place where, const struct slice *name, size_t count,
		       struct err *e);
	/* as many values as there are systems; nan: missing */
	int (*topic)(void *context, struct place where, struct slice name, const double *value,
		     size_t count, struct err *e);
};

/*
 * The header's first column may have any name and holds topics; every other one is named by a
 * system and holds its finite scores. A score is missing if the field is empty, NA or nan (in
 * large or small letters). There is at least one system and one topic. The receiver must
 * refuse a name that comes twice: it has an index of them.
 */
int score_matrix_read(const struct input *in, const struct score_matrix_receiver *receiver,
		      void *context, struct err *e);

/* One score. */
struct score_record {
	struct place place;
	struct slice run; /* .at is NULL: the line does not say */
	struct slice measure, topic;
	struct slice value; /* a number, or text as that of runid, which may have blanks in it;
			       empty, in a table with a header: there is none */
	/* Of a log of items: .at is NULL if it does not say. */
	struct slice repetition, dataset;
	bool item;			      /* it is such a log: words are scores, too */
	const struct column_options *options; /* of the words; may be NULL */
};

typedef int (*score_sink)(void *context, const struct score_record *r, struct err *e);

/*
 * At least one score, in one of these forms:
 *
 *	measure topic value		trec_eval -q
 *	topic measure value		ir_measures -q
 *	run measure topic value		with blanks or tabs between them, as the others
 *	run topic measure value
 *	a table with a header (readers/columns.h), or objects in JSON: run, topic, measure, value
 *	a log, which is such a table without measures: item, score, and perhaps system, repetition
 *	and dataset. The score is the column of that name, or the one that `measure` names
 *	objects in JSON with an item, and then a score for each system (SCORES_WIDE)
 *
 * Topics stand in the column that has the summary, `all`; if none has, measures stand in the one
 * that has `measure`, the one that is looked for (.at is NULL: none). If neither tells, three
 * columns are trec_eval's, and four an error.
 */
enum scores_kind { SCORES_LINES, SCORES_TABLE, SCORES_LOG, SCORES_WIDE, SCORES_MATRIX };

int scores_read(const struct input *in, enum scores_kind kind, struct slice measure,
		score_sink receiver, void *context, struct err *e);

/* Which of these it is: a matrix has a header that is none of such a table. -1: no memory. */
int scores_kind(const struct input *in, struct slice measure, struct err *e);

/*
 * Where the object with the provenance of the scores begins (core/output/provenance.h): in jsonl it
 * is the first record, in csv a comment above the header; NULL: there is none.
 */
const char *scores_provenance(const struct input *in);

/* A finite score; nan for a missing one, spelled as in a matrix, but not empty. */
int score_value(struct place where, struct slice column, struct slice field, double *value,
		struct err *e);

/* The same of a record, in which it may be empty. */
int score_of(const struct score_record *r, double *value, struct err *e);
