/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Wilson's score interval of a binomial proportion (Wilson 1927; Webber 2013, section 2.6, eq 12).
 * With p = r/n and z the normal quantile of the end,
 *
 *     (p + z²/2n + z·sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n)
 *
 * the proportion at which the sample is z standard errors away, the standard error being that of
 * the proportion and not of the sample. The sample is taken as binomial: nothing here knows how
 * large the population is. No continuity correction.
 */
#include "core/stats/interval/one_proportion.h"
#include "core/stats/rmath.h"

static double wilson_end(const struct one_proportion *x, double prob, bool lower)
{
	if (lower ? x->r == 0 : x->r == x->n) /* what the formula gives, without its rounding */
		return lower ? 0 : 1;
	double n = (double)x->n, p = (double)x->r / n;
	double z = qnorm(prob, 0, 1, 1, 0), square = z * z / n;
	double sd = sqrt((p * (1 - p) + square / 4) / n);
	return (p + square / 2 + z * sd) / (1 + square);
}

INTERVAL_METHOD = {
	.name = "wilson",
	.summary = "one proportion: score interval of a binomial",
	.manual = "The proportions from which the sample is at most z standard errors away, the "
		  "standard error being that of the proportion (Wilson 1927; Webber 2013, "
		  "equation 12), without continuity correction. Close to the level on average "
		  "over truths, below it in some, and as a one-sided bound too often wrong for "
		  "rare documents. Takes the sample as binomial: too wide if much of the stratum "
		  "was sampled. One stratum only: precision, elusion, richness, yield.",
	OF_ONE_PROPORTION,
	.end = wilson_end,
};
