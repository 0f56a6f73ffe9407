/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The hypergeometric test of Callaghan and Mueller-Hansen (2020, "Statistical stopping criteria for
 * automated screening in systematic reviews") at one look at a random tail.
 *
 * After the ranked part, with `before` relevant documents found, n of the `left` documents are
 * drawn at random, k of them relevant. If recall is below the target t, then at least K(k) =
 * floor((before + k)/t) + 1 - before were relevant among those left, and
 *
 *     p = P(X <= k),   X hypergeometric with K(k) of `left` relevant and n drawn
 *
 * Why it holds at one look: if K are relevant and recall is below t, then K >= K(k), and p is not
 * less than P(X <= k) with K relevant, which is <= alpha with probability alpha at most. n must
 * have been set before.
 */
#include <math.h>

#include "core/stats/stopping/stopping.h"

static double p(const struct review *r, const struct stopping_question *q, size_t look)
{
	const struct review_point *x = review_at(r, look), *earlier = review_before(r, look);
	if (q->tail == 0 || x->drawn != q->tail || earlier->drawn == q->tail)
		return NAN;
	const struct review_block *b = &r->block[x->blocks - 1];
	if (b->drawn > 0) /* not in a row */
		return NAN;
	return stopping_tail_p(q, b->left, b->found, x->drawn, x->drawn_found);
}

STOPPING_RULE = {
	.name = "tail-once",
	.summary = "hypergeometric test at one look, set before, at a random tail",
	.manual =
		"Hypergeometric test (Callaghan and Mueller-Hansen 2020): behind the ranked part, n "
		"documents are drawn at random from those left; p is the probability of as few "
		"relevant ones as were found, or fewer, if recall including them were below the "
		"target. Proved for one look at a number n that was set before the first of them was "
		"judged (--tail-size): recall is below the target with probability 1 - level at most. "
		"If the test fails, all must be reviewed, or another rule must have been set before.",
	.guarantee = true,
	.needs = "--tail-size and as many random documents in a row",
	.p = p,
};
