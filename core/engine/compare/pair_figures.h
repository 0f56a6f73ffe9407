/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is said of each pair of runs beside tests over topics, such as P(A > B), and what there is
 * to warn of.
 *
 * Apart from run_comparison.c because it is about documents, and that one about topics.
 */
#pragma once

#include "core/data/joined/rankings.h"
#include "core/engine/compare/pair_requests.h"
#include "core/engine/compare/score_comparison.h"
#include "core/engine/evaluate/batch.h"
#include "core/engine/evaluate/run_scores.h"

/* All of it is borrowed. */
struct compared_pairs {
	struct pair *pair; /* get their figures */
	size_t pairs;
	const bool *unmet;	 /* by run: as in struct comparison */
	const char *const *name; /* by run */
	const struct families *families;
	const struct pair_request *asked;
	const struct judgments *judgments;
	const struct run_scores *scores;
	const struct batch *batch;
	struct warnings *warnings;
	int jobs;
};

/* From rankings, or, if `k` is NULL, from the strata of the runs. */
int pair_figures(struct compared_pairs *w, const struct rankings *k, const struct evaluated_run *r,
		 struct err *e);
