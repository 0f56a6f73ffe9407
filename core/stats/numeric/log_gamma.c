/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/numeric/log_gamma.h"
#include "core/stats/rmath.h"

#define STIRLING_FROM 20.0

static double stirling_tail(double z)
{
	double q = 1.0 / (z * z);
	return (1.0 / 12 - q * (1.0 / 360 - q * (1.0 / 1260 - q * (1.0 / 1680)))) / z;
}

/* lgamma() writes the global signgam; its reentrant form does not. */
static double log_gamma(double z)
{
	int sign;
	return lgamma_r(z, &sign);
}

double log_gamma_quotient(double z, double d, double z_plus_d)
{
	if (z < STIRLING_FROM || z_plus_d < STIRLING_FROM)
		return log_gamma(z_plus_d) - log_gamma(z);
	return (z - 0.5) * log1p(d / z) + d * (log(z_plus_d) - 1.0) + stirling_tail(z_plus_d) -
	       stirling_tail(z);
}

double log_gamma_ratio(double z, double d)
{
	return log_gamma_quotient(z, d, z + d);
}

double digamma_difference(double z, double d, double z_plus_d)
{
	if (z < STIRLING_FROM)
		return digamma(z_plus_d) - digamma(z);
	/* psi(z) = ln z - 1/2z - 1/12z^2 + 1/120z^4 - 1/252z^6 ... */
	double u = 1 / z, v = 1 / z_plus_d, first = d * u * v, second = first * (u + v);
	double u2 = u * u, v2 = v * v;
	return log1p(d * u) + first / 2 + second / 12 - second * (u2 + v2) / 120 +
	       second * (u2 * u2 + u2 * v2 + v2 * v2) / 252;
}

double log_factorial_rest(double z)
{
	if (z <= 0)
		return 0;
	if (z < STIRLING_FROM)
		return log_gamma(z + 1) - z * log(z) + z;
	return log(2 * M_PI * z) / 2 + stirling_tail(z);
}

double log_beta(double a, double b)
{
	double small = a < b ? a : b, large = a < b ? b : a;
	return log_gamma(small) - log_gamma_ratio(large, small);
}
