/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The knee of the curve of relevant documents found (Cormack and Grossman 2016, "Engineering
 * quality and reliability in technology-assisted review", section 4): with rel(s) found after s
 * documents, stop if for some i < s the slope before i is steep against the slope behind it:
 *
 *     (rel(i)/i) / ((1 + rel(s) - rel(i))/(s - i)) >= 156 - min(rel(s), 150)
 *
 * and s is 1000 at least. i runs over the looks; the control sample does not count.
 */
#include "core/stats/stopping/stopping.h"

enum { LEAST = 1000 };

static bool stops(const struct review *r, const struct stopping_question *q, size_t look)
{
	(void)q;
	const struct review_point *start = &r->at[r->control], *x = review_at(r, look);
	double s = (double)(x->judged - start->judged), found = (double)(x->found - start->found);
	double wanted = 156 - (found < 150 ? found : 150);
	if (s < LEAST)
		return false;
	for (size_t k = 0; k < look; k++) {
		const struct review_point *y = review_at(r, k);
		double i = (double)(y->judged - start->judged);
		double before = (double)(y->found - start->found);
		if (i > 0 && s > i && before / i * (s - i) >= wanted * (1 + found - before))
			return true;
	}
	return false;
}

STOPPING_RULE = {
	.name = "knee",
	.summary = "the curve of what is found flattens",
	.manual =
		"Knee method (Cormack and Grossman 2016): the slope of the curve of relevant documents "
		"before some point is at least 156 - min(found, 150) times the slope behind it, after "
		"1,000 documents at least. Aims at high recall, whatever the target: no guarantee.",
	.stops = stops,
};
