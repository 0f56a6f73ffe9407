/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The distribution of a sum of independent beta-binomials: the yield of a segment given the samples
 * of its strata (Webber 2013, sections 2.8 and 3.6).
 *
 *     X = shift + K_1 + ... + K_S,   K_s ~ BetaBin(M_s; a_s, b_s)
 *
 * and, for two independent distributions, P(X1 <= c + theta X0), from which recall, precision and F
 * follow.
 *
 * A distribution whose range is at most `exact_points` is kept as all its masses, and every
 * probability is a plain sum (error about 1e-13). A wider one is kept as a smooth distribution
 * function on knots, with single masses only near a steep end; the error of a probability is then
 * about 1e-8. The exception is a sum of several wide terms with two singular ends each (strata of
 * more than 16,384 documents with no sample, or almost none): between the ends its quantiles have
 * an error of about 1e-4 of the range.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/distribution/betabinomial.h"

#define YIELD_EXACT_POINTS 16384.0

/* Single masses at first .. first+count-1. */
struct yield_atoms {
	int64_t first;
	size_t count;
	double *mass;
	double *upto; /* P(X <= first + i), in the same block of memory as `mass` */
};

/* A cubic from x to the next knot: F + f u + c2 u^2 + c3 u^3 with u the distance from x. */
struct yield_knot {
	double x, F, f, c2, c3;
};

/* The cubic, and its derivative, at a distance of u from the knot. */
static inline double yield_knot_at(const struct yield_knot *k, double u)
{
	return k->F + u * (k->f + u * (k->c2 + u * k->c3));
}

static inline double yield_knot_slope(const struct yield_knot *k, double u)
{
	return k->f + u * (2 * k->c2 + u * 3 * k->c3);
}

/*
 * The distribution function: `low` atoms, then knots, then `high` atoms; any of them may be absent.
 * On the knots F is smooth, with F(k + 1/2) = P(X <= k) at every integer k.
 */
struct yield_distribution {
	int64_t min, max; /* support */
	double mean, variance;
	struct yield_atoms low, high;
	struct yield_knot *knot;
	size_t knots;
	double spacing; /* of the knots, if it is one and F is smooth at both ends; else 0 */
};

/*
 * Free it with yield_free(). A term with M = 0 or a = 0 is 0, with b = 0 it is M. `exact_points` is
 * YIELD_EXACT_POINTS, or less if speed matters more. NULL: `e` is filled.
 */
struct yield_distribution *yield_new(int64_t shift, const struct beta_binomial *term, size_t count,
				     double exact_points, struct err *e);
void yield_free(struct yield_distribution *l);

/* All masses are kept. */
bool yield_is_exact(const struct yield_distribution *l);

/* P(X <= x) */
double yield_cdf(const struct yield_distribution *l, double x);

/* The smallest x with P(X <= x) >= p, up to YIELD_TIE. */
double yield_quantile(const struct yield_distribution *l, double p);

/* P(one <= c + theta zero), theta >= 0, for independent distributions. */
double yield_pair_cdf(const struct yield_distribution *one, const struct yield_distribution *zero,
		      double c, double theta);

/* Probabilities that differ by less are equal: round-off must not decide between two atoms. */
#define YIELD_TIE 1e-12

/*
 * The largest integer y <= c + theta x. c and theta come from a number that was rounded, such as
 * t/(1-t): a line that passes a point by no more than the rounding error counts as meeting it.
 */
double yield_line_at(double c, double theta, double x);

/*
 * The smooth part of F at x, with the search starting at *cursor; x is between the first and last
 * knot.
 */
double yield_smooth(const struct yield_distribution *l, double x, size_t *cursor);
