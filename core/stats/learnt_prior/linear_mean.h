/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Means over topics that are sums over strata: of a yield, of a precision, and of F if everything
 * that is retrieved was judged.
 *
 * With T topics, L = sum of w r with w = N/(n T) for a yield and N/(n N1 T) for a precision, N1
 * being the documents that are retrieved in the topic. L is unbiased, and it is the mean of the
 * topics' own estimates. Its variance is estimated without bias (Cochran 1977, section 5.4),
 *
 *     v = sum of w^2 n (1 - n/N) s^2,   s^2 = r (n-r) / (n (n-1)),
 *
 * with the rate p of its class (learnt_cells.h) and p(1-p) where n is 1. L lies between what was
 * seen and what is possible. p = (L - least)/(most - least) has the distribution of
 * n* = (most - least)/w documents, w being the weight of one unseen document, to which a prior adds
 * a relevant and b other documents once for all topics:
 *
 *     mean (p n* + a)/(n* + a + b),  variance (v n*^2 + a (1-p) + b p)/(n* + a + b)^2,
 *
 * v on the scale of p. A beta distribution of these moments gives an end. (a,b) is (1/4,1/2) for
 * the lower end and (1/2,1/4) for the upper; 1 instead of 1/2 for a bound that stands alone. The
 * weight of an unseen document is the mean over what is unseen.
 *
 * Misses. If all that is retrieved was judged, as in systematic reviews, only what was missed is
 * not known. F = (1+b^2) a / (D + b^2 (a + m)) of a topic, with a of D retrieved documents relevant
 * and m missed, is nearly linear in m, so that the loss of F by misses is such a sum, with
 * w = N/(n T) b^2 (1+b^2) a / (D + b^2 a)^2: a sum of counts with weights, as a directly
 * standardised rate is (Fay & Feuer 1997, "Confidence intervals for directly standardized rates").
 * An end of F is F itself where the misses are as many as an end of the loss says: fewer than
 * estimated, all in proportion; more, in proportion to N/n times what was seen and where one
 * unseen document may be. A topic of which nothing relevant was seen counts for the lower end, with
 * F = 0. Its weight is a power mean of the weights W of the strata,
 *
 *     w = (sum of c W^q / sum of c)^(1/q),   q = 5/2 (largest N/n / least N/n)^3,
 *
 * c being a + 1, shared among the strata of a topic by their sizes. So it lies where documents were
 * found if all topics were sampled at one rate, and has the largest weight if rates differ. Such
 * ends of F and of a yield have 5/8 for 1/2 (doc/coverage.md, "Means of sampled judgments").
 */
#pragma once

#include "core/stats/learnt_prior/learnt_cells.h"

/*
 * How far out a bound of a mean over topics lies that stands alone (--tail).
 *
 * A bound that is asked for with the probability a beyond it is computed with 4/5 of a. Quantiles
 * of a are right on average over truths and samples; those of 4/5 leave a margin for the single
 * truth (doc/coverage.md, "One-sided bounds of means"), and are 6 % further from the estimate at
 * a = .05. They never take the bound beyond the end of the interval with two ends of the same
 * confidence, which has a/2 beyond it. If few documents were seen, or few of large weights, the
 * bound by a may lie there already, since it has a whole document as prior where the interval has
 * half a document: then that is the bound.
 */

/* The probability beyond a bound as it is computed, over that which was asked for. */
static const double ONE_BOUND = 0.8;

/* The bound: `plain` by the probability that was asked for, `wide` by that above, `both` the end of
 * the interval. */
static inline double one_bound(bool lower, double plain, double wide, double both)
{
	return lower ? fmin(plain, fmax(wide, both)) : fmax(plain, fmin(wide, both));
}

/* Whether linear_mean() has the mean. */
bool linear_has(const struct learnt_topic *topic, size_t count, const struct learnt_quantity *q);

/* The cells have their rates. nan if nothing can be said. -1: `e` is filled. */
int linear_mean(const struct learnt_topic *topic, size_t count, const struct learnt_request *q,
		struct learnt_result *out, struct err *e);
