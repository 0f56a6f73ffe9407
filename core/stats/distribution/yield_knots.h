/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The distribution function of a distribution from masses on lattices: atoms where every integer is
 * a node, knots of a piecewise cubic elsewhere.
 *
 * From masses m_i = h p(x_i) to the distribution function at the cell's edges, x_i + h/2: a cell
 * holds
 *
 *     sinh(hD/2) / (h sinh(D/2)) m = m + c2 d2 m + c4 d4 m + ...
 *     c2 = (h^2-1)/(24 h^2),   c4 = (h^2-1)(3h^2-7)/(5760 h^4) - c2/12
 *
 * with D the derivative and d2, d4 central differences, so that F(k+1/2) = P(X <= k) for the
 * integers between the nodes too. Summed over the cells the differences telescope.
 */
#pragma once

#include "core/stats/distribution/yield_distribution.h"
#include "core/stats/numeric/lattice.h"

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
 * Single masses at the positions 0 .. last of a lattice of spacing 1 and, where `k` is given, the
 * knot at their end.
 */
int atoms_from_lattice(struct yield_atoms *a, struct knots *k, const struct lattice *l,
		       double total, int64_t last);

/*
 * Knots and atoms of the high end, read from the top downwards as positions length - x: turns
 * both round and appends the knots to `k`.
 */
int append_mirrored(struct yield_atoms *a, struct knots *k, const struct knots *high,
		    double length);

/* The cubics between the knots, from F and f. */
void knots_finish(struct yield_knot *k, size_t count);

/*
 * Leaves out up to three knots in a row, where F without them is the same to 1e-9. Windows at a
 * singular end have more of them than a cubic needs. Returns how many are left.
 */
size_t knots_thin(struct yield_knot *k, size_t count);

/*
 * Next to atoms the knots are close, and the distribution steep: there every integer becomes an
 * atom too. A sum over integers is then replaced by an integral only where the distribution changes
 * slowly from one to the next.
 */
int yield_extend_atoms(struct yield_distribution *l);
