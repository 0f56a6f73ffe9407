/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The hypergeometric distribution as a table: how many of n documents drawn without replacement
 * from N are relevant when R of the N are (Webber 2013, eq 6).
 *
 * For sums over outcomes: they need thousands of masses and tails of one distribution, and calls of
 * dhyper() and phyper() would take too long. Points with less than 1e-13 of the mode's mass are
 * left out.
 */
#pragma once

#include "core/base/err.h"

struct hypergeometric {
	int64_t first, last; /* points kept */
	double *mass;	     /* mass[i] = P(X = first+i) */
	double *below;	     /* below[i] = P(X <= first+i) */
	double *above;	     /* above[i] = P(X >= first+i) */
	int64_t room;	     /* points that there is memory for */
};

/* Room for the distribution of a sample of n, from any population. -1: `e` is filled. */
int hypergeometric_init(struct hypergeometric *l, int64_t n, struct err *e);
void hypergeometric_release(struct hypergeometric *l);

/*
 * Fills the tables; n as at hypergeometric_init(), 0 <= R <= N. R need not be whole: in between,
 * the distribution is the mixture of those of the two whole numbers around it, which has the mean
 * nR/N.
 */
void hypergeometric_set(struct hypergeometric *l, int64_t N, double R, int64_t n);

/* Leaves out points at both ends, with less than `p` together at either. */
void hypergeometric_trim(struct hypergeometric *l, double p);

/*
 * P(X > k) + weight P(X = k) without a table; k must be possible. From k outwards, on the side that
 * the mode is not on; the relative error is about 1e-14. (phyper() adds up the same masses, but as
 * long doubles, which take ten times as long if the processor has none.)
 */
double hypergeometric_above(int64_t N, int64_t R, int64_t n, int64_t k, double weight);

/* How many points are kept. */
static inline int64_t hypergeometric_points(const struct hypergeometric *l)
{
	return l->last - l->first + 1;
}

/* P(X = k), 0 if k is not kept. */
static inline double hypergeometric_mass(const struct hypergeometric *l, int64_t k)
{
	return k < l->first || k > l->last ? 0.0 : l->mass[k - l->first];
}

/* The smallest k with P(X <= k) >= p, of those that are kept. */
int64_t hypergeometric_quantile(const struct hypergeometric *l, double p);

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
