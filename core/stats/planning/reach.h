/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a sample is to reach: a bound, a width, or to tell which of two runs is better.
 */
#pragma once

#include "core/stats/interval/interval.h"

enum reach_goal {
	GOAL_WIDTH, /* the width at most the target; of an expectation, as small as can be */
	GOAL_LOWER, /* the lower end at least the target, as high as can be */
	GOAL_UPPER, /* the upper end at most the target, as low as can be */
	/*
	 * The first of two runs has the higher recall: P(U > V) + P(U = V)/2 >= 1 - lower_p, with U
	 * and V the yields of what only one of them retrieves, the retrieved stratum and the other
	 * one here. Documents of both runs or of neither do not matter
	 * (core/stats/two_runs/difference.h).
	 */
	GOAL_BETTER,
};

struct reach_request {
	const struct interval_method *method;
	struct interval_request interval;
	enum reach_goal goal;
	double target; /* a share; of a yield, of all documents of the strata */
};

/* The width, the lower or the upper end. */
double reach_value(enum reach_goal goal, struct interval x);

/*
 * By how much an interval is beyond the target, which it reaches if this is 0 or more; nan: it has
 * no ends. Of a yield, the strata say how many documents there are.
 */
double reach_over(const struct reach_request *q, const struct stratum *s, size_t count,
		  struct interval x);

struct repeated_samples;

/* Whether the sample that stands in the strata reaches the target. */
int reach_by_sample(const struct reach_request *q, struct repeated_samples *r,
		    const struct stratum *s, size_t count, bool *out, struct err *e);
