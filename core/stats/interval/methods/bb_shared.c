/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bb-shared: beta-binomial posteriors with one half prior for each segment, shared among its strata
 * by size.
 *
 *     R = r + BetaBin(N-n; h+r, h+n-r),  h = 1/2 N/N_segment, for each stratum
 *
 * Webber's half prior (2013, section 3.6) in each stratum adds about (N-n)/2(n+1) relevant
 * documents that nobody saw in each stratum with r = 0, and these add up over strata. Shared, the
 * priors of a segment weigh together what one does; with one stratum in each segment the two
 * methods are the same. The default of a topic up to version 0.2.0: a small stratum all of whose
 * sample is relevant has next to nothing of the prior, and with it no doubt (bb_spread.c).
 */
#include "core/stats/interval/interval.h"
#include "core/stats/interval/priors.h"

INTERVAL_METHOD = {
	.name = "bb-shared",
	.summary = "beta-binomial posterior, prior 1/2 shared within each segment",
	.manual = "As bb-half, with the prior of 1/2 given to the retrieved and the "
		  "unretrieved segment as a whole, each stratum taking its share N/N_segment "
		  "of it. With one stratum in each segment it is bb-half; with many strata it "
		  "keeps its coverage where bb-half loses it. The default up to version 0.2.0; a "
		  "small stratum all of whose sample is relevant has no doubt left, which "
		  "bb-spread mends.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.forced_ends = true,
	.prior = shared_prior,
	.borrows = true,
};
