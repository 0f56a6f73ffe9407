/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A bound on the relevant documents of the collection that holds at every look.
 *
 * For a number R of relevant documents in the collection, each random draw, of the control sample
 * or later from what was left, has the probability (R - found)/left of being relevant, whatever
 * was reviewed in between. So there is a martingale for R as in
 * core/stats/distribution/drawing_ratio.h, with two factors: one for the control sample and one for
 * all later random draws (one alone if there is no control sample, which is known from the start).
 * Its logarithm F is convex in R. Let R* be the least R with which what was found is below the
 * target. If F(R*) >= ln(1/alpha) and F does not fall from R* to R*+1, then all R >= R* are out.
 * That happens at some look, while R >= R* is true, with probability alpha at most (Waudby-Smith
 * and Ramdas 2020). p = exp(-F(R*)).
 */
#include <math.h>

#include "core/stats/distribution/drawing_ratio.h"
#include "core/stats/stopping/stopping.h"

/* ln P(R) of the draws up to a point, of the control sample or of the others. */
static double likelihood(const struct review *r, const struct review_point *p, double R,
			 bool control)
{
	double sum = 0;
	for (size_t i = 0; i < p->blocks; i++) {
		const struct review_block *b = &r->block[i];
		bool last = i + 1 == p->blocks;
		if (b->control != control)
			continue;
		double n = (double)r->control, k = (double)r->control_relevant;
		if (!control) {
			n = (double)(last ? p->drawn : b[1].drawn) - (double)b->drawn;
			k = (double)(last ? p->drawn_found : b[1].drawn_found) -
			    (double)b->drawn_found;
		}
		sum += drawing_log_likelihood((double)b->left, R - (double)b->found, n, k);
	}
	return sum;
}

static double evidence(const struct review *r, const struct review_point *p, double R)
{
	double share = r->control > 0 ? 0.5 : 1, sum = 0;
	double n = (double)r->control, k = (double)r->control_relevant;
	if (r->control > 0)
		sum += drawing_log_factor(drawing_log_marginal(n, k) - likelihood(r, p, R, true),
					  share);
	n = (double)p->drawn;
	k = (double)p->drawn_found;
	return sum +
	       drawing_log_factor(drawing_log_marginal(n, k) - likelihood(r, p, R, false), share);
}

static double p(const struct review *r, const struct stopping_question *q, size_t look)
{
	const struct review_point *x = review_at(r, look);
	double R = stopping_too_many(q, x->found);
	double most = (double)(x->found + r->collection - x->judged);
	if (R > most) /* the collection cannot have that many */
		return 0;
	if (x->drawn + r->control == 0)
		return NAN;
	double here = evidence(r, x, R);
	bool rises = R + 1 > most || evidence(r, x, R + 1) >= here;
	return rises ? fmin(exp(-here), 1) : 1;
}

STOPPING_RULE = {
	.name = "anytime",
	.summary = "a bound from all random documents that holds at every look",
	.manual =
		"Each document that was drawn at random, for a control sample or from what was left, "
		"counts as evidence against numbers of relevant documents with which recall would be "
		"below the target; the review may stop when all of them are out. The evidence is a "
		"martingale (Waudby-Smith and Ramdas 2020), so even if you look again and again, "
		"and stop when you please, you are below the target with probability 1 - level at most. "
		"The order of the other documents, and when random ones are drawn, may depend on "
		"anything that was seen before.",
	.guarantee = true,
	.needs = "random documents, or a control sample",
	.p = p,
};
