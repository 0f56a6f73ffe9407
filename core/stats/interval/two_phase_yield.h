/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The distribution of the relevant documents of strata that were coded and, in part, reviewed
 * again, from which the bounds of two_phase.h are read.
 *
 * Apart from two_phase.c because it is about how the distribution is computed, not what it is.
 */
#pragma once

#include "core/stats/distribution/yield.h"
#include "core/stats/interval/two_phase.h"

/* Does the second review tell nothing of these strata at this end? Then they are plain samples. */
bool two_phase_is_plain(const struct coded_sample *const *s, size_t count, bool lower);

/*
 * Of the sum of these strata, for the lower or the upper end. Free it with yield_free(). NULL: `e`
 * is filled.
 *
 * Plain samples have the distribution of bb-bound. Of others masses are sums over N1, exact if it
 * has at most 96 values, else with an error of about 1e-6 of a probability. If the range is more
 * than 8,192 documents, the resolution at either end is a 4,000th of it.
 */
struct yield_distribution *two_phase_yield(const struct coded_sample *const *s, size_t count,
					   bool lower, struct err *e);
