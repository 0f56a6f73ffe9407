/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One interval method on many samples of one design, as a simulation needs it.
 *
 * The answers are those of interval_compute(), but faster: a prior depends on the sizes of strata
 * and samples alone and is found once, and whether a value lies beyond an end takes a probability
 * or two instead of a search for the end. Nothing is gray in a simulation.
 */
#pragma once

#include "core/stats/interval/covers.h"
#include "core/stats/interval/interval.h"

struct repeated_samples;

/*
 * Borrows everything. The strata are the design. The caller sets their `relevant` before each call
 * below, which answers for that sample. NULL: `e` is filled.
 */
struct repeated_samples *repeated_samples_new(const struct interval_method *m,
					      const struct stratum *s, size_t count,
					      const struct interval_request *q, struct err *e);
void repeated_samples_free(struct repeated_samples *r);

int repeated_samples_interval(struct repeated_samples *r, struct interval *out, struct err *e);

/* Is `value` below the lower end, or above the upper one (covers.h)? Not where the end is nan. */
int repeated_samples_beyond(struct repeated_samples *r, double value, bool lower, bool *beyond,
			    struct err *e);

/* Is the interval no wider than that? Not where it has no ends. */
int repeated_samples_within(struct repeated_samples *r, double width, bool *out, struct err *e);
