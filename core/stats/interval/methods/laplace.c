/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Normal approximation after adding 1 to the relevant and to the other documents of every stratum
 * (Webber 2013, section 3.3, eq 27-29 with c = 1):
 *
 *     p~ = (r+1)/(n+2),   R~ = Σ N·p~,   V~ = Σ N²·p~(1-p~)/(n+2)·(1 - n/N),   Rec~ ± z·sd~
 */
#include "core/stats/interval/segments.h"

INTERVAL_METHOD = {
	.name = "laplace",
	.summary = "normal approximation after adding 1 to both counts of every stratum",
	.manual = "As 'normal', with p = (r+1)/(n+2) in the place of r/n and n+2 in the place "
		  "of n, for the middle of the interval as well as for its width; the "
		  "finite-population factor 1-n/N keeps the true n. The lower end is 0 when "
		  "no relevant document was seen among the retrieved, the upper 1 when none "
		  "among the unretrieved. Webber (2013), section 3.3, equations 27-29. More "
		  "robust than 'normal' with few relevant documents, but every stratum adds "
		  "to the yield: many or large strata pull recall down.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F,
	.forced_ends = true,
	.compute = segments_interval,
	.added = 1,
};
