/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See hypergeometric_limit.h. Taking the other documents for the relevant ones turns an upper end
 * into a lower one: N - R.
 */
#include <math.h>

#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/interval/hypergeometric_limit.h"
#include "core/stats/rmath.h"

/* A tail that is the probability itself, such as 1/40, is computed with an error. */
static const double TIE = 1e-9;

struct limit_search {
	int64_t N, n, r;
	double tail, weight;
};

/* P(X > r | R) + weight P(X = r | R), which grows with R. */
static double reached(const struct limit_search *x, int64_t R)
{
	return hypergeometric_above(x->N, R, x->n, x->r, x->weight);
}

/* Normal scores, which are nearly linear in R. */
static double score_of(double p)
{
	return qnorm(fmin(fmax(p, 1e-12), 1 - 1e-12), 0, 1, 1, 0);
}

/*
 * The next R to look at, between two whose scores enclose that of the tail. Every third time it is
 * the middle, so that a curve that is not straight takes no longer than bisection would.
 */
static int64_t between(int64_t low, int64_t high, double at_low, double at_high, double wanted,
		       int turn)
{
	double part = (wanted - at_low) / (at_high - at_low);
	if (turn % 3 == 2 || !(part > 0 && part < 1))
		part = 0.5;
	int64_t R = low + (int64_t)(part * (double)(high - low));
	return R < low ? low : R >= high ? high - 1 : R;
}

/* The least R with P(X > r | R) + weight P(X = r | R) >= tail. */
static int64_t least_yield(int64_t N, int64_t n, int64_t r, double tail, double weight)
{
	const struct limit_search x = { N, n, r, tail, weight };
	int64_t low = r, high = N - n + r; /* what the sample leaves possible; true at `high` */
	double p = (double)r / (double)n, wanted = score_of(tail);
	double spread = sqrt((p * (1 - p) + 1 / (double)n) / (double)n * (double)(N - n) /
			     fmax((double)(N - 1), 1));
	/* where the normal approximation has the end, and by how much to move from there */
	double guess = (double)N * (p + wanted * spread), step = (double)N * spread / 16;
	double at_low = score_of(0), at_high = score_of(1);
	for (int turn = 0; low < high; turn++) {
		int64_t R;
		if (turn == 0)
			R = (int64_t)fmin(fmax(guess, (double)low), (double)high - 1);
		else if (turn == 1) {
			double other = guess + (at_low > score_of(0) ? step : -step);
			R = (int64_t)fmin(fmax(other, (double)low), (double)high - 1);
		} else
			R = between(low, high, at_low, at_high, wanted, turn);
		double there = reached(&x, R);
		if (there >= tail * (1 - TIE)) {
			high = R;
			at_high = score_of(there);
		} else {
			low = R + 1;
			at_low = score_of(there);
		}
	}
	return low;
}

double hypergeometric_limit(const struct one_proportion *x, double prob, bool lower, double weight)
{
	int64_t R = lower ? least_yield(x->N, x->n, x->r, prob, weight)
			  : x->N - least_yield(x->N, x->n, x->n - x->r, 1 - prob, weight);
	return (double)R / (double)x->N;
}
