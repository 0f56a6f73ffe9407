/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/learnt_prior/linear_mean.h"
#include "core/stats/learnt_prior/one_bound.h"
#include "core/stats/rmath.h"

struct linear {
	double value, least, most; /* least and most: what the sample leaves possible */
	double variance;
	double weight, size; /* sums over what is unseen: of weights, and of documents */
};

static void add_topic(struct linear *s, const struct learnt_topic *t, double topics)
{
	double unit = t->unit / topics;
	for (size_t i = 0; i < t->cells; i++) {
		const struct learnt_cell *c = &t->cell[i];
		double n = c->sampled, r = c->relevant, open = c->size - n;
		if (c->counted) {
			s->least += unit * r;
			s->most += unit * (open + r);
		}
		if (!(n > 0))
			continue;
		double w = unit * c->weight * c->size / n;
		double spread = n > 1 ? r * (n - r) / (n * (n - 1)) : c->rate * (1 - c->rate);
		s->value += w * r;
		s->variance += w * w * n * (open / c->size) * spread;
		s->weight += w * open;
		s->size += open > 0 ? c->size : 0;
	}
}

static double end_of(const struct linear *s, double quantile, double a, double b)
{
	double range = s->most - s->least, n = range / (s->weight / s->size);
	double p = (s->value - s->least) / range, all = n + a + b;
	double mean = (p * n + a) / all;
	double v = s->variance / (range * range) * n * n + a * (1 - p) + b * p;
	double k = fmax(mean * (1 - mean) / (v / (all * all)) - 1, 0.5);
	return s->least + range * qbeta(quantile, mean * k, (1 - mean) * k, 1, 0);
}

static double lower_end(const struct linear *s, double p, bool alone)
{
	double both = end_of(s, alone ? p / 2 : p, 0.25, 0.5);
	if (!alone)
		return both;
	return one_bound_lower(end_of(s, p, 0.25, 1), end_of(s, one_bound_tail(p), 0.25, 1), both);
}

static double upper_end(const struct linear *s, double p, bool alone)
{
	double tail = 1 - p, both = end_of(s, alone ? 1 - tail / 2 : p, 0.5, 0.25);
	if (!alone)
		return both;
	return one_bound_upper(end_of(s, p, 1, 0.25), end_of(s, 1 - one_bound_tail(tail), 1, 0.25),
			       both);
}

static void ends_of(const struct linear *s, const struct ends *ends, struct learnt_result *out)
{
	double near = 1e-12 * s->most;
	bool lower = ends->lower_p > 0, upper = ends->upper_p < 1;
	out->interval = (struct interval){ fmin(s->least, s->value), fmax(s->most, s->value) };
	if (!(s->weight > 0)) /* nothing is known of what is unseen */
		return;
	if (s->value > s->least + near && lower) {
		double end = lower_end(s, ends->lower_p, !upper);
		out->moved = end > s->value;
		out->interval.lower = fmin(s->value, end);
	}
	if (s->value < s->most - near && upper) {
		double end = upper_end(s, ends->upper_p, !lower);
		out->moved = out->moved || end < s->value;
		out->interval.upper = fmax(s->value, end);
	}
}

void linear_mean(const struct learnt_topic *topic, size_t count, const struct learnt_request *q,
		 struct learnt_result *out)
{
	struct linear s = { 0 };
	double topics = 0;
	for (size_t t = 0; t < count; t++)
		topics += topic[t].unit > 0;
	*out = LEARNT_NOTHING;
	if (!(topics > 0))
		return;
	for (size_t t = 0; t < count; t++)
		add_topic(&s, &topic[t], topics);
	out->estimate = out->interval.lower = out->interval.upper = s.value;
	if (s.most > s.least)
		ends_of(&s, &q->ends, out);
}
