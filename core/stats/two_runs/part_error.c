/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/f_measure.h"
#include "core/stats/rmath.h"
#include "core/stats/two_runs/part_error.h"

/* A difference by the relevant documents of A, of B and of all. */
struct slopes {
	double run[2], all;
};

/* What a cell has in the sample: documents that count, and relevant ones, over n. */
struct shares {
	double documents, relevant;
};

static struct shares shares_of(const struct pair_stratum *c, const struct interval_request *q)
{
	double n = (double)c->sampled;
	int64_t part = c->cut ? c->part : c->sampled;
	bool whole = q->gray_nonrelevant || !(c->in_a || c->in_b);
	int64_t gray = whole ? 0 : c->sampled - c->assessable;
	return (struct shares){ (double)(part - gray) / n, (double)c->relevant / n };
}

static struct slopes slopes_of(const struct shared_topic *topic, const struct interval_request *q)
{
	const struct pair_stratum *cell = topic->cell;
	double size[2] = { topic->beyond[0], topic->beyond[1] }, found[2] = { 0 }, all = 0;
	for (size_t i = 0; i < topic->cells; i++) {
		if (cell[i].sampled == 0)
			continue;
		struct shares s = shares_of(&cell[i], q);
		double documents = (double)cell[i].size * s.documents;
		double relevant = (double)cell[i].size * s.relevant;
		const bool in[2] = { cell[i].in_a, cell[i].in_b };
		all += relevant;
		for (int side = 0; side < 2; side++) {
			size[side] += in[side] ? documents : 0;
			found[side] += in[side] ? relevant : 0;
		}
	}
	struct slopes out = { 0 };
	double b2 = q->quantity == QUANTITY_F ? q->beta * q->beta : 0;
	for (int side = 0; side < 2; side++) {
		const struct f_slopes by = f_slopes(found[side], size[side], all, b2);
		double sign = side == 0 ? 1 : -1;
		out.run[side] = sign * by.found;
		out.all += sign * by.all;
	}
	return out;
}

/* g of one part, and the variance that it has from p. */
struct effect {
	double value, variance;
};

static struct effect effect_of(const struct slopes *f, const struct pair_stratum *c,
			       const struct shares *s, const bool relevant[2])
{
	double p = s->relevant / s->documents, one = relevant[0] && c->in_a,
	       other = relevant[1] && c->in_b;
	double slope = f->all + (c->in_a ? f->run[0] : 0) + (c->in_b ? f->run[1] : 0);
	double g = slope * p - f->all * (one + other);
	g -= c->in_a ? f->run[0] * one : 0;
	g -= c->in_b ? f->run[1] * other : 0;
	double n = (double)c->sampled, m = s->documents * n;
	double v = m > 1 ? p * (1 - p) / (m - 1) * (1 - n / (double)c->size) : 0;
	return (struct effect){ g, slope * slope * v };
}

static bool same_stratum(const struct pair_stratum *a, const struct pair_stratum *b)
{
	return a->cut && b->cut && a->label == b->label && a->size == b->size &&
	       a->sampled == b->sampled;
}

double part_error_variance(const struct shared_topic *topic, const struct interval_request *q,
			   const bool relevant[2])
{
	const struct slopes f = slopes_of(topic, q);
	const struct pair_stratum *cell = topic->cell;
	size_t count = topic->cells;
	double variance = 0;
	for (size_t i = 0, next; i < count; i = next) {
		const struct pair_stratum *c = &cell[i];
		double N = (double)c->size, n = (double)c->sampled, mean = 0, square = 0, used = 0;
		for (next = i; next == i || (next < count && same_stratum(c, &cell[next]));
		     next++) {
			/* cells of the next topic may look the same */
			if (used + (double)cell[next].part > n)
				break;
			used += (double)cell[next].part;
			struct shares s = { 0 };
			if (cell[next].cut)
				s = shares_of(&cell[next], q);
			if (!(s.documents > 0))
				continue;
			struct effect g = effect_of(&f, &cell[next], &s, relevant);
			mean += s.documents * g.value;
			square +=
				s.documents * (g.value * g.value - (1 - s.documents) * g.variance);
		}
		if (c->cut && n > 1)
			variance += N * (N - n) / (n - 1) * (square - mean * mean);
	}
	return variance;
}

/* How far the end of a distribution moves from its mean. */
static double moved(double mean, double end, double p, double variance)
{
	double z = qnorm(p, 0, 1, 1, 0), far = mean - end;
	double to = mean - copysign(sqrt(far * far + z * z * variance), 0.5 - p);
	return fmin(fmax(to, -1), 1);
}

void part_error_add(double variance, const struct ends *ends, struct shared_result *x)
{
	if (!(variance > 0) || isnan(x->mean))
		return;
	bool lower = ends->lower_p > 0, upper = ends->upper_p < 1;
	double z = (upper ? qnorm(ends->upper_p, 0, 1, 1, 0) : 0) -
		   (lower ? qnorm(ends->lower_p, 0, 1, 1, 0) : 0);
	double width =
		(upper ? x->interval.upper : x->mean) - (lower ? x->interval.lower : x->mean);
	double deviation = fmax(width / z, 0), deviate = qnorm(x->probability, 0, 1, 1, 0);
	if (isfinite(deviate) && deviation > 0)
		deviate *= deviation / sqrt(deviation * deviation + variance);
	else
		deviate = x->mean / sqrt(deviation * deviation + variance);
	x->probability = pnorm(deviate, 0, 1, 1, 0);
	if (lower)
		x->interval.lower = moved(x->mean, x->interval.lower, ends->lower_p, variance);
	if (upper)
		x->interval.upper = moved(x->mean, x->interval.upper, ends->upper_p, variance);
}
