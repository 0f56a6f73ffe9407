/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * G and binG: each gain is discounted by what was read in vain before it, not by its rank alone.
 */
#include "measures/gains.h"

static double binary_gain(const struct topic_view *t)
{
	double sum = 0;
	for (size_t i = 0; i < t->relevant_retrieved; i++)
		sum += 1 / log2(2 + (double)(t->relevant_at[i] - i));
	return t->relevant > 0 ? sum / (double)t->relevant : 0;
}

MEASURE_VALUE(bin_g, binary_gain(t))

static int g(const struct topic_view *t, const struct parameters *p, double *value)
{
	struct ideal ideal = ideal_start(t, p);
	double sum = 0, cost = 0, gained = 0, best = 0, next;
	for (size_t i = 0; i < t->retrieved; i++) {
		next = ideal_next(&ideal);
		best += next;
		cost += fmax(next, 1);
		double gain = gain_of(p, t->grade[i]);
		gained += gain;
		if (gain != 0)
			sum += gain / log2(2 + cost - gained);
	}
	while ((next = ideal_next(&ideal)) > 0)
		best += next;
	*value = best > 0 ? sum / best : 0;
	return 0;
}

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "binG",
		.summary = "binary gain, discounted by the non-relevant documents above",
		.manual =
			"1/R times the sum over relevant documents retrieved of 1 / log2(2 + documents\n"
			"above it that are not relevant). Unjudged documents count as not relevant.\n",
		.members = "all_trec",
		.after = "11pt_avg",
		.score = bin_g,
		/* 1/log2(4) / 2 */
		.example = { .ranking = "0 . 1 | 1", .value = 0.25 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "G",
		.summary = "gain, discounted by the cost so far less the gain so far",
		.manual =
			"The sum over the ranking of gain / log2(2 + cost - gains so far), over the sum of\n"
			"all gains. The cost of a rank is the gain of the ideal ranking there, at least 1.\n"
			"0 if no judged document has a gain above 0.\n",
		.members = "all_trec",
		.graded = true,
		.kind = PARAMETERS_GAINS,
		.score = g,
		/* cost 3, gained 1: 1/log2(2 + 3 - 1) / 1 */
		.example = { .ranking = "0 . 1", .value = 0.5 },
	},
	MEASURES_END,
};
