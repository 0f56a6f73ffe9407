/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recall as a binomial proportion of the relevant documents seen (Webber 2013, section 3.1, eq 25,
 * after Simel, Samsa and Matchar 1991):
 *
 *     Rec ± z·sqrt(Rec(1 - Rec)/n),   n = r1 + r0
 *
 * The paper does not say what n is; the relevant documents in the two samples are what gives its
 * Table IX.
 */
#include "core/stats/interval/segments.h"

static double variance(const struct segments *g, double value)
{
	double n = (double)(g->retrieved.relevant + g->unretrieved.relevant);
	return value * (1.0 - value) / n;
}

INTERVAL_METHOD = {
	.name = "naive",
	.summary = "recall as a binomial proportion of the relevant documents seen",
	.manual = "Rec +- z sqrt(Rec (1-Rec) / (r1+r0)), where r1 and r0 are the relevant "
		  "documents in the retrieved and the unretrieved sample, not clipped to "
		  "[0,1]; undefined when both are 0. Webber (2013), section 3.1, equation 25, "
		  "after Simel et al. (1991). It takes retrieved and unretrieved documents to "
		  "be sampled at one rate, which is seldom so: the least accurate of all "
		  "methods here. For comparison with the literature only.",
	.quantities = QUANTITY_RECALL,
	.compute = segments_interval,
	.variance = variance,
};
