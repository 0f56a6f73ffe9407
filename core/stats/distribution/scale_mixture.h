/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distributions of normal variables divided by an estimate of their standard deviation. The
 * estimate is s = sqrt(chi^2/v) with v degrees of freedom, independent of the variables.
 *
 *     noncentral t       P(T <= t) = E[ Phi(t s - d) ]                d: noncentrality
 *     studentized range  P(Q > q)  = E[ P(range of k normals > q s) ]
 *     P(range > w) = k int phi(z) Phi(z)^(k-1) (1 - (1 - Phi(z-w)/Phi(z))^(k-1)) dz
 *
 * (Owen 1968 for noncentral t; Tukey 1953, "The problem of multiple comparisons", for the range.)
 * All integrals, over z and over log s, are by the trapezoidal rule. The integrands are analytic
 * and vanish at both ends, so that the error falls exponentially as the step gets smaller. Upper
 * tails are sums of positive terms, and are accurate however small they are.
 */
#pragma once

#include <stddef.h>

/* The noncentrality for which P(T <= t) = p, 0 < p < 1. Degrees of freedom from 1 upwards. */
double noncentral_t_centre(double t, double freedom, double p);

/* P(Q > q), Q the range of `count` (2 or more) means over s; R: ptukey(q, k, v, lower = FALSE). */
double studentized_range_above(double q, double count, double freedom);

/* The q that is exceeded with probability p, 0 < p < 1; R: qtukey(1 - p, k, v). */
double studentized_range_quantile(double p, double count, double freedom);
