/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The test of tail_once.c, at every look at the random tail: no guarantee.
 */
#include <math.h>

#include "core/stats/stopping/stopping.h"

static double p(const struct review *r, const struct stopping_question *q, size_t look)
{
	const struct review_point *x = review_at(r, look);
	if (x->drawn == 0)
		return NAN;
	const struct review_block *b = &r->block[x->blocks - 1];
	return stopping_tail_p(q, b->left, b->found, x->drawn - b->drawn,
			       x->drawn_found - b->drawn_found);
}

STOPPING_RULE = {
	.name = "tail-again",
	.summary = "the same test at every look at the random tail",
	.manual =
		"The test of tail-once, at every look at the last random documents in a row. Each "
		"look is another chance to stop too early: no guarantee.",
	.needs = "random documents",
	.p = p,
};
