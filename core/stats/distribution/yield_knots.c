/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The distribution function from masses on lattices; see yield_parts.h. */
#include <math.h>

#include "core/base/array.h"
#include "core/stats/distribution/yield_parts.h"
#include "core/stats/numeric/accuracy.h"

/* The distribution function at the cell edges of a lattice. */
struct edges {
	const struct lattice *lattice;
	double *F; /* at the upper edge of each cell, with OUTSIDE cells before and behind */
	double total;
	double spacing, per_spacing; /* powers of 2 */
};
enum { OUTSIDE = 3 }; /* farther out F is 0, or the same as at the last cell */

static double mass_at(const struct edges *g, int64_t index)
{
	int64_t i = index - g->lattice->first;
	return i < 0 || i >= (int64_t)g->lattice->count ? 0 : g->lattice->mass[i] / g->total;
}

static int edges_init(struct edges *g, const struct lattice *l, double total)
{
	*g = (struct edges){ .lattice = l,
			     .total = total,
			     .spacing = ldexp(1, l->level),
			     .per_spacing = ldexp(1, -l->level) };
	g->F = calloc(l->count + 2 * OUTSIDE, sizeof *g->F);
	if (!g->F)
		return -1;
	double h2 = g->spacing * g->spacing, sum = 0;
	double c2 = (h2 - 1) / (24 * h2);
	double c4 = (h2 - 1) * (3 * h2 - 7) / (5760 * h2 * h2) - c2 / 12;
	int64_t index = l->first - OUTSIDE;
	double m0 = 0, m1 = 0, m2 = 0, m3 = 0; /* of the cells before, at and behind the edge */
	for (size_t i = 0; i < l->count + 2 * OUTSIDE; i++, index++) {
		m0 = m1;
		m1 = m2;
		m2 = m3;
		m3 = mass_at(g, index + 2);
		if (i >= OUTSIDE && i < l->count + OUTSIDE)
			sum += l->mass[i - OUTSIDE];
		g->F[i] = sum / total + c2 * (m2 - m1) + c4 * ((m3 - m0) - 3 * (m2 - m1));
	}
	return 0;
}

/* F at the upper edge of the cell `index`. */
static double edge_F(const struct edges *g, int64_t index)
{
	int64_t i = index - g->lattice->first + OUTSIDE,
		n = (int64_t)g->lattice->count + 2 * OUTSIDE;
	return i < 0 ? 0 : g->F[i < n ? i : n - 1];
}

static double edge_f(const struct edges *g, int64_t index)
{
	double first = edge_F(g, index + 1) - edge_F(g, index - 1);
	double second = edge_F(g, index + 2) - edge_F(g, index - 2);
	double third = edge_F(g, index + 3) - edge_F(g, index - 3);
	return (45 * first - 9 * second + third) / 60 * g->per_spacing;
}

static double edge_x(const struct edges *g, int64_t index)
{
	return ((double)index + 0.5) * g->spacing;
}

int knots_add(struct knots *k, double x, double F, double f)
{
	if (!ARRAY_ROOM(k->knot, k->count, k->room))
		return -1;
	k->knot[k->count++] = (struct yield_knot){ .x = x, .F = F, .f = f };
	return 0;
}

int knots_add_lattice(struct knots *k, const struct lattice *l, double total, int64_t last,
		      double limit)
{
	struct edges g;
	if (edges_init(&g, l, total) < 0)
		return -1;
	int64_t end = l->first + (int64_t)l->count - 1, index = l->first - 1;
	if (k->count > 0) {
		double beyond = k->knot[k->count - 1].x;
		int64_t next = (int64_t)floor(ldexp(beyond, -l->level) - 0.5) + 1;
		index = next > index ? next : index;
	}
	int status = 0;
	for (; index <= last && index <= end && status == 0; index++) {
		double x = edge_x(&g, index);
		if (x >= limit)
			break;
		status = knots_add(k, x, edge_F(&g, index), edge_f(&g, index));
	}
	free(g.F);
	return status;
}

int yield_atoms_init(struct yield_atoms *a, int64_t first, size_t count)
{
	*a = (struct yield_atoms){ .first = first, .mass = calloc(2 * count, sizeof *a->mass) };
	if (a->mass == NULL)
		return -1;
	a->count = count;
	a->upto = a->mass + count;
	return 0;
}

int atoms_from_lattice(struct yield_atoms *a, struct knots *k, const struct lattice *l,
		       double total, int64_t last)
{
	struct edges g;
	if (yield_atoms_init(a, 0, items_of(last + 1)) < 0 || edges_init(&g, l, total) < 0)
		return -1;
	for (int64_t x = 0; x <= last; x++) {
		a->mass[x] = mass_at(&g, x);
		a->upto[x] = edge_F(&g, x);
	}
	int status = k ? knots_add(k, edge_x(&g, last), edge_F(&g, last), edge_f(&g, last)) : 0;
	free(g.F);
	return status;
}

