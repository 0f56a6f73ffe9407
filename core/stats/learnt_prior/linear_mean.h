/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean over topics of a yield or of a precision, which are sums over the strata.
 *
 * With T topics, L = sum of w r with w = N/(n T) for a yield and N/(n N1 T) for a precision, N1
 * being the documents that are retrieved in the topic. L is unbiased, and it is the mean of the
 * topics' own estimates. Its variance is estimated without bias (Cochran 1977, section 5.4),
 *
 *     v = sum of w^2 n (1 - n/N) s^2,   s^2 = r (n-r) / (n (n-1)),
 *
 * with the rate p of its class (learnt_cells.h) and p(1-p) where n is 1. L lies between what was
 * seen and what is possible. p = (L - least)/(most - least) has the distribution of
 * n* = (most - least)/w documents, w being the mean weight of what is unseen, to which a prior adds
 * a relevant and b other documents once for all topics:
 *
 *     mean (p n* + a)/(n* + a + b),  variance (v n*^2 + a (1-p) + b p)/(n* + a + b)^2,
 *
 * v on the scale of p. A beta distribution of these moments gives an end. (a,b) is (1/4,1/2) for
 * the lower end and (1/2,1/4) for the upper; 1 instead of 1/2 for a bound that stands alone
 * (one_bound.h).
 *
 * Apart from learnt_mean.c because it is one of the ways to a mean.
 */
#pragma once

#include "core/stats/learnt_prior/learnt_request.h"

/* The cells have their rates. */
void linear_mean(const struct learnt_topic *topic, size_t count, const struct learnt_request *q,
		 struct learnt_result *out);
