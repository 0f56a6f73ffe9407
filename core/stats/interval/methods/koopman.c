/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Koopman's chi-square interval for a ratio of two binomial proportions, carried over to recall
 * (Koopman 1984, section 2.2; Webber 2013, section 3.4). With φ = π0/π1,
 *
 *     recall = 1/(1 + N0·φ/N1)
 *
 * which falls as φ grows. The ends are the values of recall at which Pearson's chi-square at the
 * constrained maximum-likelihood estimate equals z², without continuity correction. The sample is
 * taken as binomial: nothing here knows how large the population is.
 */
#include "core/stats/interval/recall_ratio.h"

INTERVAL_METHOD = {
	.name = "koopman",
	.summary = "chi-square interval for the ratio of two binomial proportions",
	.manual = "Recall is 1/(1 + (N0/N1) phi), where phi is the prevalence among the "
		  "unretrieved over that among the retrieved documents. The interval holds "
		  "every recall at which Pearson's chi-square, at the most likely prevalences "
		  "with that recall and without continuity correction, is at most z^2. Lower "
		  "end 0 when no relevant document was seen among the retrieved, upper 1 when "
		  "none among the unretrieved. Koopman (1984), section 2.2; Webber (2013), "
		  "section 3.4. One sample per segment: there is no form for strata. Accurate "
		  "when the samples are small parts of their segments; too wide when they are "
		  "not, where 'score' is the remedy.",
	.quantities = QUANTITY_RECALL,
	.forced_ends = true,
	.monotone = QUANTITY_RECALL,
	.compute = ratio_score_interval,
};
