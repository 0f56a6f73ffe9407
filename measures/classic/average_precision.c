/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Average precision and what is made of it.
 *
 *	AP = 1/R * sum over relevant documents retrieved at rank i of (relevant in the top i) / i
 */
#include <math.h>

#include "measures/measure.h"
#include "measures/ranking.h"

/* The geometric mean takes nothing below this, or one topic at zero would make all of it zero. */
static const double least = 1e-5;

MEASURE_VALUE(map, average_precision(t))
MEASURE_VALUE(gm_map, log(fmax(average_precision(t), least)))
MEASURE_AT(map_cut, t->relevant > 0 ? sum_of_precisions(t, k) / (double)t->relevant : 0)

static double log_odds(const struct topic_view *t)
{
	double sum = sum_of_precisions(t, (double)t->retrieved);
	double rest = 1 + (double)t->relevant - sum; /* above 0 unless -l is negative */
	return rest > 0 ? log((1 + sum) / rest) : 0;
}

MEASURE_VALUE(yaap, log_odds(t))

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "map",
		.if_sampled = "statAP",
		.summary = "mean average precision",
		.manual =
			"Average precision of a topic: the precision at the rank of each relevant\n"
			"document, 0 for those not retrieved, averaged over all relevant documents.\n"
			"0 if no relevant document is retrieved.\n",
		.members = "official all_trec",
		.alias = "AP MAP",
		.after = "num_rel_ret",
		.score = map,
		/* (1/2 + 2/3) / 3 */
		.example = { .ranking = "0 1 1 | 1", .value = 7.0 / 18 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "gm_map",
		.summary = "geometric mean of average precision",
		.manual =
			"exp of the mean over topics of ln(max(AP, 0.00001)). Printed for all topics\n"
			"together only.\n",
		.members = "official all_trec",
		.aggregate = AGGREGATE_GEOMETRIC,
		.score = gm_map,
		/* ln(1/2) */
		.example = { .ranking = "0 1", .value = -0.6931471805599453 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "map_cut",
		.summary = "average precision over the top k",
		.manual =
			"As map, but only documents among the first k count as retrieved. Divided by\n"
			"the number of all relevant documents.\n",
		.members = "all_trec",
		.alias = "AP@ MAP@",
		.after = "ndcg_cut",
		USUAL_CUTOFFS,
		.score = map_cut,
		/* only the document at rank 2 is in the top 2: (1/2) / 3 */
		.example = { .ranking = "0 1 1 | 1", .parameters = "2", .value = 1.0 / 6 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "yaap",
		.summary = "yet another average precision: log odds",
		.manual =
			"ln((1 + S) / (1 + R - S)), S being the sum of the precisions at the relevant\n"
			"documents (AP times R). Can be negative. Robertson 2012, On smoothing and\n"
			"combining average precision.\n",
		.after = "Rprec_mult_avgjg",
		.range = { -INFINITY, INFINITY },
		.score = yaap,
		/* S = 1/2, R = 1: ln(1.5 / 1.5) */
		.example = { .ranking = "0 1", .value = 0 },
	},
	MEASURES_END,
};
