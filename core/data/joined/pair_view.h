/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a measure of two runs sees: the topics that both have, joined with the judgments. Read-only,
 * and valid only during the call. Part of the plugin interface.
 */
#pragma once

#include <stddef.h>

#include "core/data/view.h"
#include "core/stats/stratum.h"

/* A document that at least one of the two runs retrieves. */
struct pair_document {
	int32_t grade;	  /* below 0: unjudged */
	uint32_t rank[2]; /* in each run, from 1; 0: not retrieved */
};

struct pair_topic {
	const char *name;
	/* Complete judgments. */
	const struct pair_document *document;
	size_t documents;
	int64_t relevant;	   /* R: all that are judged so, retrieved or not */
	int64_t judged;		   /* documents judged relevant or not */
	struct confusion count[2]; /* of each run; unjudged documents count as not relevant */
	int64_t right[2];	   /* documents that only this run is right about */
	int64_t same;		   /* documents that both or neither is right about */
	/* A sample with strata. */
	const struct pair_stratum *cell;
	size_t cells;
	/*
	 * With --outside: is the number of documents outside the frame an estimate
	 * (core/stats/two_runs/part_error.h)? And are those of each run relevant? They are among
	 * the cells, unless they are estimated and none is relevant: then `beyond` has what each
	 * run retrieves more than its cells have. That may be less than 0, as the sizes of the
	 * cells are estimates and the number of retrieved documents is not.
	 */
	bool outside_estimated, outside_relevant[2];
	double beyond[2];
	/* With labels: the cells before small classes are joined, as in struct sample_view; none if
	 * a stratum is not divided by labels. */
	const struct label_cell *label_cell;
	size_t label_cells;
};

struct pair_view {
	const char *run[2];
	/* Those that both runs have, in the order of their names; by pair_topic(). */
	const struct pair_topic *topic;
	size_t topic_size;
	size_t topics;
	int32_t level;		 /* -l: the least grade that is relevant */
	int64_t collection_size; /* -N, or 0 */
	const struct services *services;
	/*
	 * --outside=unknown: the same topics with the documents of each run outside the frame, so
	 * that precision and F of the first run against the second are the least (0), and the most
	 * (1). Else NULL.
	 */
	const struct pair_topic *extreme[2];
	struct label_variates variates; /* of the labels, for means over topics */
};

static inline const struct pair_topic *pair_topic(const struct pair_view *v, size_t i)
{
	return ELEMENT(v->topic, v->topic_size, i);
}
