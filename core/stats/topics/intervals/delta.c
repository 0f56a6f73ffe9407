/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * clogit without resampling, by the delta method. The mean of n resampled scores has the mean m,
 * the variance v and the third moment k about it,
 *
 *     v = sum (x_i - m)^2/n^2,   k = sum (x_i - m)^3/n^3
 *
 * and on the scale g of clogit (mean_scale()), to the second order in 1/n (Oehlert 1992, "A note on
 * the delta method"),
 *
 *     mean - g(m):  g''v/2 + (g'''k/6 + g''''v^2/8)
 *     variance:     g'^2 v + (g'g''k + (g''^2/2 + g'g''')v^2)
 *
 * The ends are those of clogit with b the first and sigma^2 the second of these, times n/(n-1).
 * Terms in parentheses are left out unless they are small beside the one before: if a handful of
 * topics have all of the sum, the series is of no use.
 */
#include <math.h>

#include "core/stats/topics/mean_interval.h"

/* The first four derivatives of the scale at the mean. */
struct slopes {
	double g[5];
};

static struct slopes slopes_of(const struct mean_sample *s)
{
	double x = s->mean - s->least, rest = s->most - s->mean; /* of infinity nothing is left */
	return (struct slopes){ { 0, 1 / x + 1 / rest, 1 / (rest * rest) - 1 / (x * x),
				  2 / (x * x * x) + 2 / (rest * rest * rest),
				  6 / (rest * rest * rest * rest) - 6 / (x * x * x * x) } };
}

static double with_small(double first, double second)
{
	return fabs(second) < fabs(first) / 4 ? first + second : first;
}

static bool fit(const struct mean_sample *s, struct mean_fit *out)
{
	double n = (double)s->count, v = 0, k = 0;
	for (size_t i = 0; i < s->count; i++) {
		double d = s->score[i] - s->mean;
		v += d * d;
		k += d * d * d;
	}
	v /= n * n;
	k /= n * n * n;
	const struct slopes at = slopes_of(s);
	const double *g = at.g;
	out->location = mean_scale(s, s->mean);
	out->bias = fabs(with_small(g[2] * v / 2, g[3] * k / 6 + g[4] * v * v / 8));
	double variance = with_small(g[1] * g[1] * v,
				     g[1] * g[2] * k + (g[2] * g[2] / 2 + g[1] * g[3]) * v * v);
	out->scale = sqrt(variance * n / (n - 1));
	return isfinite(out->scale) && out->scale > 0;
}

MEAN_INTERVAL_METHOD = {
	.name = "delta",
	.summary = "as clogit, without resampling: for many topics",
	.manual = "The ends are those of clogit, with b and sd by the delta method instead of by "
		  "resampled means, to the second order in 1/n. The default for more than 2,000 "
		  "topics, where it lies nearer to clogit with a million resamples than clogit "
		  "with 10,000 does, unless a handful of topics have all of the sum; for few "
		  "topics clogit is better.",
	.bounded = true,
	.fit = fit,
	.end = mean_scaled_end,
};
