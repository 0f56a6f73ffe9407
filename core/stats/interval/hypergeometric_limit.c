/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See hypergeometric_limit.h. Taking the other documents for the relevant ones turns an upper end
 * into a lower one: N - R.
 */
#include <math.h>

#include "core/stats/interval/hypergeometric_limit.h"
#include "core/stats/rmath.h"

/* A tail that is the probability itself, such as 1/40, is computed with an error. */
static const double TIE = 1e-9;

struct limit_search {
	int64_t N, n, r;
	double tail, weight;
};

/*
 * P(X > r | R) + weight P(X = r | R), which grows with R: masses from r outwards, by ratios of
 * neighbours, on the side of r that the mode is not. (phyper() adds them up too, but as long
 * doubles, which take ten times as long if the processor has none.)
 */
static double reached(const struct limit_search *x, int64_t relevant)
{
	const double negligible = 1e-15;
	double N = (double)x->N, n = (double)x->n, r = (double)x->r, R = (double)relevant;
	double others = N - R - n; /* documents neither relevant nor drawn, less k */
	double least = fmax(0, -others), most = fmin(n, R);
	double at = dhyper(r, R, N - R, n, 0), mass = 1, sum = 0;
	if (r * N > n * R) {
		for (double k = r; k < most && mass > negligible * sum; k++)
			sum += mass *= (R - k) * (n - k) / ((k + 1) * (others + k + 1));
		return at * (x->weight + sum);
	}
	for (double k = r; k > least && mass > negligible * sum; k--)
		sum += mass *= k * (others + k) / ((R - k + 1) * (n - k + 1));
	return 1 - at * (1 - x->weight + sum);
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
