/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Callaghan and Mueller-Hansen's ranked quasi-sampling, as in their programs buscar and buscarpy:
 * the last documents of a ranked review are taken for a random sample of what was left before them,
 * as these are not less likely to be relevant than the others left. The test of tail_once.c is done
 * for all windows that end here, and the smallest p is taken.
 *
 * Of n documents in a window k are relevant, m are left behind it, and recall is below the target
 * if d more are relevant among those, whatever the window. Its p is the probability of d or more of
 * the k + d among m drawn from n + m. So it falls as a window gets longer by a document that is not
 * relevant, and the smallest p is that of a window that begins behind a relevant document, or with
 * the review: no other is tested. If fewer than d documents are left, p is 0 (buscarpy: not a
 * number, if a window is shorter than that).
 */
#include <math.h>

#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/stopping/stopping.h"

static double p(const struct review *r, const struct stopping_question *q, size_t look)
{
	const struct review_point *x = review_at(r, look);
	int64_t m = r->collection - x->judged;
	double d = stopping_too_many(q, x->found) - (double)x->found, least = d > (double)m ? 0 : 1;
	for (size_t i = (size_t)r->control; least > 0 && i < r->look[look]; i++) {
		const struct review_point *y = &r->at[i];
		int64_t n = x->judged - y->judged, k = x->found - y->found;
		if (n > 0 && (i == (size_t)r->control || y->found > y[-1].found))
			least = fmin(least,
				     hypergeometric_above(n + m, k + (int64_t)d, m, (int64_t)d, 1));
	}
	return least;
}

STOPPING_RULE = {
	.name = "quasi-sample",
	.summary = "hypergeometric tests of the last ranked documents, at every look",
	.manual =
		"Ranked quasi-sampling (Callaghan and Mueller-Hansen 2020; buscarpy): as if the last "
		"documents, in windows of all lengths, had been drawn at random. The smallest p of "
		"many, at many looks, of documents that are not random: no guarantee.",
	.p = p,
};
