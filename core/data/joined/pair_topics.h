/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What measures of pairs see of two runs.
 */
#pragma once

#include "core/data/joined/pair_view.h"
#include "core/data/joined/rankings.h"
#include "core/data/joined/sample_join.h"

struct pair_topics {
	struct arena memory; /* of the topics, and of all their lists */
	struct pair_topic *topic;
	size_t count;
	int64_t unsampled; /* documents in cells of which nothing was sampled */
};

/* From plain judgments. `collection_size` is -N, or 0. On failure nothing is left to release. */
int pair_topics_of_rankings(struct pair_topics *x, const struct rankings *k, size_t a, size_t b,
			    int32_t level, int64_t collection_size, struct err *e);

/*
 * The documents of a topic that either run retrieves, into `out`; returns how many. `place` has an
 * element for each document of the topic and gets its place in `out`, plus 1; 0: neither has it.
 */
size_t pair_documents(const struct ranked_topic *t, size_t a, size_t b, uint32_t *place,
		      struct pair_document *out);

/* Retrieved documents that could not be drawn. No document of one run is one of the other's. */
struct pair_outside {
	double (*outside)[2];	/* by number of the topic: of each run */
	double (*retrieved)[2]; /* the same: all that it retrieves, inside and outside */
	bool *estimated;	/* by number of the topic: not counted */
	bool relevant[2];	/* of each run: they are taken to be, all or none */
};

/*
 * From strata: the topics for which `both` (by number of the judged topic) is set and that have
 * strata. Only these two runs matter if the design does not come from the runs. `outside` NULL:
 * they are left out.
 */
int pair_topics_of_strata(struct pair_topics *x, const struct design *s, const struct judgments *j,
			  const bool *both, const struct pair_outside *outside, size_t a, size_t b,
			  int32_t level, struct err *e);

void pair_topics_release(struct pair_topics *x);

/* The rank of each judged or listed document in a run, from 0; -1: not retrieved. */
int judgment_ranks(const struct judgments *j, const struct run *run, int64_t *rank, struct err *e);
