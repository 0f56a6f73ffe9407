/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Koopman's chi-square interval for a ratio of two binomial proportions, carried over to recall
 * (Koopman 1984, section 2.2; Webber 2013, section 3.4). With φ = π0/π1,
 *
 *     recall = 1/(1 + N0·φ/N1)
 *
 * which falls as φ grows. The ends are the values of recall at which Pearson's chi-square at the
 * constrained maximum-likelihood estimate equals z², without continuity correction. The sample is
 * taken as binomial: nothing here knows how large the population is.
 *
 * Recall t means that the prevalences are π1 = a·u and π0 = b·u with a = t/N1 and b = (1-t)/N0, u
 * being the unknown number of relevant documents. With w the shares of the two samples in n1 + n0
 * and x = w·p, the derivative of the log likelihood is 0 where
 *
 *     ab·u² - (a(w1+x0) + b(w0+x1))·u + (x1+x0) = 0
 *
 * of which the smaller root is wanted. Its discriminant is written as a sum of terms that are not
 * negative and the root with the large sum below, so that nothing cancels. There, Pearson's
 * chi-square of the four cells is the square of the contrast b·p1 - a·p0 over its standard error
 * (Gart and Nam 1988), which keeps its sign and its digits.
 */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/interval/segments.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/rmath.h"

/* A logit beyond that of any recall of fewer than 2^63 documents. */
static const double FAR = 60;

static double over_sd(double distance, double variance)
{
	if (distance == 0.0)
		return 0.0;
	return variance > 0.0 ? distance / sqrt(variance) : copysign(INFINITY, distance);
}

/* The signed root of chi-square, positive where the sample speaks for a recall above t. */
static double score_root(const struct two_samples *x, double logit)
{
	double n1 = (double)x->n1, n0 = (double)x->n0, both = n1 + n0;
	double p1 = n1 > 0 ? (double)x->r1 / n1 : 0, p0 = n0 > 0 ? (double)x->r0 / n0 : 0;
	double a = inverse_logit(logit) / (double)x->N1, b = inverse_logit(-logit) / (double)x->N0;
	double x1 = n1 / both * p1, x0 = n0 / both * p0;
	double left = a * (n1 / both + x0), right = b * (n0 / both + x1);
	double cross = 4.0 * a * b * (n1 / both - x1) * (n0 / both - x0);
	double root = sqrt((left - right) * (left - right) + cross);
	double u = x1 + x0 > 0.0 ? 2.0 * (x1 + x0) / (left + right + root) : 0.0;
	double pi1 = fmin(1.0, a * u), pi0 = fmin(1.0, b * u);
	double v1 = pi1 * (1.0 - pi1), v0 = pi0 * (1.0 - pi0);
	if (x->n1 == 0)
		return over_sd(pi0 - p0, v0 / n0);
	if (x->n0 == 0)
		return over_sd(p1 - pi1, v1 / n1);
	/* exactly 0 at the estimate: if all of the sample is relevant, the error is 0 there, too */
	double apart = near_apart(b * p1, a * p0, NEAR_BITS) ? b * p1 - a * p0 : 0.0;
	return over_sd(apart, b * b * v1 / n1 + a * a * v0 / n0);
}

/* The recall at which the root is that of the probability; found by bisection to the last bits. */
static double end(const struct two_samples *x, double probability)
{
	double z = qnorm(probability, 0.0, 1.0, 0, 0), low = -FAR, high = FAR;
	for (int step = 0; step < 200; step++) {
		double middle = 0.5 * (low + high);
		if (middle <= low || middle >= high)
			break;
		if (score_root(x, middle) > z)
			low = middle;
		else
			high = middle;
	}
	return inverse_logit(0.5 * (low + high));
}

static int koopman_interval(const struct interval_method *m, const struct stratum *s, size_t count,
			    const struct interval_request *q, struct interval *out, struct err *e)
{
	struct two_samples x;
	if (two_samples_from(s, count, m->name, &x, e) < 0)
		return -1;
	if (two_samples_trivial(&x, out))
		return 0;
	*out = (struct interval){ 0.0, 1.0 };
	if (x.r1 > 0 && q->ends.lower_p > 0.0)
		out->lower = end(&x, q->ends.lower_p);
	if (x.r0 > 0 && q->ends.upper_p < 1.0)
		out->upper = end(&x, q->ends.upper_p);
	return 0;
}

INTERVAL_METHOD = {
	.name = "koopman",
	.summary = "chi-square interval for the ratio of two binomial proportions",
	.manual = "Recall is 1/(1 + (N0/N1) phi), where phi is the prevalence among the "
		  "unretrieved over that among the retrieved documents. The interval holds "
		  "every recall at which Pearson's chi-square, at the most likely prevalences "
		  "with that recall and without continuity correction, is at most z^2. Lower "
		  "end 0 when no relevant document was seen among the retrieved, upper 1 when "
		  "none among the unretrieved. Koopman (1984), section 2.2; Webber (2013), "
		  "section 3.4. One sample per segment: there is no form for strata. Accurate "
		  "when the samples are small parts of their segments; too wide when they are "
		  "not.",
	.quantities = QUANTITY_RECALL,
	.forced_ends = true,
	.monotone = QUANTITY_RECALL,
	.compute = koopman_interval,
};
