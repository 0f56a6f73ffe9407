/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exact limits for a sample without replacement from a finite population, by inverting two
 * one-sided hypergeometric tests (Buonaccorsi 1987, "A note on confidence intervals for proportions
 * in finite populations"; the distribution: Webber 2013, eq 6); see one_proportion.h.
 */
#include "core/stats/interval/one_proportion.h"

static double hypergeometric_end(const struct one_proportion *x, double prob, bool lower)
{
	return hypergeometric_limit(x, prob, lower, 1);
}

INTERVAL_METHOD = {
	.name = "hypergeometric",
	.summary = "one proportion: exact limits in a finite population",
	.manual = "The numbers of relevant documents that neither of two one-sided hypergeometric "
		  "tests rejects (Buonaccorsi 1987). Covers at least the level whatever the "
		  "truth is, knows how much of the stratum was sampled, and is a point if all of "
		  "it was; in a large stratum it is 'clopper-pearson'. One stratum only: "
		  "precision, elusion, richness, yield; by default recall and F, if all else was "
		  "judged.",
	.keeps_level = true,
	OF_ONE_PROPORTION,
	.end = hypergeometric_end,
};
