/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of a mean over topics, and what comes of it.
 */
#pragma once

#include "core/stats/bounds.h"
#include "core/stats/hierarchy/learnt_cells.h"

struct learnt_request {
	struct learnt_quantity of;
	double lower_p, upper_p; /* 0 and 1: that end is open, and the other has its own prior */
};

/*
 * What a sample must hold, in a mean topic, for an interval to be trusted (doc/coverage.md, "Robust
 * 2003"). Recall: relevant documents; with fewer, recall in the topics in which none was seen is
 * what the model makes of the others. Precision and F of a run that cuts strata: documents that it
 * retrieves; with fewer, the ratios of the topics are biased.
 */
enum { LEARNT_FEW_RELEVANT = 2, LEARNT_FEW_RETRIEVED = 4 };

struct learnt_result {
	double estimate;
	struct interval interval;
	double probability; /* of a difference: P(A > B) + P(equal)/2; else nan */
	bool moved;	    /* an end was moved to the estimate */
	bool few;	    /* the sample holds too little: see above */
};
