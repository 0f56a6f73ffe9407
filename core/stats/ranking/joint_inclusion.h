/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Joint inclusion probabilities of a sample (struct ranked_sample) whose design is known.
 *
 * p_df is that of two units. What is needed of it is the factor f_df = p_d p_f / p_df:
 *
 *     unbiased sum over pairs      sum x_d y_f f_df / (p_d p_f)
 *     Horvitz-Thompson covariance  sum (1 - p_d) x_d y_d / p_d^2 + sum over d != f of
 *                                  (1 - f_df) x_d y_f / (p_d p_f)
 *
 * Stevens' design with m picks (core/stats/sampling/stevens.h): 1 within a bucket of m documents,
 * m/(m-1) across buckets. In the last bucket, of s < m documents, K = min(T, s) are drawn, T ~
 * Binomial(m, w): p = E[K]/s, from which w is found, p_df = E[K(K-1)]/(s(s-1)) within, and across
 * p_d E[min(T', s)]/s with T' ~ Binomial(m-1, w). Simple random samples: n(n-1)/(N(N-1)) within,
 * independent across. A unit that is certain is independent of all.
 *
 * All sums over pairs take time linear in the number of units and buckets.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/ranking/ranking_method.h"

struct joint {
	const struct ranked_sample *sample; /* borrowed */
	double *within;			    /* f of two units of a bucket */
	double *across; /* f of a unit of it and one of another that is picked */
	int64_t last;	/* the short bucket; -1: none */
};

/* On failure nothing is left to release. */
int joint_init(struct joint *j, const struct ranked_sample *s, struct err *e);
void joint_release(struct joint *j);

/* Sums of a value over some units, to be asked from the point of view of a bucket. */
struct joint_sums {
	double all, picked, last;
	double *bucket;
};

int joint_sums_init(struct joint_sums *x, const struct joint *j, struct err *e);

static inline void joint_sums_release(struct joint_sums *x)
{
	free(x->bucket);
}

void joint_sums_add(struct joint_sums *x, const struct joint *j, int64_t bucket, double value);

/* Sum of value times f, for a unit of `bucket` that is not one of those added. */
double joint_sums_from(const struct joint_sums *x, const struct joint *j, int64_t bucket);

/*
 * The estimated covariance of the totals sum x/p and sum y/p; `x` and `y` have a value for each of
 * the `count` units `at` (places in the sample), all others being 0.
 */
int joint_covariance(const struct joint *j, const size_t *at, const double *x, const double *y,
		     size_t count, double *out, struct err *e);
