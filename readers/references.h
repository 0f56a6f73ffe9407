/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files of references with the decisions of a review: RIS (reference managers, ASReview) and NBIB
 * (PubMed). A line is a tag of two to four letters, blanks up to four, a hyphen, a blank and the
 * value; other lines go on with the value of the line above, and are passed over.
 *
 *          a record begins   its name, the first of   notes
 *   RIS    TY                ID, AN, DO, TI, T1       N1, KW
 *   NBIB   PMID              PMID                     OT, GN
 *
 * Notes say what was decided: ASReview_relevant, ASReview_irrelevant or ASReview_not_seen somewhere
 * in a note, as ASReview writes and reads them (asreview/data/ris.py, 3.0), or a whole note that is
 * a word of the user. "asreview_time: X" is the time of the decision, X being a number or a date
 * (readers/moment.h), in quotes or not. A whole note "random" says that the document was drawn at
 * random from what was left. <p> and </p> around a note, as Zotero writes them, do not count.
 *
 * Apart from review.h because it is a format of its own.
 */
#pragma once

#include "readers/columns.h"

struct reference {
	struct place place; /* of its first line */
	struct slice name;
	struct slice time; /* .at is NULL: there is none */
	int decision;	   /* 1 relevant, 0 not relevant, -1 none */
	bool random;
};

/* Takes one record; returns 0, or -1 with `e` filled, which ends the reading. */
typedef int (*reference_sink)(void *context, const struct reference *r, struct err *e);

/* Does it begin as such a file does? */
bool is_references(const struct input *in);

int references_read(const struct input *in, reference_sink receiver, void *context, struct err *e);
