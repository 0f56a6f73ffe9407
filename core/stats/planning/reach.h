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
 * Take all designs with a <= n <= b in every stratum. The worst that can happen is the "corner": in
 * helpful strata the outcomes of a sample of a, evaluated as if b had been drawn; in the others the
 * outcomes of b, evaluated as if a had been drawn. Every design reaches the bound at least as
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

/*
 * Exact, except for 1e-9 of the outcomes of each sample (of a width in two strata, for pairs of
 * less than 1e-9 each), which count as missing the target. (If more than 4,000 outcomes of one
 * stratum are within two documents of the width, jumps by whole documents are left out.) One
 * stratum, or recall from one retrieved and one unretrieved stratum. Outcomes without an interval
 * miss it.
 */
int reach_probability(const struct reach_request *q, const struct truth *t, double *out,
		      struct err *e);

/* Can reach_between() answer? Else the method or the goal is not monotone. */
bool reach_has_corners(const struct reach_request *q, const struct truth *t);

/*
 * At least this is the probability for every design with sample sizes between those of two, which
 * differ in nothing else; exact if they are the same. With the larger one first,
 * at most this: the corner is then the best that can happen. (Of a width with more than 1,000
 * outcomes, up to jumps by whole documents.)
 */
int reach_between(const struct reach_request *q, const struct truth *from, const struct truth *to,
		  double *out, struct err *e);

/*
 * By how much an interval is beyond the target, which it reaches if this is 0 or more; nan: it has
 * no ends. Of a yield, the strata say how many documents there are.
 */
double reach_over(const struct reach_request *q, const struct stratum *s, size_t count,
		  struct interval x);

struct repeated_samples;

/* Whether the sample that stands in the strata reaches the target. Not for GOAL_BETTER. */
int reach_by_sample(const struct reach_request *q, struct repeated_samples *r,
		    const struct stratum *s, size_t count, bool *out, struct err *e);

/*
 * How often a sample of several strata will reach a bound or a width of recall, how it is divided
 * among them, and how large it must be.
 *
 * Outcomes of several strata are too many for a sum, unless the samples are tiny. Else samples are
 * drawn, by the same uniform numbers for every size, and the probability has a standard error.
 * Division: recall has the variance (V1 R0^2 + V0 R1^2)/R^4 (Webber 2013, eq 23), V the sum of
 * N^2 p(1-p)/n over the strata of a segment, and is smallest if n goes with N sqrt(p(1-p)) times
 * the yield of the other segment (Neyman 1934).
 */
struct strata_request {
	struct reach_request reach;
	struct true_stratum *strata; /* `sampled` is set by the functions below */
	size_t count;
	int64_t draws;
	uint64_t seed;
};

struct strata_reached {
	double probability, error; /* standard error; 0: a sum over all outcomes */
};

/* Divides n documents among the strata. */
int strata_divide(const struct strata_request *q, int64_t n, struct err *e);

/* For the sample sizes that stand in the strata. */
int strata_reach(const struct strata_request *q, struct strata_reached *out, struct err *e);

/*
 * Leaves the smallest sample that reaches the target with the probability in the strata, up to the
 * standard error of the draws; larger ones are not checked. Fails if not even all documents do.
 */
int strata_smallest(const struct strata_request *q, double assurance, struct strata_reached *out,
		    struct err *e);
