/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far out a bound of a mean over topics lies that stands alone (--tail).
 *
 * A bound that is asked for with the probability a beyond it is computed with 4/5 of a. Quantiles
 * of a are right on average over truths and samples; those of 4/5 leave a margin for the single
 * truth (doc/coverage.md, "One-sided bounds of means"), and are 6 % further from the estimate at
 * a = .05. They never take the bound beyond the end of the interval with two ends of the same
 * confidence, which has a/2 beyond it. If few documents were seen, or few of large weights, the
 * bound by a may lie there already, since it has a whole document as prior where the interval has
 * half a document: then that is the bound.
 *
 * Apart from learnt_mean.c because a mean of yields (linear_mean.c) does the same.
 */
#pragma once

#include <math.h>

/* The probability beyond a bound, and that beyond it as it is computed. */
static inline double one_bound_tail(double tail)
{
	return 0.8 * tail;
}

/* The lower bound: `plain` by the probability that was asked for, `wide` by that above, `both` the
 * end of the interval. */
static inline double one_bound_lower(double plain, double wide, double both)
{
	return fmin(plain, fmax(wide, both));
}

static inline double one_bound_upper(double plain, double wide, double both)
{
	return fmax(plain, fmin(wide, both));
}
