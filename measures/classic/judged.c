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

MEASURE_AT(unj, unjudged_in_top(t, k) / k)

/* Documents among the judgments, whatever their grade. */
static int judged(const struct topic_view *t, const struct parameters *p, double *value)
{
	double count = 0;
	size_t i = 0;
	for (size_t k = 0; k < p->count; k++) {
		for (; i < t->retrieved && (double)i < p->value[k]; i++)
			count += t->grade[i] != GRADE_UNPOOLED;
		value[k] = i > 0 ? count / (double)i : 0;
	}
	return 0;
}

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "unj",
		.no_best = true,
		.any_judgments = true,
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
		.no_best = true,
		.any_judgments = true,
		.summary = "judged documents in the top k, as a share of what is there",
		.manual =
			"Documents among the first k that stand in the judgments, with a negative grade\n"
			"too (other than for unj), divided by k or by the number retrieved, whichever is\n"
			"less. 0 if nothing is retrieved. As Judged@k of ir_measures.\n",
		.alias = "Judged@",
		.after = "ndcg_exp_cut",
		.kind = PARAMETERS_CUTOFFS,
		.defaults = "5,10,20",
		.score = judged,
		.example = { .ranking = "0 . 1 -", .value = 0.75 },
	},
	MEASURES_END,
};
