/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes the distribution of a sum of beta-binomials, unless it has a singular point inside its
 * range (then see yield_new.c).
 *
 * Narrow range: all masses, convolved, smallest first.
 *
 * Wide range: masses on a lattice of spacing 2^L, about 1/RESOLUTION of the standard deviation, are
 * convolved. An end of the sum may be singular on that scale (few strata, small hyperparameters):
 * the density behaves like x^(sum of a - 1) there. Then the sum is computed again with spacings
 * 2^(L-1), 2^(L-2), ..., in ever smaller windows at that end. A window of the sum needs only the
 * same windows of the terms. At each position the distribution function is that of the finest
 * window that reaches so far.
 */
#pragma once

#include "core/stats/distribution/yield_distribution.h"

/*
 * Fills everything except support and moments; the caller has set `l->min`. If the range is at most
 * `exact_points`, all masses are kept. If it is wide, and some terms are singular at their low end
 * and others at their high end, `split` is set and nothing is filled. -1: out of memory.
 */
int yield_build(struct yield_distribution *l, const struct beta_binomial *term, size_t count,
		double exact_points, bool *split);

/* In a split, is the term one of those that are singular at their high end? */
bool yield_split_high(const struct beta_binomial *term);
