/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exact limits for a sample without replacement from a finite population, by inverting two
 * one-sided hypergeometric tests (Buonaccorsi 1987, "A note on confidence intervals for proportions
 * in finite populations"; the distribution: Webber 2013, eq 6). With X the relevant documents in a
 * sample of n from N of which R are relevant, and p the probability below the end,
 *
 *     lower: the least R with P(X >= r | R) >= p
 *     upper: the greatest R with P(X <= r | R) >= 1 - p
 *
 * Both tails are monotone in R, so bisection finds the ends, which are whole numbers of documents.
 * Taking the other documents for the relevant ones turns an upper end into a lower one: N - R.
 */
#include "core/stats/interval/interval.h"
#include "core/stats/interval/one_proportion.h"
#include "core/stats/rmath.h"

/* A tail that is the probability itself, such as 1/40, is computed with an error. */
static const double TIE = 1e-9;

/* The least R with P(X >= r | R) >= tail, for a sample with r relevant documents. */
static int64_t least_yield(int64_t N, int64_t n, int64_t r, double tail)
{
	int64_t low = r, high = N - n + r; /* what the sample leaves possible; true at `high` */
	while (low < high) {
		int64_t R = low + (high - low) / 2;
		double reached = phyper((double)(r - 1), (double)R, (double)(N - R), (double)n,
					/* lower tail */ 0, 0);
		if (reached >= tail * (1 - TIE))
			high = R;
		else
			low = R + 1;
	}
	return low;
}

static double hypergeometric_end(const struct one_proportion *x, double prob, bool lower)
{
	int64_t R = lower ? least_yield(x->N, x->n, x->r, prob)
			  : x->N - least_yield(x->N, x->n, x->n - x->r, 1 - prob);
	return (double)R / (double)x->N;
}

static int hypergeometric(const struct stratum *s, size_t count, const struct interval_request *q,
			  struct interval *out, struct err *e)
{
	return one_proportion_interval(s, count, q, "hypergeometric", hypergeometric_end, out, e);
}

INTERVAL_METHOD = {
	.name = "hypergeometric",
	.summary = "one proportion: exact limits in a finite population",
	.manual = "The numbers of relevant documents that neither of two one-sided hypergeometric "
		  "tests rejects (Buonaccorsi 1987). Covers at least the level whatever the "
		  "truth is, knows how much of the stratum was sampled, and is a point if all of "
		  "it was; in a large stratum it is 'clopper-pearson'. For a precision and for "
		  "the yield of one stratum 'melded' has the same limits. One stratum only: "
		  "precision, elusion, richness, yield.",
	.quantities = ONE_PROPORTION,
	.monotone = ONE_PROPORTION,
	.compute = hypergeometric,
};
