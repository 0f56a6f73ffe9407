/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scores that were computed before, one for each topic: a matrix of topics and systems in CSV
 * (readers/csv_text.h), or what trec_eval -q prints.
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

/* A line "measure topic value", separated by blanks or tabs. */
struct score_record {
	struct place place;
	struct slice measure, topic;
	struct slice value; /* a number, or text as that of runid, which may have blanks in it */
};

typedef int (*score_sink)(void *context, const struct score_record *r, struct err *e);

/* At least one line. */
int scores_read(const struct input *in, score_sink receiver, void *context, struct err *e);

/* A finite score; nan for a missing one, spelled as in a matrix, but not empty. */
int score_value(struct place where, struct slice column, struct slice field, double *value,
		struct err *e);
