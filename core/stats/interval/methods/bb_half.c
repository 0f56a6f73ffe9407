/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/interval/interval.h"
#include "core/stats/interval/priors.h"

INTERVAL_METHOD = {
	.name = "bb-half",
	.summary = "beta-binomial posterior, prior 1/2 in each stratum (Webber 2013)",
	.manual = "The yield of each stratum has the posterior r + BetaBin(N-n; 1/2+r, "
		  "1/2+n-r) (Webber 2013, eq 17, section 3.6); the ends are quantiles of the "
		  "quantity that follows from the yields, computed without Monte Carlo unless "
		  "draws are asked for. The method that the paper recommends. With many "
		  "strata in which little was sampled the priors add up and pull the yield "
		  "upwards: prefer bb-spread there.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.forced_ends = true,
	.prior = half_prior,
};
