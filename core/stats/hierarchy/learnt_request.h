/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of a mean over topics, and what comes of it.
 */
#ifndef STATS_HIERARCHY_LEARNT_REQUEST_H
#define STATS_HIERARCHY_LEARNT_REQUEST_H

#include "core/stats/bounds.h"
#include "core/stats/hierarchy/learnt_cells.h"

struct learnt_request {
	struct learnt_quantity of;
	double lower_p, upper_p; /* 0 and 1: that end is open, and the other has its own prior */
};

/*
 * If the samples have fewer relevant documents than this per topic, on average, recall in topics
 * without any in the sample is what the model learnt from the other topics.
 */
enum { LEARNT_FEW = 2 };

struct learnt_result {
	double estimate;
	struct interval interval;
	double probability; /* of a difference: P(A > B) + P(equal)/2; else nan */
	bool moved;	    /* an end was moved to the estimate */
	bool few;	    /* of a recall: fewer than LEARNT_FEW relevant documents seen a topic */
};

#endif
