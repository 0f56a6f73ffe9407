/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The difference between two systems in recall, precision or F as a function of the independent
 * yields of the documents that only A retrieves (U), only B (V), both (X) and neither (W):
 *
 *     recall     (U-V) / Y,                          Y = U+V+X+W; 0 if Y = 0
 *     precision  (X+U)/N_A - (X+V)/N_B
 *     F_b        (1+b^2) ((X+U)/(N_A + b^2 Y) - (X+V)/(N_B + b^2 Y))
 *
 * difference_sum.h has the region in which the difference is at most t, and the probability of that
 * region, difference_quantile.c quantiles and P(A > B).
 */
#pragma once

#include "core/stats/distribution/yield.h"
#include "core/stats/bounds.h"

enum { AXIS_A, AXIS_B, AXIS_REST, AXIS_NEITHER, AXES };

/* Rules of an axis, from coarse to fine; the last one is all points. */
enum { RULE_LEVELS = 11, ALL_POINTS = RULE_LEVELS - 1 };

struct axis {
	struct yield_distribution *distribution;
	struct rule points;
	struct rule rule[RULE_LEVELS];	/* each is made when it is first needed */
	struct yield_smoothed smoothed; /* likewise */
};

struct difference {
	enum quantity quantity; /* recall, precision or F */
	double beta;
	double size_a, size_b; /* N_A and N_B, in the unit of the yields */
	/* The yields: U, V, X, W if curved; else U, V and the rest, X+W or X for precision. */
	bool curved;
	struct axis axis[AXES];
	double none;		/* recall: P(Y = 0) */
	double mean, deviation; /* roughly; set by difference_moments() */
	bool has_moments;
};

/*
 * Owns the distributions from now on, also on failure: U, V, X+W (X for precision) and 0; or, if
 * difference_is_curved(), U, V, X and W. N_A, N_B > 0 for precision. -1: `e` is filled.
 */
int difference_init(struct difference *d, enum quantity quantity, double beta, double size_a,
		    double size_b, struct yield_distribution *const distribution[AXES],
		    struct err *e);
void difference_release(struct difference *d);

/* Is it F of two sets of unequal sizes? Then the border is a curved surface. */
static inline bool difference_is_curved(enum quantity quantity, double beta, double size_a,
					double size_b)
{
	return quantity == QUANTITY_F && beta > 0 && size_a > 0 && size_b > 0 && size_a != size_b;
}

/* The difference at given yields; and, roughly, its partial derivatives where it equals t. */
double difference_value(const struct difference *d, const double x[AXES]);
void difference_influence(const struct difference *d, double t, const double x[AXES],
			  double out[AXES]);

/* Is there only one possible value? */
bool difference_is_constant(const struct difference *d);

/* The rule of an axis, made if necessary. */
int difference_rule(struct difference *d, size_t axis, int level, const struct rule **out,
		    struct err *e);

/* Sets d->mean and d->deviation, to about a tenth, unless they are set. */
int difference_moments(struct difference *d, struct err *e);

/* P(difference < t) and P(difference > t), with the error of difference_quantile(). */
int difference_tails(struct difference *d, double t, struct tails *out, struct err *e);

/* P(difference > 0) + P(difference = 0)/2 */
int difference_probability(struct difference *d, double *out, struct err *e);

/*
 * The smallest value t with P(difference <= t) >= p. Error: 1e-9 if all masses are summed; else
 * about 1e-6, or 1e-5 for F if there are too many masses to sum and single documents matter. For p
 * = 0 or 1, the least or the largest difference.
 */
int difference_quantile(struct difference *d, double p, double *out, struct err *e);

/* The posterior mean, to 1e-8. */
int difference_mean(struct difference *d, double *out, struct err *e);

/* F_b = factor P/(N/b^2 + Y) */
static inline double difference_factor(const struct difference *d)
{
	double b2 = d->beta * d->beta;
	return (1 + b2) / b2;
}

static inline bool axis_certain(const struct axis *a)
{
	return a->points.count == 1;
}
