/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Documents that several people judged: whose judgment counts, and how far they agree.
 */
#pragma once

#include "core/data/judgments/names.h"
#include "core/stats/topics/two_judges.h"
#include "readers/judgment_format.h"

/* A judgment and who made it. */
struct judged_row {
	uint32_t topic, document, judge; /* numbers; of the document among all of the file */
	size_t number;			 /* of the row in the file */
	struct judgment_record record;
};

struct judges {
	const struct input *in; /* borrowed */
	struct arena memory;
	struct names topics, documents, names;
	const char **topic, **name; /* by number */
	struct judged_row *row;	    /* by topic and document, else in the order of the file */
	size_t rows, room;
	size_t all_rows; /* of the file, with those that name no document yet */
};

/*
 * All rows of a file whose records name who judged (struct judgment_record.group). A row without a
 * name, a document that one judge judged twice, and one whose rows differ in anything but the
 * judgment are errors. On failure nothing is left to release.
 */
int judges_read(struct judges *x, const struct judgment_format *format, const struct input *in,
		struct err *e);
void judges_release(struct judges *x);

/*
 * Which rows of the file count, in `memory`: those of the judge `who`, or of each
 * document its "first" or "last" judgment. `others` gets how many documents are judged, but not by
 * this judge. A judge who judged nothing is an error.
 */
int judges_choose(const struct judges *x, const char *who, struct arena *memory, bool **counts,
		  size_t *others, struct err *e);

/*
 * A first review of all documents, and a second one of some, whose word counts: `counts` as above
 * gets the first judgments, `second` the grade of the second one by the row of
 * the first; nan: there is none. Gray documents, a third judgment, and second judgments of no
 * document or of all are errors.
 */
int judges_two_phase(const struct judges *x, struct arena *memory, bool **counts, double **second,
		     struct err *e);
#define JUDGE_TWO_PHASE "two-phase"

/* How many documents are judged, and how many of them by more than one. */
struct judged_again {
	size_t documents, again;
};
struct judged_again judges_again(const struct judges *x);

/*
 * What the judges a and b say of the documents that both judged; `topic` has room for all topics,
 * in their order in the file.
 */
void judges_compare(const struct judges *x, size_t a, size_t b, int32_t level,
		    struct two_judges *topic);
