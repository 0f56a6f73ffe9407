/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Masses on the multiples of 2^level, with what the distribution of a sum needs: a copy at twice
 * the spacing, and convolution.
 *
 * A lattice stands for a distribution in sums over smooth functions: these are accurate. Single
 * masses may be slightly negative next to a singular end.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct lattice {
	int level;
	int64_t first; /* node i lies at (first + i) * 2^level */
	size_t count;
	double *mass;
};

/* On success the caller owns the masses, until lattice_release(). -1: out of memory. */
int lattice_init(struct lattice *l, int level, int64_t first, size_t count);
void lattice_release(struct lattice *l);

/* All mass at 0. */
int lattice_point(struct lattice *l, int level);

/* A copy of the nodes with an index up to `last`. */
int lattice_copy(const struct lattice *in, int64_t last, struct lattice *out);

/* Adds the masses of another one of the same level; `sum` may be empty. */
int lattice_add(struct lattice *sum, const struct lattice *more);

/* What was at x is at -x. */
void lattice_reverse(struct lattice *l);

/* Half of an index, rounded down: the node at or before it at twice the spacing. */
static inline int64_t half_down(int64_t i)
{
	return i >= 0 ? i / 2 : -((1 - i) / 2);
}

/*
 * Twice the spacing: even nodes stay, an odd one is split over its six even neighbours with weights
 * (3, -25, 150, 150, -25, 3)/256, which keeps the mass and the first five moments. The relative
 * error for a smooth distribution is 5/1024 times the sixth difference at the new spacing. Up to
 * five new nodes appear beyond either end.
 */
int lattice_coarsen(const struct lattice *in, struct lattice *out);

/* The distribution of the sum of two independent variables on lattices of one level. */
int lattice_convolve(const struct lattice *x, const struct lattice *y, struct lattice *out);

/*
 * The sum of all `count` lattices (of one level), smallest first. Releases them, also on failure.
 * Each sum of two loses its nodes with an index above `last`, and up to `tail` of mass at either
 * end.
 */
int lattice_sum(struct lattice *l, size_t count, int64_t last, double tail, struct lattice *out);

/*
 * The greatest common divisor of two whole numbers (Euclid).
 */

static inline int64_t common_divisor(int64_t a, int64_t b)
{
	while (b != 0) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}
