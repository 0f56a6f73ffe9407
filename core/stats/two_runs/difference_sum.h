/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * P(difference <= t): the sum, over values of all yields except one, of the probability that the
 * last one is on that side of the border (below). Two ways to sum:
 *
 *     exact   over all masses of all yields except one
 *     smooth  over a few points each (core/stats/distribution/yield.h), the last yield
 *	       smoothed (core/stats/distribution/yield.h)
 *
 * The smooth sum ignores that the difference has steps. A step is the change by one document, and
 *the error of a quantile is at most that. Usually the steps average out over the other yields
 * (difference_quantile.c).
 */
#pragma once

#include <math.h>

#include "core/stats/distribution/atoms.h"
#include "core/stats/two_runs/difference.h"

/* Which yield is the last, and with what rules the others are summed. */
struct scheme {
	size_t last;
	int level[AXES];
	bool exact; /* all rules are masses, and the last yield is not smoothed */
};

/* How many points the rules of a scheme have together; all rules must be made. */
double difference_work(const struct difference *d, const struct scheme *s);

/* P(difference <= t), or < t, which differs for exact schemes only. */
int difference_sum(struct difference *d, const struct scheme *s, double t, bool strict, double *out,
		   struct err *e);

/*
 * The values of the difference in (from, to], by an exact scheme: their probability, how many there
 * are, and the values themselves if there is room.
 */
struct window {
	double from, to;
	double upto_from, upto_to; /* P(difference <= from), P(difference <= to) */
	double count;
	size_t room;
	struct atom *lump; /* filled if count <= room */
};

int difference_window(struct difference *d, const struct scheme *s, struct window *w,
		      struct err *e);

/* All axes except the last, the one with the most points innermost. */
enum { LOOPS = AXES - 1 };
struct loops {
	size_t axis[LOOPS];
	const struct rule *rule[LOOPS];
};

/* Fills `l`, and makes the rules and the smoothed yield that the scheme still lacks. */
int difference_loops(struct loops *l, struct difference *d, const struct scheme *s, struct err *e);

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
 */

/* What does not depend on the yields. */
struct border {
	bool curved;
	double c[AXES], right; /* plane: sum of c x <= right */
	double s, m, h, end;   /* surface */
};

struct border difference_border(const struct difference *d, double t);

/*
 * P(the difference is at most t) for given values of all yields except `last`, which is smoothed
 * (core/stats/distribution/yield.h).
 */
double difference_smooth_part(const struct difference *d, const struct border *f, size_t last,
			      const double x[AXES]);

/* The value of the last yield at which the difference is t; its mean if there is none. */
double difference_last_at(const struct difference *d, const struct border *f, size_t last,
			  const double x[AXES]);
