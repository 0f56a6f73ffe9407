/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ways to compare many systems that look at all of them together: adjusted p-values, and intervals
 * of the differences that all hold at once with the level that is asked for. k systems, n topics.
 *
 * tukey: Tukey's honestly significant difference in the model topic + system: |difference| over
 * sqrt(MSE/n) is a studentized range of k means with (k-1)(n-1) degrees of freedom (Tukey 1953;
 * Carterette 2012, "Multiple testing in statistical analysis of systems-based information retrieval
 * experiments", section 4). Takes the errors as normal and of one variance for all systems.
 *
 * random-tukey: the randomised one (Carterette 2012): the scores of each topic are permuted among
 * the systems, and a difference is compared with the range of the means.
 *
 * max-t: for each pair t = mean/(sd/sqrt(n)), with its own sd; the differences from the mean get
 * random signs topic by topic, the same for all pairs, and |t| is compared with the largest of all
 * pairs (Westfall & Young 1993; signs as in the wild bootstrap, Wu 1986). This takes into account
 * how the pairs depend on each other, which Bonferroni's and Holm's adjustments do not. p is
 * step-down: once a pair is said to differ, the others are compared with the largest of the rest.
 *
 * shrunk-t: topics are drawn with replacement; |t| of each pair, with an error that is shrunk
 * towards that of the others, is compared with the largest of all pairs (shrunk_t.c). For
 * intervals; its p is single-step.
 *
 * Intervals are the mean difference +- `reach`. If an interval does not contain 0, p is at most
 * alpha. The converse holds too, except for max-t, whose p can be smaller.
 */
#pragma once

#include "core/base/err.h"

/* Scores without a gap: score[system * topics + topic]. */
struct score_block {
	const double *score;
	size_t systems, topics;
};

struct system_pair {
	size_t a, b;
};

struct simultaneous_request {
	double alpha; /* 1 less the level of the intervals */
	int64_t resamples;
	uint64_t seed;
	int jobs;
	/*
	 * Quantile of the studentized range, if the caller has it already because it needs
	 * intervals of many samples (tukey; p is then nan). 0: it is computed.
	 */
	double range_quantile;
};

/* nan if all differences of a pair are the same, so that there is no standard deviation. */
struct simultaneous {
	double p, reach;
};

/* Two systems and two topics at least. `out` by pair. The same for any number of jobs. */
typedef int compare_together(const struct score_block *x, const struct system_pair *pair,
			     size_t pairs, const struct simultaneous_request *q,
			     struct simultaneous *out, struct err *e);

compare_together tukey_compare, random_tukey_compare, max_t_compare, shrunk_t_compare;

/* For simultaneous_request.range_quantile. */
double tukey_quantile(size_t systems, size_t topics, double alpha);
