/*
 * The hypergeometric law as a table: how many of n documents drawn without replacement from N are
 * relevant when R of the N are (Webber 2013, eq 6).
 *
 * For sums over outcomes, where thousands of masses and tails of one law are needed and calls of
 * dhyper() and phyper() would cost too much. Points with less than 1e-13 of the mode's mass are
 * left out.
 */
#ifndef STATS_DISTRIBUTION_HYPERGEOMETRIC_H
#define STATS_DISTRIBUTION_HYPERGEOMETRIC_H

#include <stdint.h>

#include "core/base/err.h"

struct hyper_law {
	int64_t first, last; /* points kept */
	double *mass;	     /* mass[i] = P(X = first+i) */
	double *below;	     /* below[i] = P(X <= first+i) */
	double *above;	     /* above[i] = P(X >= first+i) */
	int64_t room;	     /* points that there is memory for */
	double *spare;	     /* private */
};

/* Room for the law of a sample of n, from any population. Release with hyper_law_release(). */
int hyper_law_init(struct hyper_law *l, int64_t n, struct err *e);
void hyper_law_release(struct hyper_law *l);

/*
 * Fills the tables; n as at hyper_law_init(), 0 <= R <= N. R need not be whole: in between, the law
 * is the mixture of those of the two whole numbers around it, which has the mean nR/N.
 */
void hyper_law_set(struct hyper_law *l, int64_t N, double R, int64_t n);

/* Leaves out the points at either end that have less than `p` together. */
void hyper_law_trim(struct hyper_law *l, double p);

/* How many points are kept. */
int64_t hyper_law_points(const struct hyper_law *l);

/* P(X = k), 0 where k is not kept. */
double hyper_law_mass(const struct hyper_law *l, int64_t k);

/* The smallest k with P(X <= k) >= p, of those that are kept. */
int64_t hyper_law_quantile(const struct hyper_law *l, double p);

#endif
