/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/rmath.h"
#include "core/stats/topics/skewed_bound.h"

struct moments {
	double mean, deviation, skewness;
	bool constant;
};

static struct moments moments_of(const double *x, size_t count, double grain)
{
	double n = (double)count, mean = 0, second = 0, third = 0, least = x[0], most = x[0];
	for (size_t i = 0; i < count; i++) {
		mean += x[i] / n;
		least = fmin(least, x[i]);
		most = fmax(most, x[i]);
	}
	for (size_t i = 0; i < count; i++) {
		double d = x[i] - mean;
		second += d * d;
		third += d * d * d;
	}
	double plain = third / n / pow(second / n, 1.5);
	return (struct moments){ .mean = mean,
				 .deviation = sqrt(second / (n - 1)),
				 .skewness = plain * sqrt(n * (n - 1)) / (n - 2),
				 .constant = most - least <= grain };
}

/* The T whose g(T) is q. */
static double hall_inverse(double a, double q)
{
	double x = a * (q - a / 6);
	double root = x > -0.5 ? expm1(log1p(x) / 3) : cbrt(1 + x) - 1;
	return fabs(a) < 1e-12 ? q : 3 / a * root;
}

/* How many standard errors the lower bound lies below the mean; skewness of the other sign gives
 * that of the upper one. */
static double reach(enum skewed_way way, double skewness, double n, double q)
{
	double hall = hall_inverse(skewness / sqrt(n), q);
	return way == SKEWED_T ? q : way == SKEWED_HALL ? hall : fmax(q, hall);
}

struct interval skewed_bounds_by(enum skewed_way way, const double *score, size_t count,
				 double grain, double lower_quantile, double upper_quantile)
{
	double n = (double)count;
	if (count < 3)
		return (struct interval){ NAN, NAN };
	const struct moments m = moments_of(score, count, grain);
	if (m.constant)
		return (struct interval){ m.mean, m.mean };
	double unit = m.deviation / sqrt(n);
	return (struct interval){ m.mean - unit * reach(way, m.skewness, n, lower_quantile),
				  m.mean + unit * reach(way, -m.skewness, n, upper_quantile) };
}

struct interval skewed_bounds(const double *score, size_t count, double grain, double lower_error,
			      double upper_error)
{
	double freedom = (double)count - 1;
	return skewed_bounds_by(SKEWED_BOTH, score, count, grain, qt(lower_error, freedom, 0, 0),
				qt(upper_error, freedom, 0, 0));
}
