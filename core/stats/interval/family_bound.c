/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/interval/family_bound.h"
#include "core/stats/rmath.h"

enum { QUANTILES = 400 };

/* The mean of the `count` largest families that were not drawn. */
static double mean_left(const struct family_sample *s, double count)
{
	double sum = 0, k = fmin(count, FAMILIES_LEFT);
	for (int i = 0; i < k; i++)
		sum += fmin(k - i, 1) * s->left[i];
	return sum / k;
}

/* The quantile of what was missed. */
static double missed_at(const struct family_sample *s, double prob)
{
	double w = s->families / s->drawn, f = 1 - s->drawn / s->families;
	double more = f > 0 ? -mean_left(s, log1p(-prob) / log(f)) / log(f) : 0;
	double mean = w * s->missed + more;
	double variance = f * w * w * s->missed_squared + more * more;
	return variance > 0 ? qgamma(prob, mean * mean / variance, variance / mean, 1, 0) : mean;
}

/* The probability that recall is below t, by the mean and variance of what was found. */
static double below_recall(const struct family_sample *s, double mean, double variance,
			   const double missed[QUANTILES], double t)
{
	double sum = 0;
	for (int i = 0; i < QUANTILES; i++)
		sum += pgamma(t / (1 - t) * (missed[i] + s->known_missed) - s->known_found,
			      mean * mean / variance, variance / mean, 1, 0);
	return sum / QUANTILES;
}

double family_recall_bound(const struct family_sample *s, double error)
{
	double w = s->families / s->drawn, f = 1 - s->drawn / s->families, quantile[QUANTILES];
	double found = w * s->produced, variance = f * w * w * s->produced_squared;
	if (variance <= 0) {
		double all = found + s->known_found;
		double most = s->known_missed + missed_at(s, 1 - error);
		return all > 0 ? all / (all + most) : 0;
	}
	for (int i = 0; i < QUANTILES; i++)
		quantile[i] = missed_at(s, (i + 0.5) / QUANTILES);
	double low = 0, high = 1;
	while (high - low > NEAR_DIGITS) {
		double t = (low + high) / 2;
		*(below_recall(s, found, variance, quantile, t) <= error ? &low : &high) = t;
	}
	return low;
}
