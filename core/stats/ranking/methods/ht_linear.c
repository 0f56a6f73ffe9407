/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ht-linear: of estimates of a ranking, by linearisation.
 *
 * The estimate is a smooth function of the weights 1/p; to first order it varies as the total of z,
 * its derivatives (Särndal, Swensson & Wretman 1992, section 5.5). For average precision, A/R, that
 * is z = (gradient of A - A/R)/R, in which the precisions vary too; for precision, 1/k in the first
 * k. The variance of the total is Horvitz and Thompson's with the joint probabilities of the design
 * (core/stats/ranking/joint_inclusion.h), or, where that is not known, Hájek's (1964) for samples
 * of fixed size:
 *
 *     n/(n-1) * sum of c (z/p - m)^2,  c = 1 - p,  m the mean of z/p weighted by c
 *
 * over the n documents that are not certain, z being 0 if not relevant.
 */
#include <math.h>

#include "core/stats/ranking/joint_inclusion.h"
#include "core/stats/ranking/ranked_ap.h"
#include "core/stats/ranking/ranking_method.h"

static double hajek(const struct ranked_sample *s, const struct ranked_ap *a, const double *z)
{
	double n = 0, weights = 0, sum = 0, squares = 0;
	for (size_t i = 0; i < s->units; i++) {
		n += s->unit[i].probability < 1;
		weights += 1 - s->unit[i].probability;
	}
	for (size_t i = 0; i < a->units; i++) {
		double c = 1 - s->unit[a->at[i]].probability, value = z[i] * a->weight[i];
		sum += c * value;
		squares += c * value * value;
	}
	return n > 1 ? n / (n - 1) * (squares - sum * sum / weights) : NAN;
}

static int variance(const struct ranked_sample *s, const struct ranked_ap *a, const double *z,
		    double *out, struct err *e)
{
	if (!s->known) {
		*out = hajek(s, a, z);
		return 0;
	}
	struct joint j;
	if (joint_init(&j, s, e) < 0)
		return -1;
	int result = joint_covariance(&j, a->at, z, z, a->units, out, e);
	joint_release(&j);
	return result;
}

static int ht_linear(const struct ranked_sample *s, enum ranked_quantity quantity, double cutoff,
		     struct ranked_error *out, struct err *e)
{
	struct ranked_ap a;
	*out = (struct ranked_error){ .se = NAN, .df = INFINITY };
	if (ranked_ap_init(&a, s, e) < 0)
		return -1;
	double *z = calloc(a.units + 1, sizeof *z), square = NAN;
	int result = z == NULL ? err_memory(e) : 0;
	for (size_t i = 0; result == 0 && i < a.units; i++) {
		if (quantity == RANKED_AP)
			z[i] = (a.gradient[i] - a.numerator / a.total) / a.total;
		else
			z[i] = s->unit[a.at[i]].rank <= cutoff ? 1 / cutoff : 0;
	}
	if (result == 0)
		result = variance(s, &a, z, &square, e);
	if (ranked_is_certain(s))
		out->se = 0;
	else if (a.units > (quantity == RANKED_AP) && square >= 0) /* it can be negative */
		out->se = sqrt(square);
	free(z);
	ranked_ap_release(&a);
	return result;
}

RANKING_METHOD = {
	.name = "ht-linear",
	.summary = "statAP, statP: linearised, with the joint probabilities of the design",
	.manual =
		"Linearisation of the whole estimator, with the Horvitz-Thompson variance of its "
		"derivatives where the design is known (size and picks in the judgments, or "
		"strata) and Hájek's approximation elsewhere. Normal interval on the logit scale, of "
		"statP as with ht-jackknife. "
		"Too narrow with fewer than some hundred judgments for a topic; for comparison. "
		"nan if only one relevant document was drawn.",
	.quantities = RANKED_AP | RANKED_PRECISION,
	.error = ht_linear,
};
