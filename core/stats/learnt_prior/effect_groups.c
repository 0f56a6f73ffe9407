/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/stats/f_measure.h"
#include "core/stats/learnt_prior/effect_groups.h"

/* If the mean square of the offsets is less, sizes tell nothing and are not used as covariate. */
static const double LEAST_SPREAD = 0.01;

/* The sums that make a group's sample. */
struct group_sums {
	double size, in_sampled, variance, third, expected, estimate, sampled, strata;
	bool weighted;
};

/* Central, of how many of n from N documents are relevant, if each is with probability p. */
static double third_moment(double size, double sampled, double p)
{
	double part = sampled / size;
	return sampled * (1 - part) * (1 - 2 * part) * p * (1 - p) * (1 - 2 * p);
}

static void add_cell(struct group_sums *s, const struct learnt_cell *c)
{
	s->size += c->size;
	s->expected += c->weight * c->size * c->rate;
	if (!(c->sampled > 0))
		return;
	s->in_sampled += c->size;
	s->estimate += c->weight * c->size * c->relevant / c->sampled;
	s->variance += c->weight * c->weight * c->size * (c->size / c->sampled - 1) * c->rate *
		       (1 - c->rate);
	double times = c->weight * c->size / c->sampled;
	s->third += times * times * times * third_moment(c->size, c->sampled, c->rate);
	s->sampled += c->sampled;
	s->strata++;
	s->weighted = s->weighted || c->weight < 1 || c->weight > 1;
}

static struct effect_group make_group(const struct learnt_topic *t, int group, bool with_neither)
{
	struct group_sums s = { 0 };
	for (size_t i = 0; i < t->cells; i++) {
		int of = t->cell[i].group;
		if (of == group || (with_neither && group == LEARNT_BOTH && of == LEARNT_NEITHER))
			add_cell(&s, &t->cell[i]);
	}
	struct effect_group out = { .size = s.size };
	if (!(s.sampled > 0))
		return out;
	double grow = s.size / s.in_sampled, mean = fmin(s.expected / s.size, 0.999);
	double square = s.size * s.size * mean * (1 - mean);
	bool plain = !(s.strata > 1) && !(grow > 1) && !s.weighted;
	out.sampled = plain ? s.sampled : 1 / (s.variance * grow * grow / square + 1 / s.size);
	out.relevant = fmin(s.estimate * grow / s.size, 1) * out.sampled;
	out.variance = out.sampled * (1 - out.sampled / s.size) * mean * (1 - mean);
	double unit = grow * out.sampled / s.size;
	if (!plain)
		out.excess = s.third * unit * unit * unit - third_moment(s.size, out.sampled, mean);
	return out;
}

/* The logs of the sizes of a group, against their mean. */
static void set_offsets(struct effect_groups *x, int group)
{
	double sum = 0, used = 0;
	for (size_t t = 0; t < x->topics; t++)
		if (x->group[t][group].size > 0) {
			sum += log(x->group[t][group].size);
			used++;
		}
	for (size_t t = 0; t < x->topics; t++) {
		struct effect_group *g = &x->group[t][group];
		if (g->size > 0)
			g->offset = log(g->size) - sum / used;
	}
}

/* With one run, the offset of what is retrieved becomes a covariate of both groups. */
static void use_slopes(struct effect_groups *x)
{
	double square = 0;
	for (size_t t = 0; t < x->topics; t++)
		square += x->group[t][0].offset * x->group[t][0].offset;
	x->slopes = square > LEAST_SPREAD * (double)x->topics;
	for (size_t t = 0; t < x->topics && x->slopes; t++) {
		x->group[t][0].spread = x->group[t][1].spread = x->group[t][0].offset;
		x->group[t][0].offset = 0;
	}
}

int effect_groups_init(struct effect_groups *x, const struct learnt_topic *topic, size_t count,
		       const struct learnt_request *q, bool pair, struct err *e)
{
	enum quantity quantity = q->of.quantity;
	int groups = !pair ? 2 : quantity == QUANTITY_RECALL ? 3 : 4;
	*x = (struct effect_groups){ .topics = count,
				     .groups = groups,
				     .pair = pair,
				     .factor = quantity == QUANTITY_RECALL,
				     .share = q->of.share && quantity != QUANTITY_RECALL,
				     .quantity = quantity,
				     .beta2 = q->of.beta * q->of.beta,
				     .group = calloc(count + 1, sizeof *x->group),
				     .mode = calloc(count + 1, sizeof *x->mode) };
	if (x->group == NULL || x->mode == NULL) {
		effect_groups_release(x);
		return err_memory(e);
	}
	for (int g = 0; g < groups; g++) {
		for (size_t t = 0; t < count; t++)
			x->group[t][g] = make_group(&topic[t], g, groups == 3);
		set_offsets(x, g);
	}
	for (size_t t = 0; t < count && pair; t++) {
		x->group[t][LEARNT_FIRST].beyond = topic[t].beyond[0];
		x->group[t][LEARNT_SECOND].beyond = topic[t].beyond[1];
	}
	if (!pair && !q->of.share) /* how much is retrieved of a cut stratum is not known */
		use_slopes(x);
	return 0;
}

