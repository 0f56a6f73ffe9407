/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Quantiles of the beta distribution, on the scale of the log odds.
 *
 * r-mathlib's qbeta() is not used: with shapes near .01 it fails, and prints a message on standard
 * output. Log odds do not underflow, and the root search uses both tails of pbeta().
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * ln(x/(1-x)) for the x with P(X <= x) = prob, X ~ Beta(a,b), a and b from .01 on. Error in
 * probability: 1e-10, relative to the smaller tail. -INFINITY and INFINITY for 0 and 1.
 */
double beta_log_odds_quantile(double a, double b, double prob);

/*
 * Clopper and Pearson's limit of a binomial proportion of which r of n were seen (1934): the lower
 * one is the proportion with P(X >= r) = prob, the upper one that with P(X <= r) = 1 - prob; by the
 * relation of binomial tails to the beta distribution the quantile of Beta(r, n-r+1), 0 if r = 0,
 * or of Beta(r+1, n-r), 1 if r = n.
 */
double binomial_limit(int64_t r, int64_t n, double prob, bool lower);
