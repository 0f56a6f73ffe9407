/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often stopping rules miss their target: reviews of urns, or of rankings whose judgments are
 * complete, with control samples and random tails drawn anew for each.
 *
 * A review judges the control sample first; then it follows the ranking, down to a share of the
 * collection; then it draws at random from what is left, to the end. Urns: the scores of relevant
 * documents are normal with mean `separation`, those of the others with mean 0, both with standard
 * deviation 1, drawn anew for each review.
 */
#pragma once

#include "core/commands/simulate/effort.h"
#include "core/data/reviews/ranked_reviews.h"
#include "core/options/lists.h"
#include "core/stats/stopping/stopping.h"

struct stopping_simulation {
	struct stopping_question rules;
	int64_t batch, control;
	double ranked;	    /* share of the collection that is reviewed by rank */
	int64_t collection; /* 0: not given */
	struct number_list prevalence;
	double separation;
	const struct ranked_reviews *reviews; /* NULL: urns */
	struct effort effort;		      /* reviews of each urn or topic */
};

/* How one rule did over the reviews of an urn, or of all topics of a run. */
struct stopping_figures {
	double missed;	/* share that stopped below the target */
	double error;	/* its standard error; of several topics, with these topics */
	double worst;	/* topic: its share of misses */
	double stopped; /* share that stopped before all was judged */
	double recall, cost;
};

struct stopping_group {
	const char *run; /* NULL: an urn */
	double prevalence;
	int64_t collection;
	size_t truths;
	struct stopping_figures rule[STOPPING_RULES_MAX];
};

/* For the caller to free. The same for any number of jobs. NULL: `e` is filled. */
struct stopping_group *stopping_simulate(const struct stopping_simulation *s, size_t *groups,
					 struct err *e);
