/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strata that a list names: documents of one label, or of one band of scores. Each stratum is made
 * into a run that retrieves its documents, so that the cells of drawing_strata.c are the strata.
 *
 * Bands are numbered from the highest scores: band1 has those that are at least the highest cut,
 * the last one those below the lowest. K bands without cuts have about as many documents each: the
 * i-th cut is the score at place ceil(i n / K) of the n documents of a topic, so that documents of
 * one score are in one band. There are fewer bands if many documents have one score.
 */
#pragma once

#include "core/data/runs/run.h"

enum { BANDS_MAX = 256 };

struct bands {
	size_t count; /* of bands of about one size; 0: by `cut` */
	double *cut;  /* falling */
	size_t cuts;
	bool asked; /* the number was typed, and not the default */
};

struct listed_strata {
	struct run list; /* the file, by topic */
	const struct run **each;
	size_t count; /* strata */
	double *cut;  /* of all topics, `cuts` of each; NULL: there are labels */
	size_t cuts;

	struct run *run;
	struct run_record *ordered; /* by topic and stratum */
	uint32_t *number;	    /* stratum of each document, while they are read */
	struct arena memory;
	struct names labels;
};

/*
 * `bands` is NULL for a list with labels. `columns` is what the user says of
 * its columns, or NULL. `only_topic` is the topic of a list that names none. On
 * failure nothing is left to release.
 */
int listed_strata_read(struct listed_strata *x, const char *path, const struct bands *bands,
		       const struct column_options *columns, const struct names *only_topic,
		       struct err *e);
void listed_strata_release(struct listed_strata *x);
