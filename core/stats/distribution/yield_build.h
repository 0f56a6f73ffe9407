/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes the distribution of a sum of beta-binomials, unless it has a singular point inside its
 * range (then see yield_new.c).
 *
 * Narrow range: all masses, convolved, smallest first.
 *
 * Wide range: masses on a lattice of spacing 2^L, about 1/RESOLUTION of the standard deviation,
 * convolved. If an end of the sum is singular on that scale (few strata, small hyperparameters:
 * the density behaves like x^(sum of a - 1) there), the sum is computed again on 2^(L-1), 2^(L-2),
 * ... over ever smaller windows at that end; a window of the sum needs only the same windows of the
 * terms. The distribution function is read from the finest window that holds a position.
 */
#pragma once

#include "core/stats/distribution/yield_distribution.h"

/*
 * Fills everything except support and moments; `l->min` is set. All masses are kept up to
 * `exact_points`. `split` is set, and nothing is filled, if some terms are singular at their low
 * end and others at their high end, and the range is wide. -1: out of memory.
 */
int yield_build(struct yield_distribution *l, const struct beta_binomial *term, size_t count,
		double exact_points, bool *split);

/* Does the term belong to those that are singular at their high end? */
bool yield_split_high(const struct beta_binomial *term);
