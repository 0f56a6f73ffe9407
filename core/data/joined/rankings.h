/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rankings of several runs on the judged topics, with documents under numbers that the runs
 * share: what two runs retrieve in common is then found without looking at names again.
 */
#pragma once

#include "core/data/joined/join.h"
#include "core/data/judgments/judgments.h"
#include "core/data/runs/run.h"

struct ranked_topic {
	const struct judged_topic *judged;
	size_t documents; /* that any run retrieves; they have the numbers 0, 1, 2 ... */
	int32_t *grade;	  /* of each; below 0: unjudged, see view.h */
	uint64_t *name;	  /* hash_name() of each, by name; else NULL */
	uint32_t **order; /* by run: numbers of its documents, best first; NULL: it lacks the topic
			   */
	size_t *count;	  /* by run */
};

struct rankings {
	struct arena memory;
	struct ranked_topic *topic; /* in the bytewise order of their names */
	size_t topics;
	size_t runs;
};

/*
 * Reads the runs' records once; of the options, -M and -J count, and -c: a topic that a run lacks
 * is an empty ranking. `by_name`: numbers are in the bytewise order of the documents' names. A
 * document that a run has twice in a topic is an error. On failure nothing is left to release.
 */
int rankings_build(struct rankings *k, const struct judgments *j, const struct run *const *runs,
		   size_t count, const struct join_options *o, bool by_name, struct err *e);
void rankings_release(struct rankings *k);
