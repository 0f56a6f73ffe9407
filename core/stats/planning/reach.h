/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often a sample will give what is wanted of it, before it is drawn: the probability that an
 * end of the interval reaches a bound, or that its width does, for a truth that is guessed. The
 * numbers of relevant documents in the samples are independent and hypergeometric.
 *
 * Between two designs. Write c(r) for what a sample gives. A lower end rises with a relevant
 * document more in a stratum that helps (for recall, a retrieved one) and falls with one more
 * document of it that is not relevant; so, at the same r, it falls with n there, and it is the
 * other way round in a stratum that hurts. Numbers of relevant documents rise with n, in
 * distribution. So all samples of n with a <= n <= b in every stratum reach a bound at least as
 * often as the corner does: outcomes of a and sizes of b in strata that help, outcomes of b and
 * sizes of a in those that hurt. The same is true of a width of one share, which grows with the
 * rarer of relevant and other documents in the sample. This is so for posteriors with a fixed
 * prior, as an additional document that is not relevant makes any yield less likely to be large,
 * and for exact limits; the methods say it of themselves (struct interval_method.monotone).
 */
#pragma once

#include "core/stats/planning/expected_interval.h"

enum reach_goal {
	GOAL_WIDTH, /* the width at most the target; of an expectation, as small as can be */
	GOAL_LOWER, /* the lower end at least the target, as high as can be */
	GOAL_UPPER, /* the upper end at most the target, as low as can be */
	/*
	 * Of two runs the first has the higher recall: P(U > V) + P(U = V)/2 >= 1 - lower_p, with U
	 * and V the yields of what only one of them retrieves, the retrieved stratum and the other
	 * one here. Documents of both runs or of neither do not matter
	 * (core/stats/shared/difference.h).
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
 * less than 1e-9 each), which count as missing the target. One stratum, or recall from one
 * retrieved and one unretrieved stratum. Outcomes without an interval miss it.
 */
int reach_probability(const struct reach_request *q, const struct truth *t, double *out,
		      struct err *e);

/* Can reach_between() answer? Else the method or the goal is not monotone. */
bool reach_has_corners(const struct reach_request *q, const struct truth *t);

/*
 * At least this is the probability for every design with sample sizes between those of two, which
 * differ in nothing else; exact if they are the same.
 */
int reach_between(const struct reach_request *q, const struct truth *from, const struct truth *to,
		  double *out, struct err *e);

/* Does an interval reach the target? Of a yield, the strata say how many documents there are. */
bool reach_is_reached(const struct reach_request *q, const struct stratum *s, size_t count,
		      struct interval x);

/* Does the sample that stands in the strata of `r`? Not for GOAL_BETTER. */
struct repeated_samples;
int reach_by_sample(const struct reach_request *q, struct repeated_samples *r,
		    const struct stratum *s, size_t count, bool *out, struct err *e);
