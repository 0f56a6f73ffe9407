/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Quantile-binomial confidence bound (Lewis, Yang and Frieder 2021, "Certifying one-phase
 * technology-assisted reviews"): with r relevant documents in a random sample of the collection,
 * stop when the review has reached j of them, the smallest j with
 *
 *     P(Bin(r, t) >= j) <= alpha
 *
 * t the target. For t = .8 and alpha = .05: none for r < 14, 14 of 14, 45 of 50, 87 of 100.
 *
 * Why: the position of the j-th of them is an upper confidence limit for the t-quantile of the
 * positions of all relevant documents. The review is below its target there only if j or more of
 * the r are among the first ceil(t R) - 1 of the R relevant documents in the order of the review,
 * whose number is hypergeometric, hence not likelier to be that large than Bin(r, t). j is set
 * before the review begins, so that looking at each step is no repeated test. The order of the
 * review must not depend on which documents are in the sample.
 */
#include <math.h>

#include "core/stats/rmath.h"
#include "core/stats/stopping/stopping.h"

static double p(const struct review *r, const struct stopping_question *q, size_t look)
{
	double reached = (double)review_at(r, look)->reached, all = (double)r->control_relevant;
	return all > 0 ? pbinom(reached - 1, all, q->target, 0, 0) : NAN;
}

STOPPING_RULE = {
	.name = "qbcb",
	.summary = "enough of the relevant documents of a control sample are reached",
	.manual =
		"Quantile-binomial confidence bound (Lewis, Yang and Frieder 2021): of the r relevant "
		"documents of a control sample, drawn at random from the whole collection before the "
		"review, the review has reached j, with P(Bin(r, target) >= j) <= 1 - level. Proved "
		"for one review whose order does not depend on which documents are in the control "
		"sample: recall is below the target with probability 1 - level at most. With too few "
		"relevant ones in the sample it never stops: 14 are needed for 80 %, 59 for 95 %.",
	.guarantee = true,
	.needs = "a control sample with relevant documents",
	.p = p,
};
