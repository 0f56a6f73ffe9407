/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random variables from the uniform numbers of uniform.h.
 *
 * Normal: the polar method of Marsaglia and Bray. Gamma: Marsaglia and Tsang 2000; for shapes below
 * 1, a variable of shape a + 1 times a power of a uniform number. Binomial: inversion if n p is
 * small, else Hörmann's transformed rejection with squeeze (1993, BTRS).
 */
#include <math.h>

#include "core/stats/numeric/log_gamma.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/random/variates.h"

void random_init(struct random *g, uint64_t seed, uint64_t draw, uint32_t stratum)
{
	*g = (struct random){ .uniform = uniform_start(seed, draw, stratum) };
}

double random_uniform(struct random *g)
{
	return uniform_next(&g->uniform);
}

double random_normal(struct random *g)
{
	if (g->spare != 0) {
		double x = g->spare;
		g->spare = 0;
		return x;
	}
	for (;;) {
		double u = 2 * random_uniform(g) - 1, v = 2 * random_uniform(g) - 1,
		       s = u * u + v * v;
		if (s < 1 && s > 0) {
			double scale = sqrt(-2 * log(s) / s);
			g->spare = v * scale;
			return u * scale;
		}
	}
}

/* a >= 1 */
static double large_gamma(struct random *g, double a)
{
	double d = a - 1.0 / 3, c = 1 / sqrt(9 * d);
	for (;;) {
		double x = random_normal(g), v = 1 + c * x;
		if (v <= 0)
			continue;
		v = v * v * v;
		double u = random_uniform(g), x2 = x * x;
		if (u < 1 - 0.0331 * x2 * x2 || log(u) < 0.5 * x2 + d * (1 - v + log(v)))
			return d * v;
	}
}

/* ln of a gamma variable; if a < 1, the variable itself may be too small for a double. */
static double log_random_gamma(struct random *g, double a)
{
	if (a >= 1)
		return log(large_gamma(g, a));
	double larger = large_gamma(g, a + 1);
	return log(larger) + log(random_uniform(g)) / a;
}

double random_log_odds(struct random *g, double a, double b)
{
	double x = log_random_gamma(g, a);
	return x - log_random_gamma(g, b);
}

double random_beta(struct random *g, double a, double b)
{
	if (a <= 0)
		return 0;
	if (b <= 0)
		return 1;
	if (a >= 1 && b >= 1) {
		double x = large_gamma(g, a), y = large_gamma(g, b);
		return x / (x + y);
	}
	return inverse_logit(random_log_odds(g, a, b));
}

/* n p < 10, p <= 1/2: from 0 upwards. */
static int64_t binomial_by_inversion(struct random *g, int64_t n, double p)
{
	double odds = p / (1 - p), mass = exp((double)n * log1p(-p)), u = random_uniform(g);
	int64_t k = 0;
	while (u > mass && k < n) {
		u -= mass;
		k++;
		mass *= odds * (double)(n - k + 1) / (double)k;
		if (k > 200) /* n p + 60 standard deviations: only round-off leads here */
			break;
	}
	return k;
}

/* ln C(n,k) p^k (1-p)^(n-k) less the same at m. */
static double log_ratio(double n, double m, double k, double log_odds)
{
	return log_gamma_ratio(k + 1, m - k) + log_gamma_ratio(n - k + 1, k - m) +
	       (k - m) * log_odds;
}

static int64_t binomial_by_rejection(struct random *g, int64_t size, double p)
{
	double n = (double)size, deviation = sqrt(n * p * (1 - p));
	double b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p, c = n * p + 0.5;
	double v_r = 0.92 - 4.2 / b, alpha = (2.83 + 5.1 / b) * deviation;
	double mode = floor((n + 1) * p), log_odds = logit(p);
	for (;;) {
		double u = random_uniform(g) - 0.5, v = random_uniform(g), us = 0.5 - fabs(u);
		double k = floor((2 * a / us + b) * u + c);
		if (k < 0 || k > n)
			continue;
		if (us >= 0.07 && v <= v_r)
			return (int64_t)k;
		if (log(v * alpha / (a / (us * us) + b)) <= log_ratio(n, mode, k, log_odds))
			return (int64_t)k;
	}
}

int64_t random_binomial(struct random *g, int64_t n, double p)
{
	if (p > 0.5)
		return n - random_binomial(g, n, 1 - p);
	if (n <= 0 || p <= 0)
		return 0;
	return (double)n * p < 10 ? binomial_by_inversion(g, n, p) : binomial_by_rejection(g, n, p);
}
