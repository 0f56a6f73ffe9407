/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/distribution/betabinomial.h"
#include "core/stats/distribution/drawing_ratio.h"

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

double drawing_log_constant(double N, double n, double r)
{
	const struct beta_binomial prior = { (int64_t)n, A, B };
	double predicted = n > 0 ? beta_binomial_log_pmf(&prior, beta_binomial_log_constant(&prior),
							 (int64_t)r)
				 : 0;
	return predicted + log_factorial_rest(N) + log_factorial_rest(r) +
	       log_factorial_rest(n - r) - log_factorial_rest(n) - log_factorial_rest(N - n);
}

/* x ln(x/expected) + expected - x, with `beyond` their difference. */
static double deviance(double x, double expected, double beyond)
{
	if (expected <= 0 || x <= 0)
		return expected;
	double v = beyond / (x + expected), v2 = v * v;
	if (fabs(v) > 0.1)
		return x * log(x / expected) - beyond;
	/* ln((1+v)/(1-v)) = 2v + 2v^3/3 + ... */
	double sum = 0, power = 2 * x * v * v2;
	for (int j = 3; j < 25; j += 2, power *= v2)
		sum += power / j;
	return beyond * v + sum;
}

double drawing_log_ratio(double constant, double N, double R, double n, double r)
{
	double p = n / N, q = (N - n) / N, S = N - R, beyond = r - R * p;
	double left = R - r, others_left = fmax(S - (n - r), 0);
	double away = deviance(r, R * p, beyond) + deviance(n - r, S * p, -beyond) +
		      deviance(left, R * q, -beyond) + deviance(others_left, S * q, beyond);
	return constant + away + log_factorial_rest(left) + log_factorial_rest(others_left) -
	       log_factorial_rest(R) - log_factorial_rest(S);
}

/* The slope of log_falling() in x. */
static double falling_slope(double x, double k)
{
	return k > 0 ? digamma_difference(x - k + 1, k, x + 1) : 0;
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
