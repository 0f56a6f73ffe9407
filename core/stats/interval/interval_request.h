/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an interval method is asked for.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/stats/bounds.h"
#include "core/stats/stratum.h"

struct yield_memory;

struct interval_request {
	enum quantity quantity;
	double beta; /* of F; 1 for F1 */
	struct ends ends;
	bool retrieved_only;   /* a yield: that of the retrieved documents */
	bool gray_nonrelevant; /* count gray documents as not relevant everywhere */
	/* The strata are those of a run, which splits them: the yield of all documents has a prior
	 * for what is retrieved and one for the rest, not one for all. */
	bool post_stratified;
	/* The method is that of the rule (choose.h), which may have another for a single sample. */
	bool by_rule;
	bool labels;		     /* labels made these strata of one simple random sample */
	struct yield_memory *yields; /* of other quantities of the same strata; NULL: none */
	double widest; /* if it is not 0: of a wider interval the bounds are not asked for */
	bool rough;    /* errors of 1e-5 matter less than time: fewer masses and knots */
	/* An end is wanted if it is further out than this, and may be this if it is not; an open
	 * one is not wanted. */
	bool if_further;
	double than;
	/* Of a difference, in place of its ends: what lies below and above this, if the model is of
	 * one topic. NULL: not asked. */
	const double *at;
};

static inline bool end_is_unwanted(const struct interval_request *q, bool lower)
{
	return q->if_further && (lower ? q->ends.lower_p <= 0 : q->ends.upper_p >= 1);
}

/* Are gray documents that are retrieved left out? Others are not relevant. */
static inline bool gray_is_left_out(const struct interval_request *q)
{
	bool of_retrieved = q->quantity == QUANTITY_PRECISION || q->quantity == QUANTITY_F;
	return of_retrieved && !q->gray_nonrelevant;
}
