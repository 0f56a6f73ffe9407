/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Intervals for one proportion: precision (and with it elusion and richness, which are the
 * precision of other sets) or the yield of one simple random sample. Strata that were judged as a
 * whole may be beside it: they add what is known.
 */
#pragma once

#include "core/stats/interval/interval.h"

/* What is answered, by a method that has this file's compute. */
#define ONE_PROPORTION (QUANTITY_PRECISION | QUANTITY_YIELD)

/*
 * As struct interval_method.compute, of a method with `end`. An end that is not asked for is the
 * quantity's own limit; nan: precision of nothing. Fails if several strata are in doubt.
 */
int one_proportion_interval(const struct interval_method *m, const struct stratum *s, size_t count,
			    const struct interval_request *q, struct interval *out, struct err *e);

/* What such a method has. */
#define OF_ONE_PROPORTION \
	.quantities = ONE_PROPORTION, .monotone = ONE_PROPORTION, .compute = one_proportion_interval

/*
 * Limits of the relevant documents in a finite population, from a sample without replacement, by
 * inverting two one-sided hypergeometric tests. With X the relevant documents in a sample of n from
 * N of which R are relevant, p the probability below the end, and w the weight of the outcome that
 * was seen,
 *
 *     lower: the least R with P(X > r | R) + w P(X = r | R) >= p
 *     upper: the greatest R with P(X < r | R) + w P(X = r | R) >= 1 - p
 *
 * w = 1 gives exact limits, w = 1/2 those of the mid-P. Both tails are monotone in R, so bisection
 * finds the ends, which are whole numbers of documents.
 */

/* As a share of the documents; 0 < prob < 1 is the probability below the end. */
double hypergeometric_limit(const struct one_proportion *x, double prob, bool lower, double weight);
