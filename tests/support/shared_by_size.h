/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Beta-binomial posteriors with half a document of prior for each segment, shared by its strata in
 * proportion to their size. The program has no such method; its prior is simple enough to be
 * computed in a test, and strata without a sample borrow, as they do in bb-spread.
 */
#pragma once

#include "core/stats/interval/interval.h"
#include "core/stats/interval/priors.h"

static const struct interval_method shared_by_size = {
	.name = "shared-by-size",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.forced_ends = true,
	.prior = shared_prior,
	.borrows = true,
};

/* A method of the program, or this one. */
static inline const struct interval_method *method_named(const char *name)
{
	return strcmp(name, shared_by_size.name) == 0 ? &shared_by_size : interval_find(name);
}