void effect_groups_release(struct effect_groups *x)
{
	free(x->group);
	free(x->mode);
}

static double ratio(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

static double value_of_pair(const struct effect_groups *x, const struct effect_group *d,
			    const double *r)
{
	double all = r[0] + r[1] + r[2];
	if (x->groups == 3)
		return ratio(r[LEARNT_FIRST] - r[LEARNT_SECOND], all);
	const struct effect_group *a = &d[LEARNT_FIRST], *b = &d[LEARNT_SECOND];
	double first = d[LEARNT_BOTH].size + a->size + a->beyond;
	double second = d[LEARNT_BOTH].size + b->size + b->beyond;
	double right = r[LEARNT_BOTH] + r[LEARNT_FIRST];
	double right_second = r[LEARNT_BOTH] + r[LEARNT_SECOND];
	if (x->quantity == QUANTITY_PRECISION)
		return ratio(right, first) - ratio(right_second, second);
	double weighted = x->beta2 * (all + r[LEARNT_NEITHER]);
	return (1 + x->beta2) *
	       (ratio(right, first + weighted) - ratio(right_second, second + weighted));
}

/* The quantity of r relevant documents in each group; inlined, as it is called five times in a row.
 */
__attribute__((always_inline)) static inline double
effect_groups_exact(const struct effect_groups *x, const struct effect_group *d, const double *r)
{
	if (x->pair)
		return value_of_pair(x, d, r);
	double all = r[LEARNT_RETRIEVED] + r[LEARNT_REST];
	if (x->quantity == QUANTITY_RECALL || (x->share && x->quantity == QUANTITY_PRECISION))
		return all > 0 ? r[LEARNT_RETRIEVED] / all : 0.5;
	if (x->share)
		return ratio((1 + x->beta2) * r[LEARNT_RETRIEVED],
			     (1 + x->beta2) * r[LEARNT_RETRIEVED] + r[LEARNT_REST]);
	return f_of_counts(r[LEARNT_RETRIEVED], d[LEARNT_RETRIEVED].size, all, x->beta2);
}

double effect_groups_certain(const struct effect_groups *x)
{
	double sum = 0, used = 0;
	for (size_t t = 0; t < x->topics; t++) {
		double r[LEARNT_GROUPS] = { 0 }, all = 0;
		for (int g = 0; g < x->groups; g++)
			all += r[g] = x->group[t][g].relevant;
		sum += all > 0 ? effect_groups_exact(x, x->group[t], r) : 0;
		used += all > 0;
	}
	return used > 0 ? sum / used : NAN;
}

/*
 * The relevant documents that were not sampled are binomial. In one group after the other, two
 * points stand for that distribution; they have its mean and variance, and are not below what was
 * seen.
 */
void effect_groups_value(const struct effect_groups *x, const struct effect_group *d,
			 const double *rest, const double *spread, double *mean, double *variance)
{
	double r[LEARNT_GROUPS] = { 0 };
	for (int i = 0; i < x->groups; i++)
		r[i] = d[i].relevant + rest[i];
	double middle = effect_groups_exact(x, d, r);
	*mean = middle;
	*variance = 0;
	for (int i = 0; i < x->groups; i++) {
		double v = spread[i], delta = sqrt(v), keep = r[i];
		if (!(v > 0))
			continue;
		bool skewed = delta > rest[i];
		double up = skewed ? rest[i] * rest[i] / (v + rest[i] * rest[i]) : 0.5;
		r[i] = skewed ? d[i].relevant + rest[i] / up : keep + delta;
		double high = effect_groups_exact(x, d, r);
		r[i] = skewed ? d[i].relevant : keep - delta;
		double low = effect_groups_exact(x, d, r);
		r[i] = keep;
		*mean += up * high + (1 - up) * low - middle;
		*variance += up * (1 - up) * (high - low) * (high - low);
	}
}
