/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distributions of something normal over an estimate of its standard deviation: s = sqrt(chi^2/v)
 * with v degrees of freedom, independent of it.
 *
 *     noncentral t       P(T <= t) = E[ Phi(t s - d) ]                d: noncentrality
 *     studentized range  P(Q > q)  = E[ P(range of k normals > q s) ]
 *     P(range > w) = k int phi(z) Phi(z)^(k-1) (1 - (1 - Phi(z-w)/Phi(z))^(k-1)) dz
 *
 * (Tukey 1953, "The problem of multiple comparisons"; Owen 1968 for the first.) All integrals are
 * by the trapezoidal rule, of z and of log s, whose integrands are analytic and die out at both
 * ends, so that the error falls exponentially with the step. Upper tails are sums of what is
 * positive, and keep their digits however small they are.
 */
#pragma once

#include <stddef.h>

/* P(T <= t). Degrees of freedom from 1 upwards. */
double noncentral_t(double t, double freedom, double noncentrality);

/* The noncentrality for which P(T <= t) = p, 0 < p < 1. */
double noncentral_t_centre(double t, double freedom, double p);

/* P(Q > q), Q the range of `count` (2 or more) means over s; R: ptukey(q, k, v, lower = FALSE). */
double studentized_range_above(double q, double count, double freedom);

/* The q that is exceeded with probability p, 0 < p < 1; R: qtukey(1 - p, k, v). */
double studentized_range_quantile(double p, double count, double freedom);
