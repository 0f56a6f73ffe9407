/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/interval/interval.h"
#include "core/stats/interval/priors.h"

INTERVAL_METHOD = {
	.name = "jeffreys",
	.summary = "beta posterior on proportions, Jeffreys prior in each stratum (Webber 2013)",
	.manual = "The proportion relevant among the documents of a stratum that were not "
		  "sampled has the posterior Beta(1/2+r, 1/2+n-r), and the yield is r + "
		  "p(N-n) (Webber 2013, section 3.5). The sampled part counts as known, but "
		  "the rest as an infinite population: too narrow where much of a segment was "
		  "sampled.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.forced_ends = true,
	.prior = half_prior,
	.binomial = true,
};
