/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often will a sample reach its target? Before it is drawn, for a guessed truth: the
 * probability that an end of the interval reaches a bound, or that the interval is as narrow as
 * wanted. The numbers of relevant documents in the samples are independent and hypergeometric.
 *
 * A lower limit for many designs at once (reach_between()). A search for the smallest sample must
 * know that every larger one reaches the target, too. It need not try them one by one:
 *
 * Call a stratum helpful if one more relevant document in its sample raises the lower end of the
 * interval (for recall, the retrieved strata). There the lower end rises with the number r of
 * relevant documents in the sample. At the same r it falls with the sample size n, because more
 * documents are not relevant. In the other strata it is the other way round. r grows with n, in
 * distribution.
 *
 * Take all sizes with a <= n <= b. The worst that can happen is the "corner": in a
 * helpful stratum the outcomes of a sample of a, evaluated as if b had been drawn; else the
 * outcomes of b, evaluated as if a had been drawn. Every size reaches the bound at least as
 * often. The same holds for an upper end, with the roles exchanged, and for the width of one share,
 * which grows with the rarer of relevant and other documents in the sample.
 *
 * This is true of posteriors with a fixed prior, since one more document that is not relevant makes
 * a large yield less likely, and of exact limits. Other methods say so in struct
 * interval_method.monotone.
 */
#pragma once

#include "core/stats/planning/expected_interval.h"

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

/* Can reach_between() answer for several sizes? Else the method is not monotone. */
bool reach_has_corners(const struct reach_request *q);

/*
 * Of one stratum: at least this is the probability for every sample size between that of the
 * stratum and `to`; exact if they are the same, except for 1e-9 of the outcomes, which count as
 * missing the target, as outcomes without an interval do. (If more than 4,000 outcomes are within
 * two documents of the width, jumps by whole documents are left out.) With the larger size first,
 * at most this: the corner is then the best that can happen. (Of a width with more than 1,000
 * outcomes, up to jumps by whole documents.)
 */
int reach_between(const struct reach_request *q, const struct true_stratum *from, int64_t to,
		  double *out, struct err *e);

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
