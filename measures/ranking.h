/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Quantities of a ranking that several measures share.
 */
#pragma once

#include "core/data/view.h"

/* Relevant documents among the first `cutoff`: cum(k). */
static inline size_t relevant_in_top(const struct topic_view *t, double cutoff)
{
	size_t count = 0;
	while (count < t->relevant_retrieved && (double)t->relevant_at[count] < cutoff)
		count++;
	return count;
}

/* Sum of the precisions at the relevant documents among the first `cutoff`. */
static inline double sum_of_precisions(const struct topic_view *t, double cutoff)
{
	double sum = 0;
	for (size_t i = 0; i < t->relevant_retrieved && (double)t->relevant_at[i] < cutoff; i++)
		sum += (double)(i + 1) / (double)(t->relevant_at[i] + 1);
	return sum;
}

static inline double average_precision(const struct topic_view *t)
{
	if (t->relevant_retrieved == 0 || t->relevant == 0)
		return 0;
	return sum_of_precisions(t, (double)t->retrieved) / (double)t->relevant;
}

/*
 * r: the relevant documents that are retrieved. With -l -1 or below, documents that nobody judged
 * count as relevant where a ranking is looked at, but not in r (nor in R), as in trec_eval.
 */
static inline double judged_relevant_retrieved(const struct topic_view *t)
{
	return (double)(t->relevant_retrieved - t->relevant_unjudged);
}

/*
 * Precision at a share of R, with trec_eval's rounding: the cutoff is trunc(share * R + 0.9).
 * trec_eval counts back from r at the last rank, so that unjudged documents that count as relevant
 * are missing at every rank.
 */
static inline double precision_at_share(const struct topic_view *t, double share)
{
	double cutoff = (double)(int64_t)(share * (double)t->relevant + 0.9);
	size_t count = relevant_in_top(t, cutoff);
	if (!(cutoff > 0) || count <= t->relevant_unjudged)
		return 0;
	return (double)(count - t->relevant_unjudged) / cutoff;
}
