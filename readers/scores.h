/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scores that were computed before, one for each topic: a matrix of topics and systems in CSV
 * (readers/csv_text.h) or JSON, or one score a line.
 */
#pragma once

#include "readers/fields.h"
#include "readers/input.h"

/* One score. */
struct score_record {
	struct place place;
	struct slice run; /* .at is NULL: the line does not say */
	struct slice measure, topic;
	struct slice value; /* a number, or text as that of runid, which may have blanks in it;
			       empty, in a table with a header: there is none */
	/* Of a log of items: .at is NULL if it does not say. */
	struct slice repetition, dataset;
	struct slice
		column; /* of a matrix, how it is called in messages; words are scores there, too */
	bool item;	/* it is such a log: words are scores, too */
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
 *	a matrix: a header whose first column may have any name and holds topics; every other one is
 *	named by a system and holds its finite scores; or objects in JSON of that kind. A score is
 *	missing if the field is empty, NA or nan (in large or small letters), and in JSON if it is
 *	not there. There is at least one system and one topic
 *
 * Topics stand in the column that has the summary, `all`; if none has, measures stand in the one
 * that has `measure`, the one that is looked for (.at is NULL: none). If neither tells, three
 * columns are trec_eval's, and four an error.
 */
enum scores_kind { SCORES_LINES, SCORES_TABLE, SCORES_LOG, SCORES_MATRIX };

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
