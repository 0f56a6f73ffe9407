/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Priors of several methods, as struct interval_method.prior.
 */
#pragma once

#include "core/stats/interval/posterior_model.h"

/* One half in each stratum. */
void half_prior(const struct stratum *s, size_t count, struct prior *out);

/* One half for each segment, shared among its strata by size. */
void shared_prior(const struct stratum *s, size_t count, struct prior *out);

/*
 * A prior of half a relevant and half a non-relevant document for each segment, spread over its
 * strata where each of them is in doubt.
 *
 * With N documents in a stratum, n sampled, r of them relevant, and p = (r + 1/2)/(n + 1),
 *
 *     a = 1/2 N (1-p) / sum of N (1-p)      half a relevant document: where few are relevant
 *     b = 1/2 N p / sum of N p              half another one: where most are relevant
 *
 * with sums over the strata of the segment that were sampled in part. So a stratum all of whose
 * sample is relevant keeps its doubt although it is small, and the priors of many strata do not add
 * up. Exchanging relevant and other documents exchanges a and b.
 *
 * The posterior is that of a sample of t documents with the share r/n of relevant ones,
 *
 *     R = r + BetaBin(N-n; a + t r/n, b + t (n-r)/n)
 *
 *     t = n - 2N/(N-n+1) (1-a-b)^2   if 0 < r < n,     t = n - (1-a-b)   if r is 0 or n,
 *
 * and t at least 1/4. Why: with t = n the variance of a sum of many strata is too small by a factor
 * of about (n-1)/(n+1), and t = n - 2N/(N-n+1) gives the beta-binomial the unbiased one,
 * N (N-n) r (n-r) / (n^2 (n-1)) (Cochran 1977, section 5.4). With one stratum in the segment a and
 * b are 1/2, t is n, and this is Webber's half prior (2013, section 3.6), which is right there;
 * 1-a-b is how far the stratum is from that.
 * A sample of one document says nothing about the variance in its stratum. If a segment has m > 1
 * such strata, they are taken together (collapsed strata; Cochran 1977, section 5A.12): as one
 * stratum of m sampled documents, r* = m sum(N r)/sum(N) of them relevant, for the spreading, and
 * then each with
 *
 *     Beta(e q, e (1-q)),   q = (r* + a)/(m + a + b),   e = 1/10
 *
 * which nearly is all or nothing: the sum over the strata has the mean of the estimate, and the
 * variance sum of N^2 q (1-q).
 * Strata without a sample take no part; each has 1/2 and 1/2.
 */

/* Spreads half a relevant and half a non-relevant document over the strata of each segment: struct
 * interval_method.prior with `by_sample`. */
void spread_prior(const struct stratum *s, size_t count, struct prior *out);
