/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Equal up to rounding: the one place that says how much rounding there may be.
 *
 * A double is rounded by 1.1e-16 of itself in each operation.
 *
 *	NEAR_BITS	one or two operations, a quotient or a product compared with what it was
 *			divided or multiplied by; some 50 units of the last place.
 *	NEAR_ROUNDING	the same numbers added up or multiplied in another order: room for some
 *			5,000 roundings that all go one way, and for a million that do not.
 *			As a share of 10^11 documents it is still a tenth of one.
 *	NEAR_DIGITS	numbers that were written and read again (at least 10 digits, 15 in a
 *			spreadsheet), that come from another machine, or that were searched for.
 *
 * All three are far below anything that is printed and far above the errors named. Convergence of
 * searches and sums is another question: core/stats/numeric/accuracy.h.
 *
 * nan is not near anything.
 */
#pragma once

#include <math.h>
#include <stdbool.h>

#define NEAR_BITS     1e-14 /* one or two operations */
#define NEAR_ROUNDING 1e-12 /* thousands of them, in another order */
#define NEAR_DIGITS   1e-9  /* written and read again, or searched for */

/* A number that was searched for and ought to be whole, or to end with the digit that is printed:
 * in units of that digit. */
#define NEAR_LAST_DIGIT 1e-6

/* Equal: apart by no more than a share of the larger. */
static inline bool near_equal(double a, double b, double share)
{
	return fabs(a - b) <= share * fmax(fabs(a), fabs(b));
}

/* Apart by more than that; false if one of them is nan. */
static inline bool near_apart(double a, double b, double share)
{
	return fabs(a - b) > share * fmax(fabs(a), fabs(b));
}

/* Equal: apart by no more than a slack, for numbers whose scale the caller knows (1:
 * probabilities). */
static inline bool near_within(double a, double b, double slack)
{
	return fabs(a - b) <= slack;
}

/* A little less and a little more than x: a >= near_below(x) is "a is at least x", up to rounding.
 */
static inline double near_below(double x)
{
	return x * (1 - NEAR_ROUNDING);
}

static inline double near_above(double x)
{
	return x * (1 + NEAR_ROUNDING);
}

/* The slack of a count: 10^-9, and a share of a count above 1000. */
static inline double near_count(double x)
{
	return fmax(NEAR_DIGITS, NEAR_ROUNDING * fabs(x));
}

/* Rounded down and up, if not a whole number up to rounding: .29 times 100 is 29, not 28. */
static inline double near_floor(double x)
{
	return floor(x + near_count(x));
}

static inline double near_ceil(double x)
{
	return ceil(x - near_count(x));
}

/* The whole number that x is up to rounding, or x itself. A small share is not 0; 0 is not -0. */
static inline double near_whole(double x)
{
	double whole = nearbyint(x) + 0.0;
	return near_within(x, whole, whole == 0 ? NEAR_BITS : near_count(x)) ? whole : x;
}
