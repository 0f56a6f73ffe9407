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
 * shrunk-t: topics are drawn with replacement; |t| of each pair, with an error that is shrunk
 * towards that of the others, is compared with the largest of all pairs (shrunk_t.c). p is
 * step-down (Westfall & Young 1993): once a pair is said to differ, the others are compared with
 * the largest of the rest. It depends on which other systems there are, and near-duplicates are
 * found late; so it gives intervals, and checks what others claim.
 *
 * Intervals are the mean difference +- `reach`. If an interval does not contain 0, p is at most
 * alpha. The converse holds too, except for shrunk-t, whose p can be smaller.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/bounds.h"

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

compare_together tukey_compare, random_tukey_compare, shrunk_t_compare;

/*
 * shrunk-t where systems lack topics: difference[pair * topics + topic], nan where one of the two
 * has no score. A deviation of `none` or less is rounding. nan for fewer than two topics in common.
 */
int shrunk_t_differences(const double *difference, size_t pairs, size_t topics, double none,
			 const struct simultaneous_request *q, struct simultaneous *out,
			 struct err *e);

/* The mean of each system, and by topic and system the scores less these; `mean` may be NULL. */
void centre_scores(const struct score_block *x, double *mean, double *rest);

/* For simultaneous_request.range_quantile. */
double tukey_quantile(size_t systems, size_t topics, double alpha);

/*
 * The largest of many statistics, in random draws under the hypothesis.
 */
struct drawn_maximum {
	double *value; /* ascending, when it is drawn */
	int64_t count;
};

enum { DRAWN_AT_ONCE = 4 };

/*
 * Draws in parallel: `one` gives the maximum of draw `i`, with the memory of its thread: `counts`
 * whole numbers, which are 0 at first and are added up over the threads in `total`, and behind them
 * `room` doubles. `some` gives those of `draws` draws, DRAWN_AT_ONCE at most, where that is
 * quicker. On failure nothing is left to release.
 */
struct maximum_drawing {
	double (*one)(const void *of, int64_t i, double *memory);
	const void *of;
	size_t counts, room;
	double *total; /* NULL if there are no counts */
	void (*some)(const void *of, int64_t i, size_t draws, double *memory, double *value);
};

int drawn_maximum_draw(struct drawn_maximum *d, int64_t count, int jobs,
		       const struct maximum_drawing *how, struct err *e);
void drawn_maximum_release(struct drawn_maximum *d);

/*
 * (1 + draws that reach the value) / (1 + draws), which keeps the level of the test whatever their
 * number (Davison & Hinkley 1997, section 4.2).
 */
double drawn_maximum_p(const struct drawn_maximum *d, double value);

/* The value above which p is at most alpha; infinite if there are too few draws. */
double drawn_maximum_quantile(const struct drawn_maximum *d, double alpha);

/*
 * Which ranks each of several systems can have, by intervals of their differences that hold all at
 * once: from 1 + the systems that are surely better to m - the systems that are surely worse. If
 * all intervals cover the true differences, all true ranks lie within these sets; so the sets hold
 * all at once at least as often as the intervals do. A true rank is itself a set if systems are
 * equal: from 1 + those that are better to m - those that are worse.
 *
 * (Holm 2013, "Confidence intervals for ranks"; Al Mohamad, van Zwet, Solari and Goeman 2021,
 * "Simultaneous confidence intervals for ranks using the partitioning principle".)
 */

/* 1 is the best rank. */
struct rank_set {
	size_t first, last;
};

/* Every system can have every rank. */
void rank_sets_begin(struct rank_set *set, size_t systems);

/*
 * Learns from the interval of a difference, value of a - value of b. An end that is nan says
 * nothing.
 */
void rank_sets_add(struct rank_set *set, const struct system_pair *p, struct interval difference,
		   bool lower_better);
