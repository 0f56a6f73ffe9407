/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/interval/interval.h"

static void prior(const struct stratum *s, size_t count, struct prior *out)
{
	(void)s;
	for (size_t i = 0; i < count; i++)
		out[i] = (struct prior){ 1, 1 };
}

INTERVAL_METHOD = {
	.name = "bb-uniform",
	.summary = "beta-binomial posterior, uniform prior in each stratum (Webber 2013)",
	.manual = "As bb-half, with every yield of a stratum equally likely before the "
		  "sample: r + BetaBin(N-n; 1+r, 1+n-r) (Webber 2013, section 3.6). Tends to "
		  "understate recall where few of the documents that were not retrieved are "
		  "relevant.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.forced_ends = true,
	.prior = prior,
};
