/*
 * The distribution of a sum in which some terms pile up at their low end (nothing relevant in the
 * sample) and others at their high end (all relevant), on a range too wide for all masses.
 *
 * With Q the sum of the second kind, counted from its top, and P the sum of the rest,
 *
 *     X = P + max - Q,    P(X <= k) = P(P <= k - max + Q),
 *
 * which is yield_pair_cdf() with theta = 1. It is evaluated at the knots of P to the right of the
 * point where both ends meet, and at those of Q, mirrored, to the left: there the sum changes as
 * fast as they do.
 */
#ifndef STATS_DISTRIBUTION_YIELD_SPLIT_H
#define STATS_DISTRIBUTION_YIELD_SPLIT_H

#include "core/stats/distribution/yield_distribution.h"

/* Fills everything except support and moments; `l->min` is set. -1: out of memory. */
int yield_build_split(struct yield_distribution *l, const struct beta_binomial *term, size_t count);

#endif
