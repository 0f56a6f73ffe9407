/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of a mean over topics, and the answer.
 */
#pragma once

#include <math.h>

#include "core/stats/bounds.h"
#include "core/stats/learnt_prior/learnt_cells.h"

struct learnt_request {
	struct learnt_quantity of;
	struct ends ends; /* if one is open, the other has its own prior */
};

/*
 * Why an interval needs caution: what the sample holds too little of (doc/coverage.md, "Robust
 * 2003"). If no relevant document was seen in a topic, its recall is what the model learnt from the
 * other topics.
 */
enum learnt_caution {
	LEARNT_SOUND,
	LEARNT_FEW_RELEVANT,  /* recall: fewer than two relevant documents seen in a mean topic */
	LEARNT_FEW_RETRIEVED, /* precision and F of a run that cuts strata: fewer than four judged
				 documents that it retrieves, whose ratios are biased */
	LEARNT_ON_MODEL,      /* recall: what the model says of topics of which little was seen may
				 move the mean by .65 standard deviations
				 (learnt_model_share()) */
	LEARNT_MANY_BLANK,    /* differences of recall: none seen in every tenth topic or more */
};

/* Are there too many topics for a difference in which no relevant document was seen? */
static inline bool learnt_many_blank(size_t blank, size_t topics)
{
	return topics > 1 && 10 * blank >= topics;
}

struct learnt_result {
	double estimate;
	struct interval interval;
	double deviation;   /* standard deviation of a mean of ratios; else nan */
	double correlation; /* learnt, of the size of a topic and its recall; else nan */
	double probability; /* of a difference: P(A > B) + P(equal)/2; else nan */
	bool moved;	    /* an end was moved to the estimate */
	enum learnt_caution caution;
};

/* Nothing can be said. */
static const struct learnt_result LEARNT_NOTHING = { NAN, { NAN, NAN }, NAN,	     NAN,
						     NAN, false,	LEARNT_SOUND };
