/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much of the top of the ranking was judged at all.
 */
#include "measures/measure.h"

/* Documents without a judgment of 0 or above among the first `cutoff`. */
static double unjudged_in_top(const struct topic_view *t, double cutoff)
{
	double count = 0;
	for (size_t i = 0; i < t->retrieved && (double)i < cutoff; i++)
		count += t->grade[i] < 0;
	return count;
}

static int unj(const struct topic_view *t, const struct parameters *p, double *value)
{
	for (size_t k = 0; k < p->count; k++)
		value[k] = unjudged_in_top(t, p->value[k]) / p->value[k];
	return 0;
}

static int judged(const struct topic_view *t, const struct parameters *p, double *value)
{
	double retrieved = (double)t->retrieved;
	for (size_t k = 0; k < p->count; k++) {
		double top = retrieved < p->value[k] ? retrieved : p->value[k];
		value[k] = top > 0 ? 1 - unjudged_in_top(t, top) / top : 0;
	}
	return 0;
}

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "unj",
		.summary = "unjudged documents in the top k, as a share of k",
		.manual =
			"Documents among the first k that are not judged (or judged below 0), divided\n"
			"by k. Where fewer than k are retrieved, the missing ones count as judged.\n",
		.members = "all_trec",
		.after = "rbp_resid",
		.kind = PARAMETERS_CUTOFFS,
		.defaults = "5,10,20",
		.score = unj,
		.example = { .ranking = "0 . 1 -", .value = 2.0 / 5 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "judged",
		.summary = "judged documents in the top k, as a share of what is there",
		.manual =
			"Documents with a judgment of 0 or above among the first k, divided by k or by\n"
			"the number retrieved, whichever is less. 0 where nothing is retrieved.\n",
		.members = "",
		.alias = "Judged@",
		.after = "ndcg_exp_cut",
		.kind = PARAMETERS_CUTOFFS,
		.defaults = "5,10,20",
		.score = judged,
		.example = { .ranking = "0 . 1 -", .value = 0.5 },
	},
	MEASURES_END,
};
