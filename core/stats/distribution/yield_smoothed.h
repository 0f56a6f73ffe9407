/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * P(X <= y) of an integer-valued distribution on average over the fractional part of y.
 *
 * The function steps at integers. In a mean over many real thresholds y, whose fractional parts are
 * spread evenly, the steps average out and a smooth function remains,
 *
 *     mean of P(X <= y) = F(y) + F''(y)/24,   F(k + 1/2) = P(X <= k) at every integer k
 *
 * (the mean square of floor(y) + 1/2 - y is 1/12); the second difference of F stands for F''. It
 * never falls, and is between P(X <= y - 3/2) and P(X <= y + 3/2) for any distribution.
 */
#pragma once

#include "core/stats/distribution/yield_distribution.h"

struct yield_smoothed {
	struct yield_knot *knot;
	size_t knots;
	size_t *guide; /* the last knot at or before the beginning of each of `knots` equal parts */
	double scale;  /* parts for each unit of y */
};

/* -1: out of memory, nothing to release. */
int yield_smoothed_init(struct yield_smoothed *s, const struct yield_distribution *l);
void yield_smoothed_release(struct yield_smoothed *s);

double yield_smoothed_cdf(const struct yield_smoothed *s, double y);
