/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A review in the order in which it was done: a line for each document.
 *
 * CSV (readers/csv_text.h) if there is a comma in the first line that is neither blank nor begins
 * with
 * '#': columns docno, rel and optionally control and random, each 1 or 0 (or empty). With a column
 * time (as ASReview writes it) the rows are put in its order, and those without a
 * judgment were not reviewed. RIS and NBIB: review_file.c. Otherwise two columns with white
 * space between, document and judgment, as HiCAL writes them.
 */
#pragma once

#include "readers/fields.h"
#include "readers/input.h"

struct review_record {
	struct place place;
	struct slice document;
	int64_t grade;
	bool control; /* of a sample that was drawn from the whole collection beforehand */
	bool random;  /* drawn from what was left at that point */
	bool unseen;  /* not reviewed: the file has it because the collection does */
};

/* Takes one record; returns 0, or -1 with `e` filled, which ends the reading. */
typedef int (*review_sink)(void *context, const struct review_record *r, struct err *e);

/* A review without any document is an error. */
int review_read(const struct input *in, review_sink receiver, void *context, struct err *e);
