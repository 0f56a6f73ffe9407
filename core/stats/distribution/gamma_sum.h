/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The distribution of a weighted sum of independent gamma variables, with weights of both signs:
 *
 *     W = sum of c_j G_j,      G_j ~ Gamma(k_j, 1),      E exp(sW) = exp K(s),
 *     K(s) = - sum of k_j ln(1 - c_j s)
 *
 * P(W > u) is the integral of exp(K(s) - su) / (2 pi i s) along a path that crosses the real axis
 * between 0 and the first singularity, 1/max c; P(W < u) is that to the left of 0, with the other
 * sign (Rice 1980, "Distribution of quadratic forms in normal random variables - evaluation by
 * numerical integration"). The path crosses at the saddle point of the integrand, so that nothing
 * cancels, and bends away from it so that exp(-su) falls. It is summed up by the trapezoidal rule
 * in v, with Im s = width sinh(v).
 *
 * Absolute error: 1e-9 (4e-9 if all shapes are near .01), for shapes from .01 to 1e9 and weights
 * that differ at most 100-fold, against quadratures in R and, at u = 0, pbeta().
 */
#pragma once

#include <stddef.h>

#include "core/stats/distribution/log_odds.h"

struct gamma_term {
	double weight, shape; /* c, not 0, and k > 0 */
};

/* P(W < u) and P(W > u); there are weights above 0 and below. */
struct tails gamma_sum_tails(const struct gamma_term *term, size_t count, double u);

/* The u with P(W < u) = prob, 0 < prob < 1. */
double gamma_sum_quantile(const struct gamma_term *term, size_t count, double prob);
