/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/random/resample.h"
#include "core/stats/topics/mean_interval.h"

static double end(const struct mean_sample *s, const struct mean_fit *f, double p)
{
	(void)f;
	return resample_quantile(s->resampled, s->resamples, p);
}

MEAN_INTERVAL_METHOD = {
	.name = "percentile",
	.summary = "quantiles of the means of resampled topics",
	.manual = "Topics are resampled with replacement; the ends are the quantiles of the "
		  "resampled means, the ceil(pB)-th smallest of B. Park (2011), section 4.1. "
		  "Never leaves the range of the scores. Too narrow for few topics: with 5 it "
		  "misses the mean in 18 % of samples where it should in 5 %, with 20 in 7 %.",
	.resamples = true,
	.end = end,
};
