/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/stats/interval/choose.h"
#include "core/stats/distribution/yield.h"
#include "core/stats/interval/interval.h"
#include "core/stats/interval/two_phase.h"

enum {
	POINTS = 8192,	   /* of a distribution */
	SUM_POINTS = 2048, /* of the sum of two, if its values are not summed one by one */
	SUMMED_WHOLE = 64, /* so many values of N1 are taken one by one */
	NODES = 24,	   /* else so many, by Gauss's quadrature */
};

static const double TAIL = 1e-12; /* is left out at either end of a distribution */

double two_phase_estimate(const struct coded_sample *s)
{
	double sum = 0, n = (double)(s->coded[0] + s->coded[1]);
	for (int code = 0; code < 2; code++) {
		double share = s->trusted[code]
				       ? code
				       : (double)s->relevant[code] / (double)s->again[code];
		sum += s->coded[code] > 0 ? (double)s->coded[code] * share : 0;
	}
	return s->size > 0 ? (double)s->size * sum / n : 0;
}

/*
 * ---- the relevant documents of one sample ----
 *
 * P(X <= low + i step) for i = 0 .. count - 1. If `whole`, the step is 1 and these are all values;
 * else the function is linear in between, except for a mass at `low`.
 */
struct spread {
	double low, step;
	size_t count;
	bool whole;
	double *upto;
};

/* N1 of so many documents, in a mixture. */
struct node {
	int64_t coded_relevant;
	double weight;
	struct yield_distribution *yield;
};

struct mixture {
	struct node node[2 * SUMMED_WHOLE + 2];
	size_t count;
};

static void release_nodes(struct mixture *m)
{
	for (size_t i = 0; i < m->count; i++)
		yield_free(m->node[i].yield);
}

static void add_node(struct mixture *m, double coded_relevant, double weight)
{
	if (weight > 0)
		m->node[m->count++] = (struct node){ (int64_t)coded_relevant, weight, NULL };
}

/* A value between two whole numbers is shared by both. */
static void add_nodes(struct mixture *m, const struct rule *r)
{
	for (size_t i = 0; i < r->count; i++) {
		double below = floor(r->x[i]), part = r->x[i] - below;
		add_node(m, below, r->w[i] * (1 - part));
		add_node(m, below + 1, r->w[i] * part);
	}
}

/* Among documents of a code, the relevant share that the second review finds. */
static double share_of(const struct coded_sample *s, int code)
{
	if (s->trusted[code] || s->again[code] == 0)
		return code;
	return (double)s->relevant[code] / (double)s->again[code];
}

/* The values of N1 with their weights; `lower`: for the lower end of the yield. */
static int mix(struct mixture *m, const struct coded_sample *s, bool lower, struct err *e)
{
	int64_t unseen = s->size - s->coded[0] - s->coded[1];
	bool fewer = lower == (share_of(s, 1) >= share_of(s, 0));
	const struct beta_binomial term = { .size = unseen,
					    .a = (double)s->coded[1] + (fewer ? 0 : 1),
					    .b = (double)s->coded[0] + (fewer ? 1 : 0) };
	*m = (struct mixture){ 0 };
	struct yield_distribution *l = yield_new(s->coded[1], &term, 1, YIELD_EXACT_POINTS, e);
	if (l == NULL)
		return -1;
	struct rule points = { 0 }, gauss = { 0 };
	bool done = rule_points(&points, l) == 0 &&
		    (points.count <= SUMMED_WHOLE || rule_gauss(&gauss, &points, NODES) == 0);
	if (done)
		add_nodes(m, points.count <= SUMMED_WHOLE ? &points : &gauss);
	rule_release(&points);
	rule_release(&gauss);
	yield_free(l);
	return done ? 0 : err_memory(e);
}

/* The relevant documents, given N1. */
static struct yield_distribution *yield_given(const struct coded_sample *s, int64_t coded_relevant,
					      bool lower, struct err *e)
{
	const int64_t size[2] = { s->size - coded_relevant, coded_relevant };
	struct stratum stratum[2];
	struct prior prior[2];
	struct beta_binomial term[2];
	size_t count = 0;
	int64_t found = s->trusted[1] ? coded_relevant : 0;
	for (int code = 0; code < 2; code++)
		if (!s->trusted[code])
			stratum[count++] = (struct stratum){ .size = size[code],
							     .sampled = s->again[code],
							     .relevant = s->relevant[code],
							     .assessable = s->again[code] };
	const struct interval_method *by = interval_find(interval_choose(OF_SET, FACT_ONE_END));
	if (by->end_prior(stratum, count, QUANTITY_YIELD, lower, prior, e) < 0)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		const struct stratum *x = &stratum[i];
		found += x->relevant;
		term[i] = (struct beta_binomial){ .size = x->size - x->sampled,
						  .a = prior[i].alpha + (double)x->relevant,
						  .b = prior[i].beta +
						       (double)(x->sampled - x->relevant) };
	}
	return yield_new(found, term, count, POINTS, e);
}