int append_mirrored(struct yield_atoms *a, struct knots *k, const struct knots *high, double length)
{
	for (size_t i = high->count; i-- > 0;)
		if (knots_add(k, length - high->knot[i].x, 1 - high->knot[i].F, high->knot[i].f) <
		    0)
			return -1;
	for (size_t i = 0; i < a->count / 2; i++) {
		size_t j = a->count - 1 - i;
		double swap = a->mass[i];
		a->mass[i] = a->mass[j];
		a->mass[j] = swap;
	}
	if (a->count > 0) {
		a->first = (int64_t)length - (int64_t)a->count + 1;
		double above = 0;
		for (size_t i = a->count; i-- > 0;) {
			a->upto[i] = 1 - above;
			above += a->mass[i];
		}
	}
	return 0;
}

void knots_finish(struct yield_knot *k, size_t count)
{
	for (size_t i = 0; i + 1 < count; i++) {
		double d = k[i + 1].x - k[i].x, slope = (k[i + 1].F - k[i].F) / d;
		k[i].c2 = (3 * slope - 2 * k[i].f - k[i + 1].f) / d;
		k[i].c3 = (k[i].f + k[i + 1].f - 2 * slope) / (d * d);
	}
}

/* F at x, on one cubic from knot a to knot b. */
static double without(struct yield_knot a, const struct yield_knot *b, double x)
{
	struct yield_knot k[2] = { a, *b };
	knots_finish(k, 2);
	return yield_knot_at(&k[0], x - a.x);
}

static bool are_needless(const struct yield_knot *k, size_t from, size_t to, double error)
{
	for (size_t i = from + 1; i < to; i++)
		if (!(fabs(without(k[from], &k[to], k[i].x) - k[i].F) <= error))
			return false;
	return true;
}

size_t knots_thin(struct yield_knot *k, size_t count, double error)
{
	size_t kept = 0, last = count - 1;
	for (size_t i = 0; i < last;) {
		size_t next = i + 4 < last ? i + 4 : last;
		while (!are_needless(k, i, next, error))
			next--;
		k[++kept] = k[i = next];
	}
	knots_finish(k, kept + 1);
	return kept + 1;
}

#define CLOSE 16.0 /* knots up to this far apart are replaced by atoms */

/*
 * Extends `a` to the integers first .. last, of which it has those at one end. The others get the
 * masses that F gives them.
 */
static int extend(struct yield_distribution *l, struct yield_atoms *a, int64_t first, int64_t last)
{
	struct yield_atoms all;
	size_t cursor = 0;
	double before = 0;
	if (yield_atoms_init(&all, first, items_of(last - first + 1)) < 0)
		return -1;
	for (size_t i = 0; i < all.count; i++) {
		int64_t k = first + (int64_t)i, old = k - a->first;
		bool known = old >= 0 && old < (int64_t)a->count;
		if (i == 0 && !known)
			before = yield_smooth(l, (double)k - 0.5, &cursor);
		all.upto[i] = known ? a->upto[old] : yield_smooth(l, (double)k + 0.5, &cursor);
		all.mass[i] = known ? a->mass[old] : all.upto[i] - before;
		before = all.upto[i];
	}
	free(a->mass);
	*a = all;
	return 0;
}

/* The knot at x, inside the cubic of k. */
static struct yield_knot split_at(const struct yield_knot *k, double x)
{
	double u = x - k->x;
	return (struct yield_knot){
		.x = x,
		.F = yield_knot_at(k, u),
		.f = yield_knot_slope(k, u),
		.c2 = k->c2 + 3 * u * k->c3,
		.c3 = k->c3,
	};
}

int yield_extend_atoms(struct yield_distribution *l)
{
	struct yield_knot *k = l->knot;
	size_t i = 0, j = l->knots - 1;
	while (i + 2 < l->knots && k[i + 1].x - k[i].x <= CLOSE)
		i++;
	while (j > i + 1 && k[j].x - k[j - 1].x <= CLOSE)
		j--;
	if (l->low.count > 0 && i > 0) {
		int64_t last = (int64_t)floor(k[i].x);
		if (extend(l, &l->low, l->low.first, last) < 0)
			return -1;
		k[i] = split_at(&k[i], (double)last + 0.5);
	} else {
		i = 0;
	}
	if (l->high.count > 0 && j + 1 < l->knots) {
		int64_t first = (int64_t)ceil(k[j].x);
		if (extend(l, &l->high, first, l->high.first + (int64_t)l->high.count - 1) < 0)
			return -1;
		k[j] = split_at(&k[j - 1], (double)first - 0.5);
	} else {
		j = l->knots - 1;
	}
	memmove(k, k + i, (j - i + 1) * sizeof *k);
	l->knots = j - i + 1;
	return 0;
}
