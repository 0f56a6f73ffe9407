/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/learnt_prior/linear_mean.h"
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

static void ends_of(const struct linear *s, const struct learnt_request *q,
		    struct learnt_result *out)
{
	double near = 1e-12 * s->most,
	       half = q->ends.lower_p <= 0 || q->ends.upper_p >= 1 ? 1 : 0.5;
	out->interval = (struct interval){ fmin(s->least, s->value), fmax(s->most, s->value) };
	if (!(s->weight > 0)) /* nothing is known of what is unseen */
		return;
	if (s->value > s->least + near && q->ends.lower_p > 0) {
		double end = end_of(s, q->ends.lower_p, 0.25, half);
		out->moved = end > s->value;
		out->interval.lower = fmin(s->value, end);
	}
	if (s->value < s->most - near && q->ends.upper_p < 1) {
		double end = end_of(s, q->ends.upper_p, half, 0.25);
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
		ends_of(&s, q, out);
}
