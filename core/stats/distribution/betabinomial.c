/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/distribution/betabinomial.h"
#include "core/stats/distribution/hypergeometric.h"

double beta_binomial_log_constant(const struct beta_binomial *d)
{
	return -log_gamma_ratio((double)d->size + 1, d->a + d->b - 1) - log_beta(d->a, d->b);
}

double beta_binomial_log_pmf(const struct beta_binomial *d, double log_constant, int64_t k)
{
	double x = (double)k, rest = (double)(d->size - k);
	return log_gamma_quotient(x + 1, d->a - 1, x + d->a) +
	       log_gamma_quotient(rest + 1, d->b - 1, rest + d->b) + log_constant;
}

double beta_binomial_upto(const struct beta_binomial *d, int64_t k)
{
	int64_t a = (int64_t)d->a, judged = a + (int64_t)d->b - 1;
	if (k < 0 || k >= d->size)
		return k < 0 ? 0 : 1;
	return hypergeometric_above(d->size + judged, k + a, judged, a, 1);
}

double beta_binomial_mean(const struct beta_binomial *d)
{
	return (double)d->size * d->a / (d->a + d->b);
}

double beta_binomial_variance(const struct beta_binomial *d)
{
	double s = d->a + d->b, m = (double)d->size;
	return m * (d->a / s) * (d->b / s) * ((s + m) / (s + 1));
}

/* The k with the largest mass; one of the ends if the masses grow towards both. */
static int64_t mode(const struct beta_binomial *d)
{
	if (d->a <= 1 && d->b <= 1)
		return d->a < d->b ? 0 : d->size;
	if (d->a <= 1)
		return 0;
	if (d->b <= 1)
		return d->size;
	int64_t k = (int64_t)(((double)d->size + 1) * (d->a - 1) / (d->a + d->b - 2));
	return k > d->size ? d->size : k;
}

/* P(K = k+1) / P(K = k) */
static double ratio(const struct beta_binomial *d, int64_t k)
{
	double x = (double)k, rest = (double)(d->size - k);
	return rest * (x + d->a) / ((x + 1) * (rest - 1 + d->b));
}

void beta_binomial_masses(const struct beta_binomial *d, double log_constant, int64_t first,
			  size_t count, double *mass)
{
	if (count == 0)
		return;
	int64_t last = first + (int64_t)count - 1, top = mode(d);
	top = top < first ? first : top > last ? last : top;
	size_t t = (size_t)(top - first);
	mass[t] = exp(beta_binomial_log_pmf(d, log_constant, top));
	for (size_t i = t; i + 1 < count; i++)
		mass[i + 1] = mass[i] * ratio(d, first + (int64_t)i);
	for (size_t i = t; i > 0; i--)
		mass[i - 1] = mass[i] / ratio(d, first + (int64_t)i - 1);
}

/* An upper bound on P(K < k) left of the mode: a geometric series with the ratio at k. */
static double below(const struct beta_binomial *d, double log_constant, int64_t k)
{
	double q = 1 / ratio(d, k - 1), n = (double)k;
	return exp(beta_binomial_log_pmf(d, log_constant, k - 1)) *
	       (q * n < n - 1 ? 1 / (1 - q) : n);
}

/* The smallest k worth keeping. */
static int64_t low_end(const struct beta_binomial *d, double log_constant, double tail)
{
	int64_t in = 0, out = d->a > 1 ? mode(d) + 1 : 1; /* below(in) <= tail < below(out) */
	while (out - in > 1) {
		int64_t k = in + (out - in) / 2;
		if (below(d, log_constant, k) <= tail)
			in = k;
		else
			out = k;
	}
	return in;
}

void beta_binomial_range(const struct beta_binomial *d, double log_constant, double tail,
			 int64_t *low, int64_t *high)
{
	const struct beta_binomial mirrored = { d->size, d->b, d->a };
	*low = low_end(d, log_constant, tail);
	*high = d->size - low_end(&mirrored, log_constant, tail);
}
