/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/base/near.h"
#include "core/stats/distribution/beta_quantile.h"
#include "core/stats/learnt_prior/linear_mean.h"
#include "core/stats/numeric/logit.h"

struct linear {
	double value, least, most; /* least and most: what the sample leaves possible */
	double variance;
	double weight, size; /* sums over what is unseen: of weights, and of documents */
	double unseen;	     /* the weight of one unseen document */
	double prior;	     /* documents against an end of an interval */
};

static void add_cell(struct linear *s, const struct learnt_cell *c, double unit)
{
	double n = c->sampled, r = c->relevant, open = c->size - n;
	if (c->counted) {
		s->least += unit * r;
		s->most += unit * (open + r);
	}
	if (!(n > 0))
		return;
	double w = unit * c->weight * c->size / n;
	double spread = n > 1 ? r * (n - r) / (n * (n - 1)) : c->rate * (1 - c->rate);
	s->value += w * r;
	s->variance += w * w * n * (open / c->size) * spread;
	s->weight += w * open;
	s->size += open > 0 ? c->size : 0;
}

/* ---- topics of which only what was missed is not known ---- */

struct screened {
	const struct learnt_topic *topic;
	double retrieved, found; /* documents, and those that are relevant */
	double seen, missed;	 /* relevant ones of the rest: in the sample, and estimated */
	double most, times;	 /* that are possible, and what one that is seen stands for */
	double unit;		 /* of the sum */
	double base;		 /* the quantity of a topic is in proportion to found/(base + m) */
};

static bool all_are_screened(const struct learnt_topic *topic, size_t count)
{
	for (size_t t = 0; t < count; t++)
		for (size_t i = 0; i < topic[t].cells; i++) {
			const struct learnt_cell *c = &topic[t].cell[i];
			bool sampled = c->group == LEARNT_REST && c->sampled > 0;
			if (c->sampled < c->size && !sampled)
				return false;
		}
	return true;
}

bool linear_has(const struct learnt_topic *topic, size_t count, const struct learnt_quantity *q)
{
	bool f = q->quantity == QUANTITY_F && !q->share && q->beta > 0;
	return learnt_is_linear(q) || (f && all_are_screened(topic, count));
}

static struct screened screened_of(const struct learnt_topic *t, double unit)
{
	struct screened s = { .topic = t, .times = 1, .unit = unit };
	for (size_t i = 0; i < t->cells; i++) {
		const struct learnt_cell *c = &t->cell[i];
		bool retrieved = c->group == LEARNT_RETRIEVED;
		double times = c->sampled > 0 ? c->size / c->sampled : 1;
		*(retrieved ? &s.retrieved : &s.most) += c->size;
		*(retrieved ? &s.found : &s.seen) += c->relevant;
		s.most -= retrieved ? 0 : c->sampled - c->relevant;
		s.missed += retrieved ? 0 : times * c->relevant;
		s.times = retrieved ? s.times : fmax(s.times, times);
	}
	return s;
}

static double unseen_weight(const struct screened *x, size_t count)
{
	double most = 0, rate[2] = { INFINITY, 0 }, sum = 0, all = 0;
	for (size_t t = 0; t < count; t++) {
		most = fmax(most, x[t].unit * (x[t].times - 1));
		rate[0] = x[t].times > 1 ? fmin(rate[0], x[t].times) : rate[0];
		rate[1] = fmax(rate[1], x[t].times);
	}
	double power = 2.5 * pow(rate[1] / rate[0], 3);
	for (size_t t = 0; t < count && most > 0; t++) {
		double w = x[t].unit * (x[t].times - 1),
		       chance = x[t].times > 1 ? x[t].found + 1 : 0;
		sum += w > 0 ? chance * pow(w / most, power) : 0;
		all += chance;
	}
	return most > 0 ? most * pow(sum / all, 1 / power) : 0;
}

/* ---- ends ---- */

/* The end with p beyond it and `more` documents against it. */
static double end_beyond(const struct linear *s, bool lower, double p, double more)
{
	double range = s->most - s->least, n = range / s->unseen, all = n + more + 0.25;
	double a = lower ? 0.25 : more, b = lower ? more : 0.25;
	double share = (s->value - s->least) / range, mean = (share * n + a) / all;
	double v = s->variance / (range * range) * n * n + a * (1 - share) + b * share;
	double k = fmax(mean * (1 - mean) / (v / (all * all)) - 1, 0.5);
	double odds = beta_log_odds_quantile(mean * k, (1 - mean) * k, lower ? p : 1 - p);
	return s->least + range * inverse_logit(odds);
}

/* `tail` is the probability beyond a bound of this level that stands alone. */
static double linear_end(const struct linear *s, bool lower, double tail, bool alone)
{
	double both = end_beyond(s, lower, tail / 2, s->prior);
	double wide = alone ? end_beyond(s, lower, ONE_BOUND * tail, 1) : both;
	return one_bound(lower, end_beyond(s, lower, tail, 1), wide, both);
}

