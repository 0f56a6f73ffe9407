/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Normal approximation with maximum-likelihood variance (Webber 2013, section 3.2, eq 23-26):
 *
 *     Rec ± z·sqrt(Var),   Var = (V1·R0² + V0·R1²)/(R1+R0)⁴,   V = Σ N²·p(1-p)/n·(1 - n/N)
 *
 * Precision, F and yield by the same propagation of error (eq 20) from the independent yields.
 * Not clipped: Table XII prints an upper end of 1.070.
 */
#include "core/stats/interval/segments.h"

INTERVAL_METHOD = {
	.name = "normal",
	.summary = "normal approximation, maximum-likelihood variance",
	.manual = "Estimate +- z sd. The yield of a segment is the sum of N r/n over its "
		  "strata, its variance the sum of N^2 p(1-p)/n (1-n/N) with p = r/n; recall, "
		  "precision, F and yield follow by propagation of error from the two "
		  "independent yields. Webber (2013), section 3.2, equations 23-26. Ends are "
		  "not clipped and can leave [0,1]; undefined when no relevant document was "
		  "seen or a stratum was not sampled. Good with many relevant documents in "
		  "both samples; with few it understates the uncertainty, and with none among "
		  "the unretrieved it claims certainty.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.compute = segments_interval,
	.adds_up = true,
};
