/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/near.h"
#include "core/stats/stopping/stopping.h"

static bool stops(const struct review *r, const struct stopping_question *q, size_t look)
{
	const struct review_point *x = review_at(r, look), *y = review_before(r, look);
	double n = (double)(x->judged - y->judged), k = (double)(x->found - y->found);
	return n > 0 && k < near_below(q->precision * n); /* .07 of 100 is 7 */
}

STOPPING_RULE = {
	.name = "batch-precision",
	.summary = "hardly anything in the last batch was relevant",
	.manual =
		"Less than a share (--rule=batch-precision:X) of the documents since the last look are relevant. "
		"Says nothing about recall: no guarantee.",
	.stops = stops,
};
