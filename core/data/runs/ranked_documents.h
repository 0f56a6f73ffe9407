/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order of the documents of a topic: falling score, equal scores by falling document number,
 * bytewise (trec_eval's rule; the rank column of a run is ignored), or by the rank column.
 */
#pragma once

#include "core/base/sort.h"
#include "core/data/document_table.h"
#include "core/data/runs/run.h"

/* How documents of equal score are put in order. */
enum tie_order { TIES_FALLING = -1, TIES_RISING = 1, TIES_BY_RANK = 0 };

/* Places of a ranking that have one score, two or more. */
struct tie {
	uint32_t begin, end;
};

/* Working memory of one thread, used again for each topic. A zeroed struct ranking is ready. */
struct ranking {
	struct piece *document; /* best first, as many as the topic has; until the next call */
	struct keyed *keyed;	/* twice as many */
	struct arena memory;	/* of these */
	struct tie *tie;	/* from the best on */
	size_t ties, tie_room;
};

void ranking_release(struct ranking *k);

/* More than DOCUMENTS_MAX documents are an error. */
int ranking_make(struct ranking *k, const struct run *run, const struct run_topic *topic,
		 enum tie_order ties, struct err *e);

/*
 * Documents that a topic of a run has more than once.
 */

/* The error that a topic has a document twice: the first line that repeats one, and that one's. */
int retrieved_twice(const struct run *run, const struct run_topic *topic, struct err *e);

/*
 * Leaves each document the place in the ranking where it stands first, as CLEF's tar_eval does;
 * `dropped` gets how many lines were left out.
 */
int run_keep_first(struct run *run, size_t *dropped, struct err *e);
