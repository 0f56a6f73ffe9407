/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/hash.h"
#include "core/stats/learnt_prior/effects_integral.h"
#include "core/stats/learnt_prior/learnt_difference.h"

/*
 * Which run comes first must not matter to the last digit, and the nodes follow the order of the
 * groups. So the run with less of its own is taken first: documents, then sampled, then relevant,
 * then those in no cell.
 */
static bool is_second_first(const struct learnt_topic *topic, size_t count)
{
	double more[4] = { 0 };
	for (size_t t = 0; t < count; t++) {
		for (size_t i = 0; i < topic[t].cells; i++) {
			const struct learnt_cell *c = &topic[t].cell[i];
			double sign = (c->group == LEARNT_FIRST) - (c->group == LEARNT_SECOND);
			more[0] += sign * c->size;
			more[1] += sign * c->sampled;
			more[2] += sign * c->relevant;
		}
		more[3] += topic[t].beyond[0] - topic[t].beyond[1];
	}
	for (int i = 0; i < 4; i++)
		if (more[i] > 0 || more[i] < 0)
			return more[i] > 0;
	return false;
}

static void exchange(struct learnt_topic *topic, size_t count)
{
	for (size_t t = 0; t < count; t++) {
		for (size_t i = 0; i < topic[t].cells; i++) {
			int *group = &topic[t].cell[i].group;
			if (*group == LEARNT_FIRST || *group == LEARNT_SECOND)
				*group = LEARNT_FIRST + LEARNT_SECOND - *group;
		}
		double first = topic[t].beyond[0];
		topic[t].beyond[0] = topic[t].beyond[1];
		topic[t].beyond[1] = first;
	}
}

static void mirror(struct learnt_result *x)
{
	const struct interval i = x->interval;
	x->estimate = 0 - x->estimate; /* 0 stays 0 */
	x->interval = (struct interval){ 0 - i.upper, 0 - i.lower };
	x->probability = 1 - x->probability;
}

/* effects_integral(), unless it is known. */
static int posterior_of(struct effect_groups *x, struct learnt_known *known, struct moments *v,
			struct err *e)
{
	const double of[] = { x->groups, x->quantity, x->beta2 };
	uint64_t key = hash_lasting(x->group, x->topics * sizeof *x->group,
				    hash_lasting(of, sizeof of, 0)) |
		       1;
	size_t at = (size_t)(key >> 1) % LEARNT_KNOWN;
	if (known != NULL && known->place[at].key == key) {
		*v = known->place[at].is;
		return 0;
	}
	struct effects m = { .data = x, .parameters = x->groups + effects_spreads(x) };
	for (int g = 0; g < LEARNT_GROUPS; g++)
		m.documents[g] = 0.5;
	int result = effects_integral(&m, v, e);
	if (known != NULL && result == 0)
		known->place[at] = (struct learnt_posterior){ key, *v };
	return result;
}

static int difference_of_groups(struct effect_groups *x, const struct learnt_request *q,
				struct learnt_result *out, struct err *e)
{
	struct moments v;
	int result = posterior_of(x, q->known, &v, e);
	if (result != 0)
		return result < 0 ? -1 : 0;
	/*
	 * Distances from the median of a difference of recall: recall may bend more sharply with
	 * the size of topics than a square does (doc/coverage.md, "Recall that bends").
	 */
	double median = skewed_quantile(&v, 0.5), wider = x->factor ? 1.05 : 1;
	v.variance *= wider * wider;
	v.third *= wider * wider * wider;
	v.mean += median - skewed_quantile(&v, 0.5);
	out->interval.lower = fmax(-1, skewed_quantile(&v, q->ends.lower_p));
	out->interval.upper = fmin(1, skewed_quantile(&v, q->ends.upper_p));
	out->estimate = fmin(fmax(median, -1), 1);
	out->probability = skewed_above(&v, 0);
	out->deviation = sqrt(v.variance);
	return 0;
}

/* Everything is judged. */
static void set_certain(double difference, struct learnt_result *out)
{
	const struct moments v = { .mean = difference };
	if (isnan(difference))
		return;
	out->estimate = out->interval.lower = out->interval.upper = difference;
	out->probability = skewed_above(&v, 0);
}

static int ordered(const struct learnt_topic *topic, size_t count, const struct learnt_request *q,
		   struct learnt_result *out, struct err *e)
{
	struct effect_groups x;
	*out = LEARNT_NOTHING;
	if (effect_groups_init(&x, topic, count, q, true, e) < 0)
		return -1;
	int result = 0;
	if (learnt_cells_are_whole(topic, count))
		set_certain(effect_groups_certain(&x), out);
	else
		result = difference_of_groups(&x, q, out, e);
	size_t blank;
	learnt_relevant_seen(topic, count, &blank);
	if (q->of.quantity == QUANTITY_RECALL && learnt_many_blank(blank, count) &&
	    out->interval.lower < out->interval.upper)
		out->caution = LEARNT_MANY_BLANK;
	effect_groups_release(&x);
	return result;
}

/*
 * Topics are those of learnt_cells_of_pair(), with the same quantity; fills in their rates. The
 * cells are changed meanwhile, and are as before afterwards. nan as in learnt_mean().
 */
static int learnt_difference(struct learnt_topic *topic, size_t count,
			     const struct learnt_request *q, struct learnt_result *out,
			     struct err *e)
{
	struct learnt_request asked = *q;
	bool turned = is_second_first(topic, count);
	if (turned) {
		asked.ends.lower_p = 1 - q->ends.upper_p;
		asked.ends.upper_p = 1 - q->ends.lower_p;
		exchange(topic, count);
	}
	int result = learnt_cells_pool(topic, count, e);
	if (result == 0)
		result = ordered(topic, count, &asked, out, e);
	if (turned) {
		exchange(topic, count);
		if (result == 0)
			mirror(out);
	}
	return result;
}

int learnt_compare(const struct shared_topic *topic, size_t count, const struct learnt_request *q,
		   struct learnt_result *out, struct err *e)
{
	size_t cells = 0, used = 0;
	for (size_t t = 0; t < count; t++)
		cells += topic[t].cells;
	struct learnt_topic *x = calloc(count + 1, sizeof *x);
	struct learnt_cell *cell = calloc(cells + 1, sizeof *cell);
	int result = x == NULL || cell == NULL ? err_memory(e) : 0;
	for (size_t t = 0; t < count && result == 0; t++) {
		x[t] = learnt_cells_of_pair(topic[t].cell, topic[t].cells, &q->of, cell + used);
		for (int side = 0; side < 2; side++)
			x[t].beyond[side] = topic[t].beyond[side];
		used += topic[t].cells;
	}
	if (result == 0)
		result = learnt_difference(x, count, q, out, e);
	free(x);
	free(cell);
	return result;
}
