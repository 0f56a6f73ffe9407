/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The groups of each topic as one binomial sample each, and what they are worth.
 *
 * The strata of a group become one sample of n documents with r relevant, of the same unbiased
 * estimate R = sum of N r/n and of the same variance:
 *
 *     1/n = V / (N^2 p (1-p)) + 1/N,   V = sum of N_c^2 (1/n_c - 1/N_c) p_c (1 - p_c),  r = n R/N
 *
 * (weights of documents in R and, squared, in V) with p_c the pooled rate of the stratum's class
 * (learnt_cells.h) and p their mean. One stratum stays what it is. A stratum without a sample takes
 * the rate of the others of its group; a group without any adds nothing to the likelihood, and is
 * learnt from the other topics.
 *
 * If strata differ in their weights N_c/n_c, R is more skewed than that sample's estimate: it has
 * few documents of large weights. How much is kept as `excess`, for bounds (learnt_mean.h).
 */
#pragma once

#include "core/stats/learnt_prior/learnt_cells.h"

struct effect_group {
	double size, sampled, relevant;
	double offset;		 /* o: log of the size against the mean of the topics */
	double spread;		 /* c */
	double variance, excess; /* of r: its variance, and how far its third central moment
				    exceeds that of one sample; by the rates of the classes */
	double beyond;		 /* of what one of two runs retrieves: documents beside the cells */
};

struct effect_groups {
	size_t topics;
	int groups;
	bool pair;   /* of two runs: the quantity is a difference */
	bool share;  /* of kinds of documents; see learnt_cells.h */
	bool slopes; /* of one run: how much is retrieved differs */
	bool factor; /* of recall: it depends on the size of the topic, not only in a straight line
		      */
	enum quantity quantity;
	double beta2;
	struct effect_group (*group)[LEARNT_GROUPS]; /* of each topic */
	double (*mode)[1 + LEARNT_GROUPS]; /* of its effects; filled by the search for parameters */
};

/*
 * With two runs, recall needs three groups only: what both retrieve counts in the denominator
 * alone, like what neither does.
 */
int effect_groups_init(struct effect_groups *x, const struct learnt_topic *topic, size_t count,
		       const struct learnt_request *q, bool pair, struct err *e);
void effect_groups_release(struct effect_groups *x);

/* Mean and variance of a topic's quantity given those of the relevant documents not seen, of each
 * group. */
void effect_groups_value(const struct effect_groups *x, const struct effect_group *d,
			 const double *rest, const double *spread, double *mean, double *variance);

/* The mean over topics with a relevant document if everything is judged; nan: there is none. */
double effect_groups_certain(const struct effect_groups *x);
