/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/data/design/building.h"

enum { FEW_OF_STRATA, FEW_OF_TOPICS };
static const double LITTLE = 0.005;

/* How far the sizes of a topic's strata, which are whole, are from the sums of 1/p. */
static int compare_sizes(const struct topic_strata *t, const struct judgment_set *all,
			 const int32_t *stratum, const double *weight, struct few_digits *to,
			 struct err *e)
{
	double *sum = calloc(t->count + 1, sizeof *sum);
	if (sum == NULL)
		return err_memory(e);
	for (size_t i = 0; i < all->count; i++)
		if (stratum[i] >= 0)
			sum[stratum[i]] += weight[i];
	for (size_t c = 0; c < t->count; c++) {
		double excess = fabs((double)t->stratum[c].size - sum[c]);
		if (t->stratum[c].sampled == 0 || excess <= LITTLE * sum[c])
			continue;
		to->strata++;
		to->sum[FEW_OF_STRATA] += sum[c];
		to->effect[FEW_OF_STRATA] += excess;
	}
	free(sum);
	return 0;
}

/* Without strata: what half a unit of the last digit of the topic's probabilities does. */
static void look_at_digits(const struct judgment_set *all, struct few_digits *to)
{
	uint32_t decimals = 0;
	double sum = 0, squares = 0;
	for (size_t i = 0; i < all->count; i++) {
		double p = all->judgment[i].probability;
		decimals =
			all->judgment[i].decimals > decimals ? all->judgment[i].decimals : decimals;
		sum += 1 / p;
		/* 1/2, 1/4 and the like are not rounded */
		squares += near_equal(1 / p, nearbyint(1 / p), NEAR_DIGITS) ? 0 : 1 / (p * p);
	}
	double effect = 0.5 * pow(10, -(double)decimals) * squares;
	if (effect <= LITTLE * sum)
		return;
	to->topics++;
	to->sum[FEW_OF_TOPICS] += sum;
	to->effect[FEW_OF_TOPICS] += effect;
}

int weigh_as_written(struct design *d, const struct judgments *j, struct err *e)
{
	for (size_t t = 0; t < d->topics; t++) {
		const struct judgment_set *all = &j->topic[t].all;
		size_t first = (size_t)(all->judgment - j->judgment);
		const struct topic_strata *of = &d->topic[t];
		/* topics that another shard has weigh nothing here */
		if (topic_source(of) == SOURCE_NONE && d->weight[first] > 0)
			look_at_digits(all, &d->few_digits);
		/* a probability is the number that is written, as in the evaluators of the tracks,
		   unless the file itself gives sizes: these are more exact */
		for (size_t i = first; topic_source(of) != SOURCE_FILE && i < first + all->count;
		     i++)
			d->weight[i] = 1 / j->judgment[i].probability;
		bool by_rates = topic_source(of) == SOURCE_PROBABILITIES ||
				topic_source(of) == SOURCE_RATES;
		if (by_rates && compare_sizes(of, all, d->place + first, d->weight + first,
					      &d->few_digits, e) < 0)
			return -1;
	}
	return 0;
}
