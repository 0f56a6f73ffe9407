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
 * With fewer than so many relevant documents in the sample of a mean topic, recall in the topics
 * in which none was seen is what the model makes of the others.
 */
enum { LEARNT_FEW = 2 };

struct learnt_result {
	double estimate;
	struct interval interval;
	double probability; /* of a difference: P(A > B) + P(equal)/2; else nan */
	bool moved;	    /* an end was moved to the estimate */
	bool few;	    /* of a recall: fewer than LEARNT_FEW relevant documents seen a topic */
};
