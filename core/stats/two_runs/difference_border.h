/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The region in which a difference is at most t. Its border is a plane,
 *
 *     recall     (1-t) U - (1+t) V - t (X+W) <= 0
 *     precision  N_B U - N_A V + (N_B - N_A) X <= t N_A N_B
 *     F, N_A = N_B = N (or one of them 0)
 *                (1-s) U - (1+s) V - s (X+W) <= s N/b^2,      s = t b^2/(1+b^2)
 *
 * and a quadratic surface for F of sets of unequal sizes: with Z = Y + m, m the mean and 2h the
 * difference of n_A = N_A/b^2 and n_B = N_B/b^2,
 *
 *     (U - V) Z + h (2X + U + V) - s (Z^2 - h^2) <= 0
 *
 * For given values of all yields except one it is a quadratic inequality in that one, linear for a
 * plane.
 *
 * Apart from difference_sum.h because it is geometry: no probability.
 */
#pragma once

#include <math.h>

#include "core/stats/two_runs/difference.h"

/* What does not depend on the yields. */
struct border {
	bool curved;
	double c[AXES], right; /* plane: sum of c x <= right */
	double s, m, h, end;   /* surface */
};

struct border difference_border(const struct difference *d, double t);

/* a z^2 + b z + c <= 0; z - origin is the yield. */
struct quadratic {
	double a, b, c, origin; /* each is linear in each of the other yields */
	double size;		/* plane: the sum of the absolute terms of c; surface: 0 */
};

struct quadratic difference_quadratic(const struct border *f, size_t last, const double x[AXES]);

/* Both roots, ascending; if a = 0, twice the only one. `square` is b^2 - 4ac >= 0. */
static inline void quadratic_roots(const struct quadratic *f, double square, double root[2])
{
	double q = -(f->b + copysign(sqrt(square), f->b)) / 2;
	double one = q != 0 ? f->c / q : 0, other = f->a != 0 ? q / f->a : one;
	root[0] = fmin(one, other);
	root[1] = fmax(one, other);
}

/*
 * P(the difference is at most t) for given values of all yields except `last`, which is smoothed
 * (core/stats/distribution/yield.h).
 */
double difference_smooth_part(const struct difference *d, const struct border *f, size_t last,
			      const double x[AXES]);

/* The value of the last yield at which the difference is t; its mean if there is none. */
double difference_last_at(const struct difference *d, const struct border *f, size_t last,
			  const double x[AXES]);
