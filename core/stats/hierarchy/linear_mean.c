#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>

#include "core/stats/hierarchy/linear_mean.h"

struct linear {
	double value, least, most; /* least and most: what the sample leaves possible */
	double variance;
	double weight, size; /* sums over what is unseen: of weights, and of documents */
};

static bool counts(const struct learnt_cell *c, enum quantity quantity)
{
	return quantity == QUANTITY_YIELD || c->group == LEARNT_RETRIEVED;
}

/* Documents of a topic that count, and those of them in strata with a sample. */
static double size_of(const struct learnt_topic *t, enum quantity quantity, double *in_sampled)
{
	double size = 0;
	*in_sampled = 0;
	for (size_t i = 0; i < t->cells; i++)
		if (counts(&t->cell[i], quantity)) {
			size += t->cell[i].size;
			*in_sampled += t->cell[i].sampled > 0 ? t->cell[i].size : 0;
		}
	return size;
}

static void add_topic(struct linear *s, const struct learnt_topic *t, enum quantity quantity,
		      double topics)
{
	double in_sampled, size = size_of(t, quantity, &in_sampled);
	double unit = 1 / (topics * (quantity == QUANTITY_PRECISION ? size : 1));
	for (size_t i = 0; i < t->cells; i++) {
		const struct learnt_cell *c = &t->cell[i];
		double n = c->sampled, r = c->relevant, open = c->size - n;
		if (!counts(c, quantity) || !(c->size > 0))
			continue;
		s->least += unit * r;
		s->most += unit * (open + r);
		if (!(n > 0))
			continue;
		/* strata without a sample take the rate of the others */
		double w = unit * c->size / n * size / in_sampled;
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
	double near = 1e-12 * s->most, half = q->lower_p <= 0 || q->upper_p >= 1 ? 1 : 0.5;
	out->interval = (struct interval){ fmin(s->least, s->value), fmax(s->most, s->value) };
	if (!(s->weight > 0)) /* nothing is known of what is unseen */
		return;
	if (s->value > s->least + near && q->lower_p > 0) {
		double end = end_of(s, q->lower_p, 0.25, half);
		out->moved = end > s->value;
		out->interval.lower = fmin(s->value, end);
	}
	if (s->value < s->most - near && q->upper_p < 1) {
		double end = end_of(s, q->upper_p, half, 0.25);
		out->moved = out->moved || end < s->value;
		out->interval.upper = fmax(s->value, end);
	}
}

void linear_mean(const struct learnt_topic *topic, size_t count, const struct learnt_request *q,
		 struct learnt_result *out)
{
	struct linear s = { 0 };
	double topics = 0, unused;
	for (size_t t = 0; t < count; t++)
		topics += q->quantity == QUANTITY_YIELD ||
			  size_of(&topic[t], q->quantity, &unused) > 0;
	for (size_t t = 0; t < count; t++)
		add_topic(&s, &topic[t], q->quantity, topics);
	*out = (struct learnt_result){ .estimate = topics > 0 ? s.value : NAN,
				       .probability = NAN,
				       .interval = { s.value, s.value } };
	if (!(topics > 0))
		out->interval = (struct interval){ NAN, NAN };
	else if (s.most > s.least)
		ends_of(&s, q, out);
}
