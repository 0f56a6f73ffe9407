/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/interval/segments.h"

INTERVAL_METHOD = {
	.name = "agresti-coull",
	.summary = "normal approximation after adding 2 to both counts of every stratum",
	.manual = "As 'laplace', with p = (r+2)/(n+4): 2 is added at every confidence level. "
		  "Webber (2013), section 3.3, equations 27-29, after Agresti and Coull "
		  "(1998). Where relevant documents are rare among the unretrieved the "
		  "adjustment is too large and recall is understated; prefer any of the ratio "
		  "or Bayesian methods.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F,
	.forced_ends = true,
	.compute = segments_interval,
	.added = 2,
};
