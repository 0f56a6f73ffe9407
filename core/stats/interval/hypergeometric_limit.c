/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See hypergeometric_limit.h. Taking the other documents for the relevant ones turns an upper end
 * into a lower one: N - R.
 */
#include "core/stats/interval/hypergeometric_limit.h"
#include "core/stats/rmath.h"

/* A tail that is the probability itself, such as 1/40, is computed with an error. */
static const double TIE = 1e-9;

/* The least R with P(X > r | R) + weight P(X = r | R) >= tail. */
static int64_t least_yield(int64_t N, int64_t n, int64_t r, double tail, double weight)
{
	int64_t low = r, high = N - n + r; /* what the sample leaves possible; true at `high` */
	while (low < high) {
		int64_t R = low + (high - low) / 2;
		double reached = phyper((double)(r - 1), (double)R, (double)(N - R), (double)n,
					/* lower tail */ 0, 0);
		if (weight < 1)
			reached -= (1 - weight) *
				   dhyper((double)r, (double)R, (double)(N - R), (double)n, 0);
		if (reached >= tail * (1 - TIE))
			high = R;
		else
			low = R + 1;
	}
	return low;
}

double hypergeometric_limit(const struct one_proportion *x, double prob, bool lower, double weight)
{
	int64_t R = lower ? least_yield(x->N, x->n, x->r, prob, weight)
			  : x->N - least_yield(x->N, x->n, x->n - x->r, 1 - prob, weight);
	return (double)R / (double)x->N;
}