static double mixture_cdf(const struct mixture *m, double x)
{
	double sum = 0, all = 0;
	for (size_t i = 0; i < m->count; i++) {
		sum += m->node[i].weight * yield_cdf(m->node[i].yield, x);
		all += m->node[i].weight;
	}
	return sum / all;
}

static int tabulate(struct spread *out, const struct mixture *m, struct err *e)
{
	double low = INFINITY, high = -INFINITY;
	for (size_t i = 0; i < m->count; i++) {
		low = fmin(low, yield_quantile(m->node[i].yield, TAIL));
		high = fmax(high, yield_quantile(m->node[i].yield, 1 - TAIL));
	}
	*out = (struct spread){ .low = low, .whole = high - low < POINTS };
	out->count = out->whole ? (size_t)(high - low) + 1 : POINTS;
	out->step = out->whole ? 1 : (high - low) / (POINTS - 1);
	out->upto = malloc(out->count * sizeof *out->upto);
	if (out->upto == NULL)
		return err_memory(e);
	for (size_t i = 0; i < out->count; i++)
		out->upto[i] = mixture_cdf(m, low + (double)i * out->step);
	out->upto[out->count - 1] = 1;
	return 0;
}

static int spread_init(struct spread *out, const struct coded_sample *s, bool lower, struct err *e)
{
	struct mixture m;
	if (mix(&m, s, lower, e) < 0)
		return -1;
	int result = 0;
	for (size_t i = 0; i < m.count && result == 0; i++) {
		m.node[i].yield = yield_given(s, m.node[i].coded_relevant, lower, e);
		result = m.node[i].yield != NULL ? 0 : -1;
	}
	if (result == 0)
		result = tabulate(out, &m, e);
	release_nodes(&m);
	return result;
}

/* P(X <= x) */
static double spread_cdf(const struct spread *s, double x)
{
	double at = (x - s->low) / s->step;
	if (s->whole)
		at = floor(at + 1e-9 * (1 + fabs(x))); /* round-off must not miss a value */
	if (at < 0)
		return 0;
	if (at >= (double)(s->count - 1))
		return 1;
	size_t i = (size_t)at;
	double part = at - (double)i;
	return s->upto[i] + part * (s->upto[i + 1] - s->upto[i]);
}

/* The same, over the values of the first; theta is not 0. */
static double pair_cdf_by_first(const struct spread *one, const struct spread *zero, double c,
				double theta)
{
	double sum = 0;
	for (size_t i = 0; i < one->count; i++) {
		double mass = one->upto[i] - (i > 0 ? one->upto[i - 1] : 0);
		double least = spread_cdf(zero, (one->low + (double)i - c) / theta);
		sum += mass * (theta > 0 ? 1 - least : least);
	}
	return sum;
}

/*
 * P(one <= c + theta zero). The second is summed over; if it has many values and the first has few,
 * in whose distribution each is a step, the first.
 */
static double pair_cdf(const struct spread *one, const struct spread *zero, double c, double theta)
{
	if (one->whole && !zero->whole && theta != 0)
		return pair_cdf_by_first(one, zero, c, theta);
	double sum = zero->upto[0] * spread_cdf(one, c + theta * zero->low);
	for (size_t i = 1; i < zero->count; i++) {
		double x = zero->low + ((double)i - (zero->whole ? 0 : 0.5)) * zero->step;
		sum += (zero->upto[i] - zero->upto[i - 1]) * spread_cdf(one, c + theta * x);
	}
	return sum;
}

static double mass_at(const struct spread *s, size_t i)
{
	return i > 0 ? s->upto[i] - s->upto[i - 1] : s->upto[0];
}

/* P(one + other <= both least values + i), of whole numbers. */
static void convolve(const struct spread *one, const struct spread *other, double *upto)
{
	size_t count = one->count + other->count - 1;
	for (size_t i = 0; i < count; i++)
		upto[i] = 0;
	for (size_t i = 0; i < one->count; i++) {
		double mass = mass_at(one, i);
		for (size_t k = 0; k < other->count; k++)
			upto[i + k] += mass * other->upto[k];
		for (size_t k = i + other->count; k < count; k++)
			upto[k] += mass;
	}
}