static void ends_of(const struct linear *s, const struct ends *ends, struct learnt_result *out)
{
	double near = NEAR_ROUNDING * s->most, beyond[2] = { 1 - ends->upper_p, ends->lower_p };
	const bool alone = !(beyond[0] > 0 && beyond[1] > 0);
	const bool open[2] = { s->value<s->most - near, s->value> s->least + near };
	out->interval = (struct interval){ fmin(s->least, s->value), fmax(s->most, s->value) };
	for (int lower = 0; lower < 2 && s->unseen > 0; lower++) {
		if (!open[lower] || !(beyond[lower] > 0))
			continue;
		double end = linear_end(s, lower, (alone ? 1 : 2) * beyond[lower], alone);
		out->moved = out->moved || (lower ? end > s->value : end < s->value);
		*(lower ? &out->interval.lower : &out->interval.upper) =
			lower ? fmin(s->value, end) : fmax(s->value, end);
	}
}

/* ---- F ---- */

/* Mean F if misses bring this loss. */
static double f_at(const struct screened *x, size_t count, const struct linear *s, double loss,
		   double times)
{
	double chances = 0, each = 0, sum = 0, used = 0, open = s->value - s->least;
	for (size_t t = 0; t < count; t++)
		chances += x[t].times > 1 ? x[t].found + 1 : 0;
	for (size_t t = 0; t < count; t++)
		each += x[t].unit * x[t].times * (x[t].seen + (x[t].found + 1) / chances);
	double less = open > 0 ? fmin((loss - s->least) / open, 1) : 1;
	double more = loss > s->value ? (loss - s->value) / each : 0;
	for (size_t t = 0; t < count; t++) {
		double place = x[t].times * (x[t].seen + (x[t].found + 1) / chances);
		double m = x[t].seen + less * (x[t].missed - x[t].seen) + more * place;
		sum += times * x[t].found / (x[t].base + fmin(m, x[t].most));
		used += x[t].found + x[t].seen > 0 || loss > s->value;
	}
	return sum / used;
}

/* The sum and its ends, of the rest only or of all strata. */
static struct linear sum_of(const struct screened *x, size_t count, bool rest, bool screened,
			    const struct ends *ends, struct learnt_result *out)
{
	struct linear s = { .prior = screened ? 0.625 : 0.5 };
	for (size_t t = 0; t < count; t++)
		for (size_t i = 0; i < x[t].topic->cells; i++)
			if (!rest || x[t].topic->cell[i].group == LEARNT_REST)
				add_cell(&s, &x[t].topic->cell[i], x[t].unit);
	s.unseen = screened ? unseen_weight(x, count) : s.weight > 0 ? s.weight / s.size : 0;
	out->estimate = out->interval.lower = out->interval.upper = s.value;
	if (s.most > s.least)
		ends_of(&s, ends, out);
	return s;
}

static void mean_f(struct screened *x, size_t count, const struct learnt_request *q,
		   struct learnt_result *out)
{
	struct learnt_result loss = LEARNT_NOTHING;
	double beta2 = q->of.beta * q->of.beta, times = (1 + beta2) / beta2;
	const struct ends ends = { .lower_p = 1 - q->ends.upper_p, .upper_p = 1 - q->ends.lower_p };
	for (size_t t = 0; t < count; t++) {
		x[t].base = x[t].retrieved / beta2 + x[t].found;
		x[t].unit = times * x[t].found / (x[t].base * x[t].base) / (double)count;
	}
	const struct linear s = sum_of(x, count, true, true, &ends, &loss);
	out->estimate = f_at(x, count, &s, s.value, times);
	out->interval.lower = f_at(x, count, &s, loss.interval.upper, times);
	out->interval.upper = f_at(x, count, &s, loss.interval.lower, times);
}

int linear_mean(const struct learnt_topic *topic, size_t count, const struct learnt_request *q,
		struct learnt_result *out, struct err *e)
{
	struct screened *x = calloc(count + 1, sizeof *x);
	bool screened = q->of.quantity == QUANTITY_YIELD && all_are_screened(topic, count);
	double topics = 0;
	if (x == NULL)
		return err_memory(e);
	*out = LEARNT_NOTHING;
	out->mean = true;
	for (size_t t = 0; t < count; t++)
		topics += topic[t].unit > 0;
	for (size_t t = 0; t < count; t++)
		x[t] = screened_of(&topic[t], topic[t].unit / topics);
	if (q->of.quantity == QUANTITY_F)
		mean_f(x, count, q, out);
	else if (topics > 0)
		sum_of(x, count, false, screened, &q->ends, out);
	free(x);
	return 0;
}
