/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strata that a list names: documents of one label, or of one band of scores. Each stratum is made
 * into a run that retrieves its documents, so that the cells of drawing_strata.c are the strata.
 *
 * Bands (core/data/labels/labels.h) are numbered from the highest scores: band1 has those that are
 * at least the highest cut, the last one those below the lowest, in all topics, as in an
 * evaluation.
 *
 * Guessed shares, for Neyman's allocation: (g + 1/2)/(most + 1) of the grades g = 0, 1 ... most,
 * and the mean of the scores of a band, if all scores lie between 0 and 1; from .02 to .98.
 */
#pragma once

#include "core/data/labels/labels.h"
#include "core/data/runs/run.h"

struct listed_strata {
	struct labels store; /* the file */
	double *share;	     /* of labels: a guess of the share of relevant documents; NULL: none */
	const struct run **each;
	size_t count; /* strata */

	struct run *run;
	struct run_record *ordered; /* by topic and stratum */
	struct arena memory;
};

/*
 * `only_topic` is the topic of a list that names none. On failure nothing is left to release.
 */
int listed_strata_read(struct listed_strata *x, const struct labels_asked *labels,
		       const struct names *only_topic, struct err *e);
void listed_strata_release(struct listed_strata *x);
