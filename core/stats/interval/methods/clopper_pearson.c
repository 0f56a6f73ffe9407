/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Clopper and Pearson's exact interval of a binomial proportion (1934; Webber 2013, section 2.5),
 * binomial_limit(). Nothing here knows how large the population is; hypergeometric.c does.
 */
#include "core/stats/distribution/beta_quantile.h"
#include "core/stats/interval/one_proportion.h"

static double clopper_pearson_end(const struct one_proportion *x, double prob, bool lower)
{
	return binomial_limit(x->r, x->n, prob, lower);
}

INTERVAL_METHOD = {
	.name = "clopper-pearson",
	.summary = "one proportion: exact limits of a binomial",
	.manual = "The proportions that neither of two one-sided binomial tests rejects (Clopper "
		  "and Pearson 1934; Webber 2013, section 2.5): quantiles of Beta(r, n-r+1) and "
		  "Beta(r+1, n-r). Covers at least the level whatever the truth is, and mostly "
		  "more. Takes the sample as binomial: if much of the stratum was sampled, "
		  "'hypergeometric' is as safe and narrower. One stratum only: precision, "
		  "elusion, richness, yield.",
	.keeps_level = true,
	OF_ONE_PROPORTION,
	.end = clopper_pearson_end,
};
