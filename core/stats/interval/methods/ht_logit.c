/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ht-logit: from inclusion probabilities, without strata.
 *
 * The estimate is a ratio A/B of Horvitz-Thompson totals, A = sum a_d/p_d and B = sum b_d/p_d. By
 * linearisation (Särndal, Swensson & Wretman 1992, Model Assisted Survey Sampling, result 5.6.2)
 * its variance is that of the total of u_d = (a_d - (A/B) b_d)/B, which for independent draws
 * (Poisson sampling) is estimated by
 *
 *     sum (1 - p_d) (u_d / p_d)^2
 *
 * The interval is symmetric on the logit scale; for a yield, which has no upper bound, on the
 * logarithmic one.
 */
#include "core/stats/interval/interval.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/rmath.h"

static double variance(const struct weighted *d, size_t count, const struct interval_request *q,
		       double ratio, double below)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++) {
		double a, b;
		interval_shares(&d[i], q, &a, &b);
		double u = (a - ratio * b) / below * d[i].weight;
		sum += (1 - 1 / d[i].weight) * u * u;
	}
	return sum;
}

static int ht_logit(const struct weighted *d, size_t count, const struct interval_request *q,
		    struct interval *out, struct err *e)
{
	(void)e;
	double above = 0, below = 0;
	for (size_t i = 0; i < count; i++) {
		double a, b;
		interval_shares(&d[i], q, &a, &b);
		above += a * d[i].weight;
		below += b * d[i].weight;
	}
	bool yield = q->quantity == QUANTITY_YIELD, certain = true;
	for (size_t i = 0; i < count; i++)
		certain = certain && d[i].weight == 1;
	double ratio = yield ? above : above / below;
	if (certain)
		*out = (struct interval){ ratio, ratio };
	if (certain || !(ratio > 0) || (!yield && !(ratio < 1)))
		return 0; /* no variance to tell an end by: nan */
	double se = sqrt(variance(d, count, q, yield ? 0 : ratio, yield ? 1 : below));
	double low = qnorm(q->ends.lower_p, 0, 1, 1, 0), high = qnorm(q->ends.upper_p, 0, 1, 1, 0);
	if (yield) {
		*out = (struct interval){ ratio * exp(low * se / ratio),
					  ratio * exp(high * se / ratio) };
		return 0;
	}
	*out = logit_ends(ratio, se, low, high);
	return 0;
}

INTERVAL_METHOD = {
	.name = "ht-logit",
	.summary = "from inclusion probabilities alone, linearised, on the logit scale",
	.manual = "Linearised variance of the ratio of Horvitz-Thompson estimates, on the "
		  "logit scale (a yield: on the logarithmic one). It takes the documents as "
		  "drawn independently of each other; for samples of fixed size from strata "
		  "it is a little too wide, and where strata are known, methods that use them "
		  "are better. At an estimate of 0 or 1 the other end is nan: the sample has "
		  "no variance to tell it. So are both ends if a stratum has no sample.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.weighted = ht_logit,
	.adds_up = true,
};
