/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A few points that stand for a hypergeometric distribution. They give the mean of a smooth
 * function of the outcome of a sample from a few of its values,
 *
 *     E[f(X)] = sum of weight_j f(at_j),  nearly.
 *
 * The points are the nodes of Gauss's rule for the distribution, each moved to the nearest whole
 * number. The rule is on the scale s = asin sqrt((x+1/2)/(n+1)), on which the distribution is close
 * to normal with a constant variance, and f is close to a polynomial. The weights make the sum
 * exact for polynomials in s up to degree `nodes`-1. At the outcomes 0, 1, n-1 and n the ends of
 * intervals jump, so these are points with their own masses. Of a short distribution all outcomes
 * are points, and the mean is exact.
 */
#pragma once

#include "core/stats/distribution/hypergeometric.h"

enum { HYPERGEOMETRIC_NODES = 16, HYPERGEOMETRIC_ROOM = HYPERGEOMETRIC_NODES + 4 };

struct hypergeometric_quadrature {
	int64_t at[HYPERGEOMETRIC_ROOM];
	double weight[HYPERGEOMETRIC_ROOM]; /* their sum is the mass kept; some may be below 0 */
	int count;
};

/* For the distribution of a sample of n. 1 <= nodes <= HYPERGEOMETRIC_NODES. */
int hypergeometric_quadrature_init(struct hypergeometric_quadrature *r,
				   const struct hypergeometric *l, int64_t n, int nodes,
				   struct err *e);
