/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/near.h"
#include "core/stats/stopping/stopping.h"

static bool stops(const struct review *r, const struct stopping_question *q, size_t look)
{
	return (double)review_at(r, look)->judged >=
	       near_below(q->budget * (double)r->collection); /* .07 of 100 is 7 */
}

STOPPING_RULE = {
	.name = "budget",
	.summary = "a share of the collection is judged",
	.manual =
		"A share (--rule=budget:X) of the collection is judged. Says nothing about recall: no "
		"guarantee.",
	.stops = stops,
};
