/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/repeated_samples.h"
#include "core/stats/planning/planned_share.h"

/* Outcomes whose widths are all computed; of so many, one document matters little. */
enum { LOOKED_AT = 1000 };

static bool reached(struct planned_study *y, int64_t k)
{
	bool is = false;
	y->outcomes.strata->relevant = k;
	y->failed = y->failed || reach_by_sample(&y->p->reach, y->repeated, y->outcomes.strata, 1,
						 &is, y->err) < 0;
	return is && !y->failed;
}

/* By how much the width of an outcome exceeds the target; it reaches it up to 0. */
static double excess(struct planned_study *y, int64_t k)
{
	struct interval x = { NAN, NAN };
	y->outcomes.strata->relevant = k;
	y->failed = y->failed || repeated_samples_interval(y->repeated, &x, y->err) < 0;
	return -reach_over(&y->p->reach, y->outcomes.strata, 1, x);
}

/*
 * The first outcome on the way from one that misses the target, a width by so many documents or
 * more; `to`, which is not looked at, is behind the last one.
 */
static int64_t first_missing(struct planned_study *y, int64_t from, int64_t to, double documents)
{
	bool yield = y->p->reach.interval.quantity == QUANTITY_YIELD;
	double most = documents * (yield ? 1 : 1 / (double)y->outcomes.strata->size);
	int64_t way = to > from ? 1 : -1, low = 0, high = llabs(to - from);
	while (low < high) {
		int64_t middle = low + (high - low) / 2, k = from + way * middle;
		bool is = documents == 0 ? reached(y, k) : excess(y, k) < most;
		*(is ? &low : &high) = middle + is;
	}
	return from + way * low;
}

/*
 * The mass of the outcomes that reach the target, on the way from one where it is reached most
 * easily to `to`, behind the last one; `border` is the first that misses it. But ends are whole
 * documents, up to one from where they would be: only a width that differs from the target by two
 * documents tells something of the outcomes behind it. Those between are looked at one by one,
 * unless they are too many, and all where ends are not monotone.
 */
static double mass_on_way(struct planned_study *y, int64_t from, int64_t to, bool monotone,
			  int64_t *border)
{
	const struct hypergeometric *h = y->outcomes.distribution;
	int64_t way = to > from ? 1 : -1, open = from, lost = to;
	double slack = y->p->reach.goal == GOAL_WIDTH ? 2 : 0, sum = 0;
	if (monotone) {
		open = first_missing(y, from, to, -slack);
		lost = slack > 0 ? first_missing(y, from, to, slack) : open;
		if (llabs(lost - open) > LOOKED_AT)
			open = lost = first_missing(y, from, to, 0);
	}
	if (open != from) {
		int64_t first = way > 0 ? from : open + 1, last = way > 0 ? open - 1 : from;
		sum = h->below[last - h->first] - h->below[first - h->first] +
		      hypergeometric_mass(h, first);
	}
	for (int64_t k = open; k != lost; k += way)
		sum += reached(y, k) ? hypergeometric_mass(h, k) : 0;
	*border = open;
	return sum;
}

/* Widths grow with the rarer of relevant and other documents, up to the middle of the sample. */
static void sum_up(struct planned_study *y, bool monotone, struct share_reach *out)
{
	const struct hypergeometric *h = y->outcomes.distribution;
	const struct true_stratum *s = y->p->strata;
	int64_t low = h->first, high = h->last + 1, half = s->sampled / 2 + 1, border = 0;
	if (y->p->reach.goal == GOAL_WIDTH) {
		half = half < low ? low : half > high ? high : half;
		out->probability = half > low ? mass_on_way(y, low, half, monotone, &border) : 0;
		if (high > half)
			out->probability += mass_on_way(y, high - 1, half - 1, monotone, &border);
		return;
	}
	bool lower = y->p->reach.goal == GOAL_LOWER;
	out->probability = lower ? mass_on_way(y, high - 1, low - 1, monotone, &border)
				 : mass_on_way(y, low, high, monotone, &border);
	border += lower;
	if (monotone)
		out->border = s->yield < s->size - s->yield ? border : s->sampled - border + 1;
}

/* Posteriors with a fixed prior are monotone, and exact limits; other methods say so. */
int share_reach(const struct planned_sample *p, struct share_reach *out, struct err *e)
{
	struct planned_study y = { 0 };
	const struct interval_method *m = p->reach.method;
	bool monotone =
		m->prior || m->end_prior || (m->monotone & (unsigned)p->reach.interval.quantity);
	*out = (struct share_reach){ .border = -1 };
	int status = planned_study_init(&y, p, p->strata->sampled, 0, 0, e);
	if (status == 0)
		sum_up(&y, monotone, out);
	out->probability = fmin(out->probability, 1);
	planned_study_release(&y);
	return y.failed ? -1 : status;
}
