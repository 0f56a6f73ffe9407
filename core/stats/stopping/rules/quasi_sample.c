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

/* The look, and d. */
struct here {
	const struct review *review;
	const struct review_point *at;
	int64_t left, more; /* m and d */
};

/* Whether a window that begins behind so many steps is tested. */
static bool is_tested(const struct here *h, size_t i)
{
	const struct review_point *y = &h->review->at[i];
	return h->at->judged > y->judged &&
	       (i == (size_t)h->review->control || y->found > y[-1].found);
}

/*
 * No window that begins behind `from` to `to` - 1 steps has a smaller p: it is not longer than the
 * first of them, and has no fewer relevant documents than the last.
 */
static double least_possible(const struct here *h, size_t from, size_t to)
{
	const struct review_point *first = &h->review->at[from], *last = &h->review->at[to - 1];
	int64_t n = h->at->judged - first->judged, k = h->at->found - last->found;
	return n > 0 ? hypergeometric_above(n + h->left, k + h->more, h->left, h->more, 1) : 1;
}

/*
 * The smaller of `least` and the smallest p of these windows, by halves: one that cannot have it is
 * left out, so that a look takes some dozens of tests, whatever the length of the review. Windows
 * that differ by less than the error of a p count as equal: else a look at which all are nearly 1
 * would test every one of them.
 */
static double least_of(const struct here *h, size_t from, size_t to, double least)
{
	if (to - from == 1)
		return is_tested(h, from) ? fmin(least, least_possible(h, from, to)) : least;
	size_t middle = from + (to - from) / 2;
	double early = least_possible(h, from, middle), late = least_possible(h, middle, to);
	for (int turn = 0; turn < 2; turn++) {
		bool first = (early <= late) == (turn == 0);
		if ((first ? early : late) < near_below(least))
			least = least_of(h, first ? from : middle, first ? middle : to, least);
	}
	return least;
}

static double p(const struct review *r, const struct stopping_question *q, size_t look)
{
	struct here h = { r, review_at(r, look), r->collection - review_at(r, look)->judged, 0 };
	double more = stopping_too_many(q, h.at->found) - (double)h.at->found;
	if (more > (double)h.left)
		return 0;
	h.more = (int64_t)more;
	return (size_t)r->control < r->look[look]
		       ? least_of(&h, (size_t)r->control, r->look[look], 1)
		       : 1;
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
