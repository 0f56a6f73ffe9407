/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scores of several runs on several topics, from all judgments and from few of them, and how well
 * those from few agree with those from all.
 *
 * Apart from pool_or_sample.c because it knows scores only, not how documents were judged.
 */
#pragma once

#include "core/commands/simulate/pool_or_sample_types.h"

/* Scores by run, then by topic; nan: undefined, and left out of means. */
struct scored_runs {
	const double *score;
	size_t runs, topics;
};

/* The mean over topics of one run; nan if there is none. */
double scored_mean(const struct scored_runs *s, size_t run);

/*
 * better[a * runs + b]: run a is significantly better than run b. Wilcoxon's signed-rank test over
 * the topics where both have a score, 1 - P(W >= w) > .95 (the "left-p-value" of Aslam & Pavlu
 * 2008, section 3.2, without the observed value's own probability: so the test keeps its level with
 * few topics, too).
 */
int significant_pairs(const struct scored_runs *s, bool *better, struct err *e);

/* What of a comparison stays the same for all ways of judging. */
struct agreement_frame {
	struct scored_runs actual;
	const double *actual_mean; /* by run */
	const bool *better;	   /* significant_pairs() of them; NULL: not wanted */
	const bool *shapes;	   /* by run: it is of GROUP_SHAPING, else of GROUP_HELD */
};

bool in_group(const bool *shapes, size_t run, enum run_group group);

/* Adds what one sample (or pool) gave to the figures of each group, and of each run. */
int agreement_add(const struct agreement_frame *f, const double *estimate,
		  struct sampling_figures *const figures[RUN_GROUPS],
		  struct sampling_run_figures *run, struct err *e);

/* Adds a number, unless it is nan. */
void spread_add(struct spread *s, double x);
