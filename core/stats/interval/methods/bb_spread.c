/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/interval/interval.h"
#include "core/stats/interval/priors.h"

INTERVAL_METHOD = {
	.name = "bb-spread",
	.summary =
		"beta-binomial posterior, half a document of either kind spread over each segment",
	.manual =
		"As bb-half, with half a relevant and half a non-relevant document for the retrieved "
		"and the unretrieved segment as a whole: the first is spread over the strata in "
		"which few of the sample are relevant, the second over those in which most are, by "
		"size. A small stratum all of whose sample is relevant keeps its doubt, and the "
		"priors of many strata do not add up. Samples of small strata count for up to two "
		"documents less, so that a sum over many has the unbiased variance. With one stratum "
		"in each segment it is bb-half.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.forced_ends = true,
	.prior = spread_prior,
	.by_sample = true,
	.borrows = true,
};
