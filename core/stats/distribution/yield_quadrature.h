/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Points and weights that stand for a distribution in a sum over a function of it,
 *
 *     E g(X) = sum over i of w[i] g(x[i])
 *
 * There are three kinds. All masses are exact for any g. A Gauss rule of a few nodes is for a g
 * that changes little on the scale of the distribution. Between the two are panels, each with a
 * Gauss rule of its own: they are short where the distribution is steep or has much mass, and at an
 * end at which its mass piles up.
 */
#pragma once

#include "core/stats/distribution/yield_distribution.h"

struct rule {
	size_t count;
	double *x, *w;	/* ascending; the weights add up to 1 */
	double *cell;	/* length of the axis that a point stands for; 0 for a single mass */
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
