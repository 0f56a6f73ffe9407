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
 * an error of about 1e-4 of the range. Terms that are narrower than the knots are far apart add up
 * to 5e-10 each, by their sixth cumulant: 5e-5 for a sum of 100,000.
 */
#pragma once

#include "core/base/err.h"
#include "core/base/near.h"
#include "core/stats/distribution/betabinomial.h"
#include "core/stats/distribution/topic_sum.h"

#define YIELD_EXACT_POINTS 16384.0
#define YIELD_ROUGH_POINTS 1024.0 /* from here on, fewer knots of a sum that is split, too */

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
/* The last of the knots from `low` on, and before `high`, that is not beyond x. */
static inline size_t yield_knot_between(const struct yield_knot *k, size_t low, size_t high,
					double x)
{
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		*(k[middle].x <= x ? &low : &high) = middle;
	}
	return low;
}

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

/*
 * From masses: index 0 of the lattice is `origin`, and values are between min and max. All masses
 * are kept if its spacing is 1.
 */
struct lattice;
struct yield_distribution *yield_from_lattice(const struct lattice *masses, int64_t origin,
					      int64_t min, int64_t max, struct err *e);

/* The distribution of size - X. */
struct yield_distribution *yield_mirrored(const struct yield_distribution *l, int64_t size,
					  struct err *e);

/* All masses are kept. */
static inline bool yield_is_exact(const struct yield_distribution *l)
{
	return l->knots == 0;
}

/* P(X <= x) */
double yield_cdf(const struct yield_distribution *l, double x);

/* The smallest x with P(X <= x) >= p, up to YIELD_TIE. */
double yield_quantile(const struct yield_distribution *l, double p);

/* P(one <= c + theta zero), theta >= 0, for independent distributions. */
double yield_pair_cdf(const struct yield_distribution *one, const struct yield_distribution *zero,
		      double c, double theta);

/* Probabilities that differ by less are equal: round-off must not decide between two atoms. */
#define YIELD_TIE NEAR_ROUNDING

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

/* ---- without its steps ---- */

/*
 * P(X <= y) of an integer-valued distribution on average over the fractional part of y.
 *
 * The function steps at integers. In a mean over many real thresholds y, whose fractional parts are
 * spread evenly, the steps average out and a smooth function remains,
 *
 *     mean of P(X <= y) = F(y) + F''(y)/24,   F(k + 1/2) = P(X <= k) at every integer k
 *
 * (the mean square of floor(y) + 1/2 - y is 1/12); the second difference of F replaces F''. It
 * never falls, and is between P(X <= y - 3/2) and P(X <= y + 3/2) for any distribution.
 */
struct yield_smoothed {
	struct yield_knot *knot;
	size_t knots;
	size_t *guide; /* the last knot at or before the beginning of each of `knots` equal parts */
	double scale;  /* parts for each unit of y */
};

/* -1: out of memory, nothing to release. */
int yield_smoothed_init(struct yield_smoothed *s, const struct yield_distribution *l);
void yield_smoothed_release(struct yield_smoothed *s);

double yield_smoothed_cdf(const struct yield_smoothed *s, double y);

/* ---- rules for sums ---- */

/*
 * Points and weights that represent a distribution in a sum over a function of it,
 *
 *     E g(X) = sum over i of w[i] g(x[i])
 *
 * There are three kinds. All masses are exact for any g. A Gauss rule of a few nodes is for a g
 * that changes little on the scale of the distribution. Between the two are panels, each with a
 * Gauss rule of its own: they are short where the distribution is steep or has much mass, and at an
 * end at which its mass piles up.
 */
struct rule {
	size_t count;
	double *x, *w;	/* ascending; the weights add up to 1 */
	double *cell;	/* length of the axis that a point represents; 0 for a single mass */
	double largest; /* mass at one integer: 1/largest is a width that ignores the tails */
	bool masses;	/* every value of the distribution, except tails of 1e-13 */
};

/* All masses of the distribution, and three points from each knot to the next. */
int rule_points(struct rule *r, const struct yield_distribution *l);

/* n nodes, exact for polynomials up to degree 2n-1; n at most GAUSS_MOST. */
int rule_gauss(struct rule *r, const struct rule *points, size_t n);

/*
 * Panels of PANEL_NODES nodes; a panel is at most `fineness` of the standard deviation long and of
 * its distance from an end of the distribution (unless that end is only a tail), and holds at most
 * fineness/8 of the mass. The last 1e-8 of the mass at either end are one panel.
 */
#define PANEL_NODES 4
int rule_panels(struct rule *r, const struct rule *points, const struct yield_distribution *l,
		double fineness);

/* Also for a rule that is all 0. The functions above return -1 if memory ran out. */
void rule_release(struct rule *r);

/* |E exp(2 pi i f X)| */
double rule_wave(const struct rule *points, double frequency);

/* ---- functions of yields ---- */

/*
 * A function of independent yields, such as recall or a difference of two systems in it, as a term
 * of a sum over topics (topic_sum.h). Its atoms are a product of rules, one for each yield
 *: all values if these are asked for, a few Gauss nodes for a sum over a very
 * smooth function, else panels.
 */

enum { YIELDS = 4 };

struct yield_term {
	size_t yields;
	const struct yield_distribution *distribution[YIELDS];
	struct rule points[YIELDS]; /* all of them */
	struct rule panels[YIELDS]; /* only for yields with many points: as good, but fewer */
	double (*value)(const void *of, const double yield[YIELDS]);
	const void *of;
	double influence[YIELDS]; /* an upper estimate of the deviation due to each yield */
	double deviation;
};

/*
 * `value` is largest, and smallest, with each yield at one of its ends. Borrows the distributions
 * and `of`. -1: `e` is filled, nothing to release.
 */
int yield_term_init(struct yield_term *t, const struct yield_distribution *const *distribution,
		    size_t yields, double (*value)(const void *of, const double yield[YIELDS]),
		    const void *of, struct err *e);
void yield_term_release(struct yield_term *t);

/* For topic_sum(); `whole` as there. */
struct sum_term yield_term_in_sum(struct yield_term *t, int64_t whole);
