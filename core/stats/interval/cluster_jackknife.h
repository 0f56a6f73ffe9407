/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How sure a share is if documents were drawn in clusters: families, threads.
 *
 * The share is T = A/B, sums of weights: relevant and retrieved over relevant (recall) and so on.
 * For each cluster c, T(c) is T without its documents, the others of its strata being weighted up
 * so that the weights of a stratum have the sum that they had. Strata that have a cluster in common
 * are taken together; of such a group g with k(g) clusters
 *
 *     variance = sum over g of (1 - f(g)) (k(g) - 1)/k(g) sum over its clusters of (T(c) - m(g))^2
 *
 * with m(g) the mean of its T(c), and f(g) the sampled share of its documents, the least one of its
 * strata (Wolter 2007, Introduction to Variance Estimation, section 4.5; Rust & Rao 1996).
 * Documents of weight 1 were not drawn: they are never left out.
 *
 * An interval is symmetric on the scale of logits, with quantiles of Student's t. Its degrees of
 * freedom are those of a chi-squared distribution with the mean and the variance that the sum above
 * has, by the second and fourth powers of the T(c) - T (Satterthwaite), and at most the clusters
 * that bear on the share (those with documents in B), less one for each group of strata.
 *
 * Clusters of unequal sizes count as equal ones that would say as much: of k clusters with m(c)
 * drawn documents, (sum of m)^2 / sum of m^2 (Kish 1965, Survey Sampling, section 11.7). If a few
 * large families have most of the documents, a sample may lack those that matter, and its variance
 * does not tell.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/interval/interval_request.h"

/* Below these, of equal size, there is no interval (doc/coverage.md, "Families"). */
enum { CLUSTERS_MIN = 30, CLUSTERS_RELEVANT_MIN = 10, CLUSTERS_OTHER_MIN = 5 };

struct cluster_jackknife {
	double share;	      /* T */
	double total;	      /* of all weights: a yield is T times this */
	double variance;      /* of T */
	double design_effect; /* variance over that of documents drawn one by one */
	double freedom;	      /* degrees of freedom */
	int64_t clusters;     /* drawn, in the set that the share is about */
	int64_t relevant;     /* those of them with a relevant document in it */
	int64_t other;	      /* those that keep the share from being 1 */
	double equal;	      /* so many clusters of equal size say as much as one of these */
	bool single;	      /* a stratum has one cluster only: no variance */
	bool certain;	      /* all documents that the share is about were judged: no error */
};

/* The documents have clusters, or `e` says that they have none. */
int cluster_jackknife(const struct weighted *d, size_t count, const struct interval_request *q,
		      struct cluster_jackknife *out, struct err *e);

/* Why there is no interval: `e` is filled, and -1 returned. */
int cluster_check(const struct cluster_jackknife *x, enum quantity quantity, struct err *e);

/* Is there just enough for an interval, less than twice of it? */
bool cluster_is_scarce(const struct cluster_jackknife *x);

/*
 * Do a few large clusters have most of the documents, so that all of them say less than half as
 * many of equal size?
 */
static inline bool cluster_is_uneven(const struct cluster_jackknife *x)
{
	return !x->certain && x->equal < 0.5;
}

/* Ends of the share; of a yield, of the number of documents. Both are the share itself if it is
 * certain. */
struct interval cluster_interval(const struct cluster_jackknife *x,
				 const struct interval_request *q);
