/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bb-learnt: of one topic bb-spread. Of the mean over several, a prior that is learnt from the
 * topics: core/stats/learnt_prior/learnt_mean.h.
 */
#include "core/stats/interval/interval.h"
#include "core/stats/interval/priors.h"

INTERVAL_METHOD = {
	.name = "bb-learnt",
	.summary = "bb-spread for a topic; for means over topics a prior learnt from the topics",
	.manual =
		"A topic's interval is that of bb-spread. In an interval of a mean over topics, "
		"priors of each topic would add up, so there is half a document of prior for all "
		"topics together. A yield, a precision, and F if all that is retrieved was judged, "
		"have the mean of the topics as their estimate, and a beta distribution between "
		"what was seen and what is possible. For recall and other F, size and recall of topics vary by a "
		"bivariate normal distribution on the logit scale, whose spread is learnt; the "
		"estimate is the median of the posterior. The mean is over the topics that have a "
		"relevant document: one in which none was seen counts with its probability of "
		"having one.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.forced_ends = true,
	.prior = spread_prior,
	.by_sample = true,
	.borrows = true,
	.learnt = true,
};
