/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The quantities of a set, and how each is found by the interval methods: as one of theirs, of the
 * retrieved documents or of another set.
 */
#pragma once

#include "core/engine/services/other_set.h"
#include "core/stats/interval/interval_request.h"
#include "measures/measure.h"

struct set_quantity {
	enum quantity quantity; /* that a method must have */
	bool retrieved_only;	/* a yield: that of the retrieved documents */
	/* What is said of another set than the retrieved one (other_set.h), as `as` of that set. */
	enum turn turn;
	enum measured_quantity as;
};

/* By quantity, SET_RECALL to SET_ELUSION. */
extern const struct set_quantity set_quantity[];

/* Parameters are cutoffs, except the beta of F. */
static inline size_t cutoffs_of(enum measured_quantity quantity, const struct parameters *p)
{
	return quantity == SET_F ? 0 : p->count;
}

static inline double beta_of(enum measured_quantity quantity, const struct parameters *p)
{
	return quantity == SET_F && p->count > 0 ? p->value[0] : 1;
}

/* What is asked of an interval method. */
struct interval_request set_request(const struct set_quantity *of, double beta,
				    const struct sample_view *s, const struct estimate_request *q);
