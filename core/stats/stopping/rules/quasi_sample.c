/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Callaghan and Mueller-Hansen's ranked quasi-sampling, as in their program buscar: the last
 * documents of a ranked review are taken for a random sample of what was left before them, as these
 * are not less likely to be relevant than the others left. The test of tail_once.c is done for all
 * windows that end here and begin at a look (if there are more than 100, at as many of them, evenly
 * spread), at every look, and the smallest p is taken.
 */
#include <math.h>

#include "core/stats/stopping/stopping.h"

enum { WINDOWS = 100 };

static double p(const struct review *r, const struct stopping_question *q, size_t look)
{
	const struct review_point *x = review_at(r, look);
	size_t stride = look / WINDOWS + 1;
	double least = 1;
	for (size_t i = look % stride; i <= look; i += stride) {
		const struct review_point *y = review_before(r, i);
		int64_t n = x->judged - y->judged, k = x->found - y->found;
		if (n > 0)
			least = fmin(least,
				     stopping_tail_p(q, r->collection - y->judged, y->found, n, k));
	}
	return least;
}

STOPPING_RULE = {
	.name = "quasi-sample",
	.summary = "hypergeometric tests of the last ranked documents, at every look",
	.manual =
		"Ranked quasi-sampling (Callaghan and Mueller-Hansen 2020; buscar): as if the last "
		"documents, in windows of all lengths, had been drawn at random. The smallest p of "
		"many, at many looks, of documents that are not random: no guarantee.",
	.p = p,
};
