/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Normal approximation without the covariance of numerator and denominator (Oard et al. 2008, as
 * described by Webber 2013, end of section 2.10): the error of R1/R*, R* = R1 + R0, is propagated
 * as if R1 and R* were independent,
 *
 *     Var = V1/R*² + R1²(V1 + V0)/R*⁴
 */
#include <math.h>

#include "core/stats/interval/segments.h"

static int normal_uncorr(const struct stratum *s, size_t count, const struct interval_request *q,
			 struct interval *out, struct err *e)
{
	(void)e;
	struct segments g;
	segments_estimate(s, count, 0.0, &g);
	struct estimate x = segments_quantity(&g, q);
	double total = g.retrieved.yield + g.unretrieved.yield;
	double square = total * total;
	if (!isnan(x.value)) {
		double V1 = g.retrieved.variance, V0 = g.unretrieved.variance;
		x.variance = (V1 + x.value * x.value * (V1 + V0)) / square;
	}
	*out = segments_normal_ends(&g, q, x);
	return 0;
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
	.forced_ends = false,
	.compute = normal_uncorr,
};
