/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often a relevant document stands above one that is not.
 */
#include <math.h>

#include "measures/measure.h"

static int accuracy(const struct topic_view *t, const struct parameters *p, double *value)
{
	double above = 0, pairs_lost = 0, relevant = 0; /* above: not relevant so far */
	size_t i = 0, columns = p->count > 0 ? p->count : 1;
	for (size_t k = 0; k < columns; k++) {
		double cutoff = p->count > 0 ? p->value[k] : INFINITY;
		for (; i < t->retrieved && (double)i < cutoff; i++) {
			bool is_relevant = t->grade[i] >= t->level;
			pairs_lost += is_relevant ? above : 0;
			relevant += is_relevant;
			above += !is_relevant;
		}
		value[k] = relevant == 0 ? NAN
			   : above == 0	 ? 1
					 : 1 - pairs_lost / (relevant * above);
	}
	return 0;
}

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "accuracy",
		.summary = "share of pairs of retrieved documents that are in the right order",
		.manual =
			"Of all pairs of a relevant document and one that is not (or not judged), both\n"
			"retrieved, or among the first k: the share with the relevant one above. 1 if all\n"
			"are relevant; undefined, and left out of the mean, if none is. As in ir_measures;\n"
			"accuracy@10 of BEIR and sentence-transformers is success.10.\n",
		.alias = "Accuracy Accuracy(rel)@",
		.after = "compat",
		.kind = PARAMETERS_CUTOFFS,
		.score = accuracy,
		/* 2 relevant, 3 others: 1 + 2 of 6 pairs are wrong */
		.example = { .ranking = ". 1 0 1 0 | 1", .value = 0.5 },
	},
	MEASURES_END,
};
