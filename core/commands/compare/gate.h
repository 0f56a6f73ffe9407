/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * May a change be merged? Each run is compared with one baseline by each measure: is it shown to
 * lose more than a margin, is it shown to lose less, or is neither shown?
 *
 *     loss        how much worse the mean of the run is than that of the baseline; below 0: better
 *     at least    its lower bound, of error alpha/K with K runs times measures, so that the chance
 *                 that any of them is above its true loss is alpha at most
 *     at most     its upper bound, of error alpha: all runs and measures must pass, so that no
 *                 adjustment is needed (the chance that one passes by mistake is alpha)
 *
 *     fail        at least > margin, of some run and measure
 *     pass        at most < margin, of all; or the scores are the same in all topics
 *     undecided   else
 *
 * Bounds are those of core/stats/topics/mean_interval.h. A margin in % of the baseline's mean is
 * not taken as known: of a baseline with scores a and a run with b, b - (1 - rho) a is tested topic
 * by topic, and the bounds are the rho at which this test changes its mind (as Fieller 1954 does
 * with t).
 */
#pragma once

#include "core/engine/compare/score_comparison.h"

enum gate_verdict { GATE_PASS, GATE_UNDECIDED, GATE_FAIL };

struct gate_request {
	bool asked;
	bool noninferior; /* passes only if all are shown to lose less */
	bool percent;	  /* the margin is in % of the baseline's mean */
	double margin;	  /* 0: none */
};

/* One run by one measure. Losses are in units of the measure, or in %, as the margin. */
struct gate_line {
	size_t run, measure;
	size_t topics;
	double loss, at_least, at_most; /* of a %, infinite: there is no such bound */
	enum gate_verdict verdict;
	/* If it is undecided, and less than the margin seems to be lost: so many topics would show
	 * with a probability of .8 that a run as good as the baseline loses less; 0: there are as
	 * many. */
	int64_t needed;
};

struct gate {
	const struct gate_request *request;
	size_t baseline;	/* number of the run */
	double alpha;		/* of each upper bound, and of all lower ones together */
	struct gate_line *line; /* by pair and measure */
	size_t lines;
	enum gate_verdict verdict;
};

/*
 * After comparison_run() with one baseline. Who cannot be compared is an error, and no pass: runs
 * whose documents or topics the judgments do not name, topics that only one of two runs has, and
 * fewer than five topics. Release also after a failure.
 */
int gate_decide(struct gate *g, const struct comparison *c, const struct gate_request *q,
		double alpha, struct err *e);
void gate_release(struct gate *g);

/* The exit status of the program. */
int gate_status(const struct gate *g);

/* "pass", "undecided", "fail" */
extern const char *const gate_words[];
