/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/interval/repeated_samples.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/planning/planned_share.h"

/* Outcomes whose widths are all computed; of so many, one document matters little. */
enum { LOOKED_AT = 1000 };

struct study {
	const struct reach_request *request;
	struct hypergeometric distribution;
	struct stratum stratum;
	struct repeated_samples *repeated;
	bool failed;
	struct err *err;
};

static int study_init(struct study *y, const struct reach_request *q, const struct true_stratum *s,
		      struct err *e)
{
	*y = (struct study){ .request = q, .err = e };
	if (hypergeometric_init(&y->distribution, s->sampled, e) < 0)
		return -1;
	hypergeometric_set(&y->distribution, s->size, (double)s->yield, s->sampled);
	hypergeometric_trim(&y->distribution, PLAN_LEFT_OUT);
	y->stratum = (struct stratum){ .size = s->size,
				       .sampled = s->sampled,
				       .assessable = s->sampled,
				       .retrieved = s->retrieved };
	y->repeated = repeated_samples_new(q->method, &y->stratum, 1, &q->interval, e);
	return y->repeated ? 0 : -1;
}

static bool reached(struct study *y, int64_t k)
{
	bool is = false;
	y->stratum.relevant = k;
	y->failed = y->failed ||
		    reach_by_sample(y->request, y->repeated, &y->stratum, 1, &is, y->err) < 0;
	return is && !y->failed;
}

/* By how much the width of an outcome exceeds the target; it reaches it up to 0. */
static double excess(struct study *y, int64_t k)
{
	struct interval x = { NAN, NAN };
	y->stratum.relevant = k;
	y->failed = y->failed || repeated_samples_interval(y->repeated, &x, y->err) < 0;
	return -reach_over(y->request, &y->stratum, 1, x);
}

/*
 * The first outcome on the way from one that misses the width by so many documents or more; `to`,
 * which is not looked at, is behind the last one.
 */
static int64_t first_missing(struct study *y, int64_t from, int64_t to, double documents)
{
	bool yield = y->request->interval.quantity == QUANTITY_YIELD;
	double most = documents * (yield ? 1 : 1 / (double)y->stratum.size);
	int64_t way = to > from ? 1 : -1, low = 0, high = llabs(to - from);
	while (low < high) {
		int64_t middle = low + (high - low) / 2;
		bool is = excess(y, from + way * middle) < most;
		*(is ? &low : &high) = middle + is;
	}
	return from + way * low;
}

static double mass_between(const struct hypergeometric *h, int64_t first, int64_t last)
{
	return h->below[last - h->first] - h->below[first - h->first] +
	       hypergeometric_mass(h, first);
}

/*
 * The mass of the outcomes that reach the width. It grows with the rarer of relevant and other
 * documents, up to the middle of the sample. But ends are whole documents, up to one from where
 * they would be: only a width that differs from the target by two documents tells something of the
 * outcomes behind it. Those between are looked at one by one, unless they are too many.
 */
static double of_width(struct study *y)
{
	const struct hypergeometric *h = &y->distribution;
	int64_t half = y->stratum.sampled / 2;
	double sum = 0;
	for (int way = 1; way >= -1; way -= 2) {
		int64_t from = way > 0 ? h->first : h->last;
		int64_t to = way > 0 ? (h->last < half ? h->last : half) + 1
				     : (h->first > half ? h->first : half + 1) - 1;
		if ((to - from) * way <= 0)
			continue;
		int64_t open = first_missing(y, from, to, -2);
		int64_t lost = first_missing(y, from, to, 2);
		if (llabs(lost - open) > LOOKED_AT)
			open = lost = first_missing(y, from, to, 0);
		if (open != from)
			sum += way > 0 ? mass_between(h, from, open - 1)
				       : mass_between(h, open + 1, from);
		for (int64_t k = open; k != lost; k += way)
			sum += excess(y, k) <= 0 ? hypergeometric_mass(h, k) : 0;
	}
	return sum;
}

/* One more relevant document moves both ends up: the outcomes are on one side of a border. */
static double of_bound(struct study *y, bool rare, int64_t *border)
{
	const struct hypergeometric *h = &y->distribution;
	bool lower = y->request->goal == GOAL_LOWER;
	int64_t low = h->first, high = h->last + 1;
	while (low < high) {
		int64_t middle = low + (high - low) / 2;
		bool is = reached(y, middle) == lower;
		*(is ? &high : &low) = middle + !is;
	}
	*border = rare ? low : y->stratum.sampled - low + 1;
	if (lower)
		return low <= h->last ? h->above[low - h->first] : 0;
	return low > h->first ? h->below[low - 1 - h->first] : 0;
}

/* Of ends that are not monotone, every outcome. */
static double of_each(struct study *y)
{
	const struct hypergeometric *h = &y->distribution;
	double sum = 0;
	for (int64_t k = h->first; k <= h->last && !y->failed; k++)
		sum += reached(y, k) ? hypergeometric_mass(h, k) : 0;
	return sum;
}

/* Posteriors with a fixed prior are monotone, and exact limits; other methods say so. */
int share_reach(const struct reach_request *q, const struct true_stratum *s,
		struct share_reach *out, struct err *e)
{
	struct study y;
	const struct interval_method *m = q->method;
	bool monotone = m->prior || m->end_prior || (m->monotone & (unsigned)q->interval.quantity);
	*out = (struct share_reach){ .border = -1 };
	int status = study_init(&y, q, s, e);
	if (status == 0)
		out->probability = fmin(
			1, !monotone ? of_each(&y)
			   : q->goal == GOAL_WIDTH
				   ? of_width(&y)
				   : of_bound(&y, s->yield < s->size - s->yield, &out->border));
	hypergeometric_release(&y.distribution);
	repeated_samples_free(y.repeated);
	return y.failed ? -1 : status;
}
