/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Intervals for one proportion: precision (and with it elusion and richness, which are the
 * precision of other sets) or the yield of one simple random sample. Strata that were judged as a
 * whole may be beside it: they add what is known.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/interval/interval_request.h"

/* What is answered, by a method that has this file's compute. */
#define ONE_PROPORTION (QUANTITY_PRECISION | QUANTITY_YIELD)

/* r of n documents are relevant, drawn from N. */
struct one_proportion {
	int64_t N, n, r;
};

/* One end as a share of the documents; 0 < prob < 1 is the probability below it. */
typedef double one_proportion_end(const struct one_proportion *x, double prob, bool lower);

/*
 * Both ends. An end that is not asked for is the quantity's own limit; nan: precision of nothing.
 * Fails, naming `method`, if several strata are in doubt.
 */
int one_proportion_interval(const struct stratum *s, size_t count, const struct interval_request *q,
			    const char *method, one_proportion_end *end, struct interval *out,
			    struct err *e);
