/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Logit bootstrap around the mean: slogit (Park 2011, section 4.3), widened for scores that are
 * more skewed than those of the paper. With y = logit((m - least)/(most - least)) of the resampled
 * means m, or the logarithm of m - least if there is no upper limit (mean_interval.h), and the same
 * of the mean itself, o:
 *
 *     b = mean of y - o,   sigma = standard deviation of y (divisor B) * sqrt(n/(n-1))
 *     ends: o -+ (|b| + t sigma),   t = quantile of Student's t, n-1 degrees of freedom
 *
 * Three things differ from slogit, whose ends are o + b -+ t sigma without the factor:
 *
 * - sqrt(n/(n-1)): resampled means have the variance s^2/n with the divisor n in s^2, which is too
 *   small by (n-1)/n (Efron 1982, section 5.7).
 * - b is the bootstrap's estimate of the bias of o. slogit adds it once more. The corrected middle
 *   would be o - b (Efron & Tibshirani 1993, section 10.6). The interval is the union of those
 *   around o + b and o - b: the second covers the mean of skewed scores, the first keeps the end
 *   towards the near end of the range.
 * - So the mean is always inside.
 *
 * The union is our own; type I errors in doc/coverage.md. Means at an end of the range have no
 * logit and are left out (mean_interval.h).
 */
#include <math.h>

#include "core/stats/topics/mean_interval.h"

static bool fit(const struct mean_sample *s, struct mean_fit *out)
{
	struct resampled_logits y;
	bool defined = resampled_logits(s, &y);
	double n = (double)s->count;
	out->location = y.of_mean;
	out->bias = fabs(y.shift);
	out->scale = y.deviation * sqrt(n / (n - 1));
	return defined;
}

MEAN_INTERVAL_METHOD = {
	.name = "clogit",
	.summary = "logit bootstrap around the mean over topics",
	.manual = "Topics are resampled with replacement, the resampled means put on the logit "
		  "scale of the range of scores (those at an end of it left out). The ends are "
		  "the logit of the mean -+ (|b| + t sd), and back: b is the mean of the "
		  "resampled logits less the logit of the mean, sd their standard deviation "
		  "times sqrt(n/(n-1)), t has n-1 degrees of freedom for n topics. It is slogit "
		  "(Park 2011, section 4.3) widened for skewed scores, and the default. Scores "
		  "without an upper limit (dcg), or above the range (infNDCG beyond 1), have "
		  "logarithms in place of logits. Needs a least score, below which it never "
		  "goes; always has the mean inside. nan if the resampled means within the range "
		  "are all equal, as those of two topics with 0 and 1.",
	.resamples = true,
	.bounded = true,
	.fit = fit,
	.end = mean_scaled_end,
};
