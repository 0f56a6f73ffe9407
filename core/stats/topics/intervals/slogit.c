/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Studentised logit bootstrap (Park 2011, section 4.3): with y = logit((m - least)/(most - least))
 * of the resampled means m, mu and sigma the mean and the maximum-likelihood standard deviation
 * (divisor B) of y, the ends are
 *
 *     least + (most - least) logit^-1(mu + t sigma),   t = quantile of Student's t, n-1 degrees
 *
 * With no upper limit logarithms take the place of logits, which is our own (mean_interval.h).
 * Means at an end of the range have no logit and are left out, as in the paper; mean_interval.h
 * says when the rest is undefined.
 */
#include "core/stats/topics/mean_interval.h"

static bool fit(const struct mean_sample *s, struct mean_fit *out)
{
	struct resampled_logits y;
	bool defined = resampled_logits(s, &y);
	out->location = y.of_mean + y.shift;
	out->scale = y.deviation;
	return defined;
}

MEAN_INTERVAL_METHOD = {
	.name = "slogit",
	.summary = "studentised logit bootstrap of the mean over topics",
	.manual = "Topics are resampled with replacement, the resampled means put on the "
		  "logit scale of the range of scores (those at an end of it left out); the "
		  "ends are mean +- t sd on that scale, with n-1 degrees of freedom for n "
		  "topics and the maximum-likelihood sd, and back. Park (2011), section 4.3. "
		  "Needs scores with a least one, below which it never goes; logarithms take the "
		  "place of logits if there is no upper limit. Near its level on the "
		  "scores of the paper; too narrow for few topics with more skewed scores, "
		  "for which clogit is wider. nan if the resampled means within the range are all "
		  "equal.",
	.resamples = true,
	.bounded = true,
	.fit = fit,
	.end = mean_scaled_end,
};
