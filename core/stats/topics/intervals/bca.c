/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bias-corrected and accelerated bootstrap (Efron 1987; Park 2011, section 4.2): the quantiles of
 * the resampled means at
 *
 *     Phi(z0 + (z0 + z)/(1 - a (z0 + z))),   z = Phi^-1(p)
 *
 * instead of p. z0 = Phi^-1 of the share of resampled means below the mean, strictly: resampled
 * means equal to it are not below, whatever the rounding of their sums. a = sum d^3/(6 (sum
 * d^2)^1.5), where d is the mean of the jackknife means less each of them; for a mean they are
 * (x_i - mean)/(n-1), whose factor falls out.
 *
 * All resampled means on one side of the mean (with few resamples): z0 is infinite and the interval
 * undefined. Beyond the pole of the fraction, 1 <= a (z0 + z), the end is the last resampled mean
 * of that side: |a| < 1/6, so z would have to be about 6 or more.
 */
#include "core/stats/numeric/ascending.h"
#include "core/stats/random/resample.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/mean_interval.h"

static double acceleration(const struct mean_sample *s)
{
	double squares = 0, cubes = 0;
	for (size_t i = 0; i < s->count; i++) {
		double d = s->score[i] - s->mean;
		squares += d * d;
		cubes += d * d * d;
	}
	return cubes / (6 * pow(squares, 1.5));
}

static bool fit(const struct mean_sample *s, struct mean_fit *out)
{
	size_t all = (size_t)s->resamples;
	size_t less = first_at_least(s->resampled, all, s->mean - s->grain);
	if (less == 0 || less == all)
		return false;
	out->bias = qnorm((double)less / (double)s->resamples, 0, 1, 1, 0);
	out->acceleration = acceleration(s);
	return isfinite(out->acceleration);
}

static double end(const struct mean_sample *s, const struct mean_fit *f, double p)
{
	double z = f->bias + qnorm(p, 0, 1, 1, 0);
	double divisor = 1 - f->acceleration * z;
	double adjusted = divisor > 0 ? pnorm(f->bias + z / divisor, 0, 1, 1, 0) : z > 0;
	return resample_quantile(s->resampled, s->resamples, adjusted);
}

MEAN_INTERVAL_METHOD = {
	.name = "bca",
	.summary = "bias-corrected and accelerated bootstrap of the mean over topics",
	.manual = "As percentile, with the probabilities of the quantiles moved by the bias "
		  "z0 (from the share of resampled means below the mean) and the acceleration "
		  "a (from the jackknife: sum d^3/(6 (sum d^2)^1.5)): "
		  "Phi(z0 + (z0+z)/(1 - a(z0+z))). Efron (1987); Park (2011), section 4.2. "
		  "Follows the skew of the scores, but is hardly wider than percentile for few "
		  "topics: with 5 it misses the mean in 17 % of samples where it should in 5 %. "
		  "nan if all resampled means lie on one side of the mean.",
	.resamples = true,
	.fit = fit,
	.end = end,
};
