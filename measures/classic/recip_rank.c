/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reciprocal rank of the first relevant document.
 */
#include "measures/measure.h"

static int recip_rank(const struct topic_view *t, const struct parameters *p, double *value)
{
	double rank = t->relevant_retrieved > 0 ? (double)t->relevant_at[0] + 1 : 0;
	if (p->count == 0)
		value[0] = rank > 0 ? 1 / rank : 0;
	for (size_t k = 0; k < p->count; k++)
		value[k] = rank > 0 && rank <= p->value[k] ? 1 / rank : 0;
	return 0;
}

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "recip_rank",
		.summary = "reciprocal rank of the first relevant document",
		.manual =
			"1/rank of the first relevant document; 0 if there is none. With a cutoff\n"
			"k (-m recip_rank.10), also 0 if it is not among the first k.\n",
		.members = "official all_trec",
		.alias = "RR RR@ MRR MRR@",
		.after = "bpref",
		.kind = PARAMETERS_CUTOFFS,
		.score = recip_rank,
		.example = { .ranking = "0 . 1", .value = 1.0 / 3 },
	},
	MEASURES_END,
};
