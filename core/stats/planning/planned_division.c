/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * With V1 and V0 the variances of the estimated yields, the variance of recall is
 *
 *     (V1 R0^2 + V0 R1^2) / (R1+R0)^4,   V = N (N-n) p (1-p) / n        (Webber's eq 23, 24)
 *
 * and is smallest where n1 : n0 = N1 R0 sqrt(p1 (1-p1)) : N0 R1 sqrt(p0 (1-p0)). The search for the
 * best division begins there, on the scale of logits of the share.
 */
#include <math.h>
#include <stdlib.h>

#include "core/stats/interval/choose.h"
#include "core/stats/interval/segments.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/planning/planned_division.h"
#include "core/stats/sampling/allocation.h"

/* So few ways to divide a sample that all are tried. */
enum { FEW = 24 };

/* The search ends with an interval of this width in the logit of the share. */
static const double LOGIT_WIDTH = 0.02;

int64_t planned_documents(const struct planned_sample *p)
{
	int64_t all = p->control != NULL ? p->control->size : 0;
	for (size_t i = 0; p->control == NULL && i < p->count; i++)
		all += p->strata[i].size;
	return all;
}

bool planned_segments(const struct planned_sample *p)
{
	return p->control == NULL && p->count == 2 &&
	       p->strata[0].retrieved != p->strata[1].retrieved;
}

/* sqrt(R(N-R)), as if half a document were relevant, or not, where none is. */
static double spread(const struct true_stratum *s)
{
	double N = (double)s->size, R = fmin(fmax((double)s->yield, 0.5), fmax(N - 0.5, 0.5));
	return sqrt(R * fmax(N - R, 0.5));
}

/* Neyman (1934): n goes with N sqrt(p(1-p)) times the yield of the other segment. */
double planned_neyman(const struct planned_sample *p)
{
	double weight[2] = { 0, 0 }, yield[2] = { 0, 0 };
	for (size_t i = 0; i < p->count; i++) {
		weight[p->strata[i].retrieved] += spread(&p->strata[i]);
		yield[p->strata[i].retrieved] += (double)p->strata[i].yield;
	}
	double one = weight[1] * fmax(yield[0], 0.5), zero = weight[0] * fmax(yield[1], 0.5);
	return one / (one + zero);
}

/* The stratum of two segments that is retrieved, or the other one. */
static struct true_stratum *segment_of(const struct planned_sample *p, bool retrieved)
{
	return &p->strata[p->strata[0].retrieved == retrieved ? 0 : 1];
}

/* The fewest and the most documents that n can have from the retrieved, at least 1 from either. */
static int64_t fewest(const struct planned_sample *p, int64_t n)
{
	int64_t rest = n - segment_of(p, false)->size;
	return rest > 1 ? rest : 1;
}

static int64_t most(const struct planned_sample *p, int64_t n)
{
	int64_t size = segment_of(p, true)->size;
	return n - 1 < size ? n - 1 : size;
}

static int64_t from_retrieved(const struct planned_sample *p, double share, int64_t n)
{
	int64_t k = (int64_t)llround(share * (double)n), low = fewest(p, n), high = most(p, n);
	return k < low ? low : k > high ? high : k;
}

static void set_division(const struct planned_sample *p, int64_t retrieved, int64_t n)
{
	segment_of(p, true)->sampled = retrieved;
	segment_of(p, false)->sampled = n - retrieved;
}

int planned_share_out(const struct planned_sample *p, double share, int64_t n, struct err *e)
{
	double weight[2] = { 0, 0 };
	if (p->control != NULL)
		return 0;
	if (planned_segments(p)) {
		set_division(p, from_retrieved(p, share, n), n);
		return 0;
	}
	struct allocation_part *part = calloc(p->count + 1, sizeof *part);
	if (part == NULL)
		return err_memory(e);
	for (size_t i = 0; i < p->count; i++)
		weight[p->strata[i].retrieved] += spread(&p->strata[i]);
	for (size_t i = 0; i < p->count; i++) {
		const struct true_stratum *s = &p->strata[i];
		part[i] = (struct allocation_part){
			.weight = spread(s) / weight[s->retrieved] *
				  (s->retrieved ? share : 1 - share),
			.size = s->size,
		};
	}
	int status = allocate(part, p->count, n, e);
	for (size_t i = 0; status == 0 && i < p->count; i++)
		p->strata[i].sampled = part[i].share;
	free(part);
	return status;
}

int planned_interval(const struct planned_sample *p, enum expected_effort effort,
		     struct expected *out, struct err *e)
{
	const struct reach_request *q = &p->reach;
	const struct truth t = { p->strata, p->count };
	double all = q->interval.quantity == QUANTITY_YIELD ? (double)planned_documents(p) : 1;
	if (expected_interval(q->method, &t, &q->interval, effort, out, e) < 0)
		return -1;
	out->lower.value /= all;
	out->upper.value /= all;
	out->width.value /= all;
	return 0;
}

struct expected_mean planned_value(const struct planned_sample *p, const struct expected *x)
{
	return p->reach.goal == GOAL_WIDTH   ? x->width
	       : p->reach.goal == GOAL_LOWER ? x->lower
					     : x->upper;
}

/* ---- the best of two segments ---- */

/* What a search has tried last, and the best of all that it has tried. */
struct search {
	const struct planned_sample *p;
	int64_t n, best;
	double least_loss; /* nan: nothing has been tried */
};

/* Its loss: the less the better. */
static int try_division(struct search *s, int64_t retrieved, double *out, struct err *e)
{
	struct expected x;
	set_division(s->p, retrieved, s->n);
	if (planned_interval(s->p, EFFORT_ROUGH, &x, e) < 0)
		return -1;
	double value = planned_value(s->p, &x).value;
	*out = isnan(value) ? INFINITY : s->p->reach.goal == GOAL_LOWER ? -value : value;
	if (!(*out >= s->least_loss)) {
		s->least_loss = *out;
		s->best = retrieved;
	}
	return 0;
}

static int try_logit(struct search *s, double z, double *out, struct err *e)
{
	return try_division(s, from_retrieved(s->p, inverse_logit(z), s->n), out, e);
}

/* Steps away from z[1] in the direction of falling losses until they rise: z[0] < z[1] < z[2]. */
static int enclose(struct search *s, double z[3], double y[3], double low, double high,
		   struct err *e)
{
	double step = 0.5;
	for (int i = 0; i < 3; i += 2) {
		z[i] = fmin(fmax(z[1] + (i - 1) * step, low), high);
		if (try_logit(s, z[i], &y[i], e) < 0)
			return -1;
	}
	while ((y[0] < y[1] && z[0] > low) || (y[2] < y[1] && z[2] < high)) {
		int from = y[0] < y[2] ? 0 : 2;
		step *= 1.6;
		z[2 - from] = z[1];
		y[2 - from] = y[1];
		z[1] = z[from];
		y[1] = y[from];
		z[from] = fmin(fmax(z[1] + (from - 1) * step, low), high);
		if (try_logit(s, z[from], &y[from], e) < 0)
			return -1;
	}
	return 0;
}

/* Golden section between z[0] and z[2], down to one division between them. */
static int narrow(struct search *s, double z[3], double y[3], struct err *e)
{
	const double golden = 0.38196601125010515180;
	while (z[2] - z[0] > LOGIT_WIDTH &&
	       from_retrieved(s->p, inverse_logit(z[2]), s->n) -
			       from_retrieved(s->p, inverse_logit(z[0]), s->n) >
		       2) {
		int longer = z[2] - z[1] > z[1] - z[0] ? 2 : 0;
		double to = z[1] + golden * (z[longer] - z[1]), loss_there;
		if (try_logit(s, to, &loss_there, e) < 0)
			return -1;
		int side = loss_there < y[1] ? 2 - longer : longer;
		z[side] = side == longer ? to : z[1];
		y[side] = side == longer ? loss_there : y[1];
		if (side != longer) {
			z[1] = to;
			y[1] = loss_there;
		}
	}
	return 0;
}

static int search_best(struct search *s, double start, struct err *e)
{
	int64_t from = fewest(s->p, s->n), to = most(s->p, s->n);
	double low = logit((double)from / (double)s->n), high = logit((double)to / (double)s->n);
	double z[3] = { 0, fmin(fmax(logit(start), low), high), 0 }, y[3];
	if (to - from >= FEW)
		return try_logit(s, z[1], &y[1], e) < 0 || enclose(s, z, y, low, high, e) < 0 ||
				       narrow(s, z, y, e) < 0
			       ? -1
			       : 0;
	for (int64_t i = from; i <= to; i++)
		if (try_division(s, i, &y[0], e) < 0)
			return -1;
	return 0;
}

int planned_best(struct planned_sample *p, int64_t n, struct err *e)
{
	struct search s = { .p = p, .n = n, .least_loss = NAN };
	double start = isnan(p->share) ? planned_neyman(p) : p->share;
	if (!p->reach.method->forced_ends) {
		p->share = planned_neyman(p);
		return planned_share_out(p, p->share, n, e);
	}
	if (search_best(&s, start, e) < 0)
		return -1;
	p->share = (double)s.best / (double)n;
	set_division(p, s.best, n);
	return 0;
}

/* ---- as printed ---- */

static struct segment segment_at(const struct true_stratum *s)
{
	double N = (double)s->size, R = (double)s->yield, n = (double)s->sampled;
	return (struct segment){ .size = s->size,
				 .sampled = s->sampled,
				 .yield = R,
				 .variance = (N - n) * R * (1 - R / N) / n };
}

struct interval planned_normal(const struct planned_sample *p)
{
	const struct interval_request *q = &p->reach.interval;
	const struct segments g = {
		.retrieved = segment_at(segment_of(p, true)),
		.unretrieved = segment_at(segment_of(p, false)),
	};
	return segments_normal_ends(&g, q, segments_quantity(&g, q));
}

/* As a sample that finds what is to be expected, and something where all is judged. */
const struct interval_method *planned_method(const struct planned_sample *p)
{
	const struct interval_request *q = &p->reach.interval;
	struct divided_stratum d[2];
	for (size_t i = 0; planned_segments(p) && i < 2; i++) {
		const struct true_stratum *s = &p->strata[i];
		int64_t n = s->sampled, r = n == s->size ? s->yield : 0;
		d[i] = counted_stratum(&(struct stratum){ s->size, n, r, n, s->retrieved }, 0);
	}
	return q->by_rule && planned_segments(p)
		       ? interval_find(interval_choose(strata_facts(d, 2, q))->method)
		       : p->reach.method;
}
