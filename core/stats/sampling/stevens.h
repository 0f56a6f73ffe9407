/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stevens' sampling with unequal probabilities (Stevens 1958), as Aslam & Pavlu 2008 use it in
 * section 2.4: items in the order of falling weight are cut into buckets of m; a bucket is picked m
 * times, with replacement, with the sum of its items' weights as probability; of a bucket that was
 * picked T times, T items are drawn uniformly, without replacement.
 *
 * The last bucket may be short. Of its s < m items only K = min(T, s) can be drawn. The paper calls
 * that negligible and prints the inclusion probability of a full bucket, which is then too large;
 * here all probabilities are those of K. With T ~ Binomial(m, w), k C(m,k) = m C(m-1,k-1) turns the
 * moments of K into tails of binomials:
 *
 *     pi_d = E[K] / s,   E[K] = m w P(B(m-1,w) < s) + s P(T > s)              (eq 6 for s >= m: w)
 *     pi_df, same bucket = E[K(K-1)] / (s(s-1)),
 *         E[K(K-1)] = m(m-1) w^2 P(B(m-2,w) < s-1) + s(s-1) P(T > s)          (for s >= m: w^2)
 *     pi_df, d of a full bucket with weight g, f of one of s with weight h:
 *         g times pi_f of m - 1 picks                                     (s >= m: (m-1)/m g h)
 *
 * All terms are positive, so the relative error is that of R's pbinom(), about 1e-13.
 */
#pragma once

#include <stddef.h>

#include "core/base/err.h"
#include "core/stats/random/uniform.h"

struct stevens {
	int64_t picks;	/* m */
	int64_t items;	/* in all buckets */
	size_t buckets; /* items / m, rounded up */
	double *weight; /* of each bucket, in the order of falling weight; their sum is 1 */
	double *sum;	/* of the weights up to a bucket and with it */
	size_t room;	/* of both together */
};

/*
 * Buckets of items whose positive weights, falling, need not sum to 1. A zeroed struct stevens is
 * ready, and can be used again. picks, items >= 1.
 */
int stevens_make(struct stevens *s, const double *weight, size_t items, int64_t picks,
		 struct err *e);
void stevens_release(struct stevens *s);

/* How many items a bucket has: m, except in the last one. */
int64_t stevens_size(const struct stevens *s, size_t bucket);

/* Picks the buckets: T of each into `count`. */
void stevens_pick(const struct stevens *s, struct uniform *u, int64_t *count);

/* pi of the items of a bucket with `size` items and weight `weight`, for m picks. */
double stevens_inclusion(int64_t picks, int64_t size, double weight);

/* pi of two different items of one bucket (size >= 2). */
double stevens_pair_within(int64_t picks, int64_t size, double weight);

/*
 * The prior weight that average precision gives to the ranks of a list of Z documents
 * (Aslam & Pavlu 2008, eq 5):
 *
 *     W(r) = (1 + 1/r + 1/(r+1) + ... + 1/Z) / (2Z)
 *
 * The weights of a list sum to 1. (The approximation printed behind eq 5 lacks a 1: it must be
 * (1 + ln(Z/r)) / (2Z).)
 *
 * Walked from the last rank to the first, each weight is one addition away from the next, so that
 * no table is needed; small terms are added first, and the relative error of a weight is below
 * 1e-12 for lists of up to 1e8 documents.
 */
struct ap_prior {
	double harmonic; /* 1/rank + ... + 1/Z of the rank last asked for */
	double twice_length;
	size_t rank;
};

static inline struct ap_prior ap_prior_start(size_t length)
{
	return (struct ap_prior){ .twice_length = 2 * (double)length, .rank = length + 1 };
}

/* The weight of rank Z in the first call, of Z - 1 in the second, of 1 in the Z-th and last. */
static inline double ap_prior_next(struct ap_prior *w)
{
	w->rank--;
	w->harmonic += 1 / (double)w->rank;
	return (1 + w->harmonic) / w->twice_length;
}
