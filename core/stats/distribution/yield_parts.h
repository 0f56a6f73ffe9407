/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files of yield.h share among themselves: making a distribution, and its knots.
 *
 * yield_build() makes the distribution of a sum of beta-binomials, unless it has a singular point
 * inside its range (then see yield_new.c).
 *
 * Narrow range: all masses, convolved, smallest first.
 *
 * Wide range: masses on a lattice of spacing 2^L, about 1/RESOLUTION of the standard deviation, are
 * convolved. An end of the sum may be singular on that scale (few strata, small hyperparameters):
 * the density behaves like x^(sum of a - 1) there. Then the sum is computed again with spacings
 * 2^(L-1), 2^(L-2), ..., in ever smaller windows at that end. A window of the sum needs only the
 * same windows of the terms. At each position the distribution function is that of the finest
 * window that reaches so far.
 */
#pragma once

#include "core/stats/distribution/yield.h"
#include "core/stats/numeric/lattice.h"

/*
 * Fills everything except support and moments; the caller has set `l->min`. If the range is at most
 * `exact_points`, all masses are kept. If it is wide, and some terms are singular at their low end
 * and others at their high end, `split` is set and nothing is filled. -1: out of memory.
 */
int yield_build(struct yield_distribution *l, const struct beta_binomial *term, size_t count,
		double exact_points, bool *split);

/* In a split, is the term one of those that are singular at their high end? */
bool yield_split_high(const struct beta_binomial *term);

/*
 * The distribution function from masses on lattices: atoms if every integer is a node, else knots
 * of a piecewise cubic.
 *
 * The masses are m_i = h p(x_i), and the distribution function is needed at the edges of the cells,
 * x_i + h/2. A cell holds
 *
 *     sinh(hD/2) / (h sinh(D/2)) m = m + c2 d2 m + c4 d4 m + ...
 *     c2 = (h^2-1)/(24 h^2),   c4 = (h^2-1)(3h^2-7)/(5760 h^4) - c2/12
 *
 * with D the derivative and d2, d4 central differences. So F(k+1/2) = P(X <= k) also for the
 * integers between the nodes. Summed over the cells, the differences telescope.
 */

/* Room for `count` masses, all 0 yet. -1: out of memory. */
int yield_atoms_init(struct yield_atoms *a, int64_t first, size_t count);

/* A growing list of knots; the owner frees `knot`. */
struct knots {
	struct yield_knot *knot;
	size_t count, room;
};

int knots_add(struct knots *k, double x, double F, double f);

/*
 * The cell edges of `l` beyond the last knot and below `limit`, up to the index `last`; masses are
 * divided by `total`.
 */
int knots_add_lattice(struct knots *k, const struct lattice *l, double total, int64_t last,
		      double limit);

/*
 * Single masses at the positions 0 .. last of a lattice of spacing 1 and, unless `k` is NULL, the
 * knot behind the last one.
 */
int atoms_from_lattice(struct yield_atoms *a, struct knots *k, const struct lattice *l,
		       double total, int64_t last);

/*
 * The knots `high` and the atoms of the high end have positions that count from the top downwards,
 * length - x. Reverses both, and appends the knots to `k`.
 */
int append_mirrored(struct yield_atoms *a, struct knots *k, const struct knots *high,
		    double length);

/* The cubics between the knots, from F and f. */
void knots_finish(struct yield_knot *k, size_t count);

/*
 * Leaves out up to three knots in a row if F without them is the same up to an error: windows at a
 * singular end have more knots than a cubic needs. Returns how many are left.
 */
size_t knots_thin(struct yield_knot *k, size_t count, double error);

/*
 * Next to the atoms the knots are close, and the distribution is steep. There every integer becomes
 * an atom, too. So a sum over integers is replaced by an integral only if the distribution changes
 * slowly from one integer to the next.
 */
int yield_extend_atoms(struct yield_distribution *l);
