/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/distribution/drawing_ratio.h"
#include "core/stats/numeric/log_gamma.h"
#include "core/stats/rmath.h"

static const double A = 0.25, B = 0.75;

double drawing_log_marginal(double n, double r)
{
	return n > 0 ? log_beta(A + r, B + n - r) - log_beta(A, B) : 0;
}

/* ln of x (x-1) ... (x-k+1). */
static double log_falling(double x, double k)
{
	return k > 0 ? log_gamma_quotient(x - k + 1, k, x + 1) : 0;
}

double drawing_log_likelihood(double N, double R, double n, double r)
{
	return log_falling(R, r) + log_falling(N - R, n - r) - log_falling(N, n);
}

/* The slope of log_falling() in x. */
static double falling_slope(double x, double k)
{
	return k > 0 ? digamma(x + 1) - digamma(x - k + 1) : 0;
}

double drawing_slope(double N, double R, double n, double r)
{
	return falling_slope(R, r) - falling_slope(N - R, n - r);
}

double drawing_log_factor(double log_ratio, double c)
{
	double with = log(c) + log_ratio, without = log1p(-c); /* c = 1: -inf */
	return fmax(with, without) + log1p(exp(-fabs(with - without)));
}

double drawing_factor_slope(double log_ratio, double c)
{
	return 1 / (1 + exp(log1p(-c) - log(c) - log_ratio));
}
