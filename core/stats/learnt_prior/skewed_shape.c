/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/learnt_prior/skewed_shape.h"
#include "core/stats/rmath.h"

static const double MOST = 1.5, NONE = 1e-3;

static double skewness(const struct moments *v)
{
	double cube = v->variance * sqrt(v->variance);
	return cube > 0 ? fmax(-MOST, fmin(MOST, v->third / cube)) : 0;
}

double skewed_quantile(const struct moments *v, double p)
{
	double skew = skewness(v), sd = sqrt(v->variance);
	if (!(sd > 0))
		return v->mean;
	if (p <= 0 || p >= 1)
		return p <= 0 ? -INFINITY : INFINITY;
	if (fabs(skew) < NONE)
		return v->mean + sd * qnorm(p, 0, 1, 1, 0);
	double k = 4 / (skew * skew), q = qgamma(p, k, 1, skew > 0, 0);
	return v->mean + sd * (skew > 0 ? q - k : k - q) / sqrt(k);
}

double skewed_above(const struct moments *v, double x)
{
	double skew = skewness(v), sd = sqrt(v->variance);
	if (!(sd > 0))
		return v->mean > x ? 1 : v->mean < x ? 0 : 0.5;
	double z = (x - v->mean) / sd;
	if (fabs(skew) < NONE)
		return pnorm(z, 0, 1, 0, 0);
	double k = 4 / (skew * skew), y = k + (skew > 0 ? z : -z) * sqrt(k);
	return pgamma(fmax(y, 0), k, 1, skew < 0, 0);
}
