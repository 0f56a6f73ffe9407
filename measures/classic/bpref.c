/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Binary preference: how many judged non-relevant documents stand above the relevant ones.
 * Buckley & Voorhees 2004, Retrieval evaluation with incomplete information.
 */
#include <math.h>

#include "measures/measure.h"

static const double least = 1e-5;

static double bpref_of(const struct topic_view *t)
{
	double sum = 0, relevant = (double)t->relevant;
	double bound = fmin((double)t->nonrelevant, relevant), nonrelevant_above = 0;
	for (size_t i = 0; i < t->retrieved; i++) {
		if (t->grade[i] < 0)
			continue;
		if (t->grade[i] < t->level)
			nonrelevant_above++;
		else if (nonrelevant_above == 0)
			sum += 1;
		else
			sum += 1 - fmin(nonrelevant_above, relevant) / bound;
	}
	return relevant > 0 ? sum / relevant : 0;
}

MEASURE_VALUE(bpref, bpref_of(t))
MEASURE_VALUE(gm_bpref, log(fmax(bpref_of(t), least)))

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "bpref",
		.summary = "binary preference, over judged documents only",
		.manual =
			"1/R times the sum over relevant documents retrieved of 1 - min(n, R)/min(N, R),\n"
			"n being the judged non-relevant documents above it and N those of the topic.\n"
			"Unjudged documents are passed over. 0 if nothing is relevant.\n",
		.members = "official all_trec",
		.alias = "Bpref BPref",
		.after = "Rprec",
		.score = bpref,
		/* R = 2, N = 3: the document at rank 3 has one non-relevant above it: (1 - 1/2) / 2
		 */
		.example = { .ranking = "0 . 1 | 1 0 0", .value = 0.25 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "gm_bpref",
		.summary = "geometric mean of bpref",
		.manual =
			"exp of the mean over topics of ln(max(bpref, 0.00001)). Printed for all\n"
			"topics together only.\n",
		.members = "all_trec",
		.after = "infAP",
		.aggregate = AGGREGATE_GEOMETRIC,
		.score = gm_bpref,
		/* ln(1/4) */
		.example = { .ranking = "0 . 1 | 1 0 0", .value = -1.3862943611198906 },
	},
	MEASURES_END,
};
