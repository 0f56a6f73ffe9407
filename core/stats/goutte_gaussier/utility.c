/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/distribution/gamma_sum.h"
#include "core/stats/goutte_gaussier/confusion.h"
#include "core/stats/goutte_gaussier/utility.h"
#include "core/stats/rmath.h"

int utility_posterior_init(struct utility_posterior *p, const struct confusion *c, size_t topics,
			   double lambda, double gain, double cost, struct err *e)
{
	struct confusion_posterior checked;
	if (confusion_posterior_init(&checked, c, lambda, QUANTITY_PRECISION, 1, e) < 0)
		return -1;
	if (!(gain > 0 && cost > 0))
		return err_usage(e, "gain and cost must be above 0, not %g and %g", gain, cost);
	if (gain > UTILITY_RATIO * cost || cost > UTILITY_RATIO * gain)
		return err_usage(
			e, "gain and cost may differ by a factor of at most %d, not %g and %g",
			UTILITY_RATIO, gain, cost);
	double n = (double)topics;
	*p = (struct utility_posterior){ gain / n, cost / n, c->tp + n * lambda,
					 c->fp + n * lambda };
	return 0;
}

double utility_mean(const struct utility_posterior *p)
{
	return p->gain * p->tp - p->cost * p->fp;
}

double utility_cdf(const struct utility_posterior *p, double u)
{
	const struct gamma_term term[] = { { p->gain, p->tp }, { -p->cost, p->fp } };
	return gamma_sum_tails(term, 2, u).below;
}

double utility_quantile(const struct utility_posterior *p, double prob)
{
	const struct gamma_term term[] = { { p->gain, p->tp }, { -p->cost, p->fp } };
	if (!(prob > 0 && prob < 1))
		return prob <= 0 ? -INFINITY : prob >= 1 ? INFINITY : NAN;
	return gamma_sum_quantile(term, 2, prob);
}

struct tails utility_compare(const struct utility_posterior *a, const struct utility_posterior *b)
{
	const struct gamma_term term[] = {
		{ a->gain, a->tp },
		{ -a->cost, a->fp },
		{ -b->gain, b->tp },
		{ b->cost, b->fp },
	};
	if (a->tp == b->tp && a->fp == b->fp && a->gain == b->gain && a->cost == b->cost)
		return (struct tails){ 0.5, 0.5 };
	return gamma_sum_tails(term, 4, 0);
}
