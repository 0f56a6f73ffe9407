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
int64_t hypergeometric_points(const struct hypergeometric *l);

/* P(X = k), 0 if k is not kept. */
double hypergeometric_mass(const struct hypergeometric *l, int64_t k);

/* The smallest k with P(X <= k) >= p, of those that are kept. */
int64_t hypergeometric_quantile(const struct hypergeometric *l, double p);
