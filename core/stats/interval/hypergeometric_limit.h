/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
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
#pragma once

#include "core/stats/interval/one_proportion.h"

/* As a share of the documents; 0 < prob < 1 is the probability below the end. */
double hypergeometric_limit(const struct one_proportion *x, double prob, bool lower, double weight);
