/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Normal approximation without the covariance of numerator and denominator (Oard et al. 2008, as
 * described by Webber 2013, end of section 2.10): the error of R1/R*, R* = R1 + R0, is propagated
 * as if R1 and R* were independent,
 *
 *     Var = V1/R*² + R1²(V1 + V0)/R*⁴
 */
#include "core/stats/interval/segments.h"

static double variance(const struct segments *g, double value)
{
	double total = g->retrieved.yield + g->unretrieved.yield;
	double V1 = g->retrieved.variance, V0 = g->unretrieved.variance;
	return (V1 + value * value * (V1 + V0)) / (total * total);
}

INTERVAL_METHOD = {
	.name = "normal-uncorr",
	.summary = "normal approximation that leaves out the covariance, as TREC 2008",
	.manual = "As 'normal', but recall is taken as the ratio of two independent "
		  "estimates, the retrieved and the total yield R*: variance V1/R*^2 + R1^2 "
		  "(V1+V0)/R*^4. The retrieved yield's variance is so counted twice. Oard et "
		  "al. (2008), as described by Webber (2013), section 2.10 and Table XI. To "
		  "reproduce published figures; 'normal' is its corrected form.",
	.quantities = QUANTITY_RECALL,
	.compute = segments_interval,
	.variance = variance,
};
