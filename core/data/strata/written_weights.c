/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/data/strata/written_weights.h"

/*
 * A probability is the number that is written, as in the evaluators of the tracks, unless the file
 * itself gives sizes: these are more exact. `own` is the weight in its stratum.
 */
static double given_weight(const struct sample *s, const struct judgment *x, double own)
{
	return s->strata.topic[x->topic].source == SOURCE_FILE ? own : 1 / x->probability;
}

enum { FEW_OF_STRATA, FEW_OF_TOPICS };
static const double LITTLE = 0.005;

/* How far the sizes of a topic's strata, which are whole, are from the sums of 1/p. */
static int compare_sizes(struct sample *s, const struct judgments *j, size_t topic, struct err *e)
{
	const struct judgment_set *all = &j->topic[topic].all;
	const struct topic_strata *t = &s->strata.topic[topic];
	struct few_digits *to = &s->few_digits;
	size_t first = (size_t)(all->judgment - j->judgment);
	double *sum = calloc(t->count + 1, sizeof *sum);
	if (sum == NULL)
		return err_memory(e);
	for (size_t i = first; i < first + all->count; i++)
		if (s->cell[i] >= 0)
			sum[s->cell[i]] += s->weight[i];
	for (size_t c = 0; c < t->count; c++) {
		double excess = fabs((double)t->cell[c].size - sum[c]);
		if (t->cell[c].sampled == 0 || excess <= LITTLE * sum[c])
			continue;
		to->strata++;
		to->sum[FEW_OF_STRATA] += sum[c];
		to->effect[FEW_OF_STRATA] += excess;
	}
	free(sum);
	return 0;
}

/* Without strata: what half a unit of the last digit of the topic's probabilities does. */
static void look_at_digits(struct sample *s, const struct judgments *j, size_t topic)
{
	const struct judgment_set *all = &j->topic[topic].all;
	uint32_t decimals = 0;
	double sum = 0, squares = 0;
	for (size_t i = 0; i < all->count; i++) {
		double p = all->judgment[i].probability;
		decimals = all->judgment[i].number > decimals ? all->judgment[i].number : decimals;
		sum += 1 / p;
		squares += p < 1 ? 1 / (p * p) : 0;
	}
	double effect = 0.5 * pow(10, -(double)decimals) * squares;
	if (effect <= LITTLE * sum)
		return;
	s->few_digits.topics++;
	s->few_digits.sum[FEW_OF_TOPICS] += sum;
	s->few_digits.effect[FEW_OF_TOPICS] += effect;
}

int weigh_as_written(struct sample *s, const struct judgments *j, struct err *e)
{
	for (size_t i = 0; i < j->count; i++)
		s->weight[i] = given_weight(s, &j->judgment[i], s->weight[i]);
	for (size_t t = 0; t < s->strata.topics; t++) {
		enum design_source source = s->strata.topic[t].source;
		if (source == SOURCE_PROBABILITIES && compare_sizes(s, j, t, e) < 0)
			return -1;
		if (source == SOURCE_NONE && s->weight[j->topic[t].all.judgment - j->judgment] > 0)
			look_at_digits(s, j, t);
	}
	return 0;
}