/* Adds the relevant documents of another stratum. */
static int spread_add(struct spread *sum, const struct spread *more, struct err *e)
{
	double low = sum->low + more->low, high = low;
	high += (double)(sum->count - 1) * sum->step + (double)(more->count - 1) * more->step;
	struct spread out = { .low = low,
			      .whole = sum->whole && more->whole && high - low < POINTS };
	out.count = out.whole ? (size_t)(high - low) + 1 : SUM_POINTS;
	out.step = out.whole ? 1 : (high - low) / (SUM_POINTS - 1);
	out.upto = malloc(out.count * sizeof *out.upto);
	if (out.upto == NULL)
		return err_memory(e);
	if (out.whole)
		convolve(sum, more, out.upto);
	for (size_t i = 0; !out.whole && i < out.count; i++)
		out.upto[i] = pair_cdf(sum, more, low + (double)i * out.step, -1);
	out.upto[out.count - 1] = 1;
	free(sum->upto);
	*sum = out;
	return 0;
}

/* All strata of a side. */
static int spread_side(struct spread *out, const struct coded_sample *s, bool lower, struct err *e)
{
	int result = spread_init(out, s, lower, e);
	while (result == 0 && (s = s->next) != NULL) {
		struct spread more = { 0 };
		result = spread_init(&more, s, lower, e);
		if (result == 0)
			result = spread_add(out, &more, e);
		free(more.upto);
	}
	return result;
}

/* ---- bounds ---- */

struct two_phase {
	bool sampled[2];
	double size[2];
	struct spread spread[2][2]; /* by side, and for an upper [0] or a lower [1] end */
};

void two_phase_free(struct two_phase *x)
{
	for (int i = 0; x != NULL && i < 4; i++)
		free(x->spread[i / 2][i % 2].upto);
	free(x);
}

struct two_phase *two_phase_new(const struct coded_sample *const side[2], struct err *e)
{
	struct two_phase *x = calloc(1, sizeof *x);
	if (x == NULL) {
		err_memory(e);
		return NULL;
	}
	for (int i = 0; i < 2; i++) {
		if (side[i] == NULL)
			continue;
		x->sampled[i] = true;
		for (const struct coded_sample *s = side[i]; s != NULL; s = s->next)
			x->size[i] += (double)s->size;
		if (spread_side(&x->spread[i][0], side[i], false, e) < 0 ||
		    spread_side(&x->spread[i][1], side[i], true, e) < 0) {
			two_phase_free(x);
			return NULL;
		}
	}
	return x;
}

/* P(quantity <= t) for the lower or the upper end. */
static double quantity_cdf(const struct two_phase *x, enum two_phase_quantity what, bool lower,
			   double t)
{
	const struct spread *produced = &x->spread[1][lower];
	switch (what) {
	case TWO_PHASE_PRODUCED:
		return spread_cdf(produced, t);
	case TWO_PHASE_NULL:
		return spread_cdf(&x->spread[0][lower], t);
	case TWO_PHASE_ALL:
		return pair_cdf(produced, &x->spread[0][lower], t, -1);
	case TWO_PHASE_RECALL:
		/* they fall with what is not produced: its other end */
		return t >= 1 ? 1 : pair_cdf(produced, &x->spread[0][!lower], 0, t / (1 - t));
	case TWO_PHASE_F1:
		break;
	}
	/* F1 = 2 R1/(size + R1 + R0) <= t */
	return t >= 1 ? 1
		      : pair_cdf(produced, &x->spread[0][!lower], t * x->size[1] / (2 - t),
				 t / (2 - t));
}

double two_phase_bound(const struct two_phase *x, enum two_phase_quantity what, bool lower,
		       double error)
{
	bool share = what == TWO_PHASE_RECALL || what == TWO_PHASE_F1;
	double p = lower ? error : 1 - error, slack = 1e-11;
	double low = 0, high = share			    ? 1
			       : what == TWO_PHASE_PRODUCED ? x->size[1]
			       : what == TWO_PHASE_NULL	    ? x->size[0]
							    : x->size[0] + x->size[1];
	if (quantity_cdf(x, what, lower, low) >= p - slack)
		return low;
	for (int i = 0; i < 100 && high - low > 1e-13 * (share ? 1 : high); i++) {
		double middle = low + (high - low) / 2;
		if (quantity_cdf(x, what, lower, middle) >= p - slack)
			high = middle;
		else
			low = middle;
	}
	if (share)
		return high;
	/* numbers of documents are whole */
	return lower ? floor(high + 1e-4) : ceil(high - 1e-4);
}
