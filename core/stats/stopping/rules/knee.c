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

/* s and rel(s) here, and the ratio of slopes that is asked for. */
struct here {
	const struct review *review;
	double judged, found, ratio;
};

static bool is_steep(const struct here *h, double i, double before)
{
	return i > 0 && h->judged > i &&
	       before / i * (h->judged - i) >= h->ratio * (1 + h->found - before);
}

/*
 * Whether a look from `from` to `to` - 1 has a knee. If not even the first of them had, with all
 * that was found up to the last, none has: halves that cannot have one are left out.
 */
static bool has_knee(const struct here *h, size_t from, size_t to)
{
	const struct review_point *start = &h->review->at[h->review->control];
	double i = (double)(review_at(h->review, from)->judged - start->judged);
	double found = (double)(review_at(h->review, to - 1)->found - start->found);
	if (i > 0 && !is_steep(h, i, found))
		return false;
	if (to - from == 1)
		return i > 0;
	size_t middle = from + (to - from) / 2;
	return has_knee(h, from, middle) || has_knee(h, middle, to);
}

static bool stops(const struct review *r, const struct stopping_question *q, size_t look)
{
	(void)q;
	const struct review_point *start = &r->at[r->control], *x = review_at(r, look);
	struct here h = { r, (double)(x->judged - start->judged), (double)(x->found - start->found),
			  0 };
	h.ratio = 156 - (h.found < 150 ? h.found : 150);
	return h.judged >= LEAST && look > 0 && has_knee(&h, 0, look);
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
