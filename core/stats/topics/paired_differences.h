/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Differences of paired scores, freed from the noise of binary subtraction. Every paired test and
 * the effect sizes see the differences through this, so that they agree about what is a tie.
 *
 * 0.3 - 0.2 and 0.2 - 0.1 are the same difference to a person, and not the same double; a mean that
 * was added up in another order is another run's mean up to 1e-17. The rounding error of x - y is
 * proportional to x and y, not to the difference, so the rule is relative to the scores:
 *
 *     tolerance = 1e-12 times the scale, the largest magnitude among the scores
 *     a difference of at most the tolerance is 0
 *     magnitudes that lie within one tolerance, upwards from the smallest, are the same
 *
 * 1e-12 is some 5,000 times the rounding of one operation on numbers of that size, room for scores
 * that were themselves added up, and 1e8 times finer than the four decimals that evaluation tools
 * print. A caller who has only differences (scale 0) gets the scale of most measures, 1.
 */
#pragma once

#include "core/base/err.h"

/* Settled: magnitudes that count as the same are equal to the last bit, and none is -0. */
struct differences {
	double *value; /* in the order in which they came */
	size_t count;
	size_t wins, ties, losses; /* above, equal to and below 0 */
	double tolerance;
	double mean;	  /* exactly 0 within the tolerance; nan if there are none */
	double deviation; /* divisor count - 1; exactly 0 if all are equal; nan below two */
};

/*
 * The largest magnitude among scores that are subtracted, for `scale`. Skips what is not finite;
 * at least 1e-100, so that scores of 0 are not taken for unknown ones.
 */
double differences_scale(const double *x, const double *y, size_t count);

/*
 * Copies. The scale is at least the largest difference; 0 stands for "not known", and is 1 or the
 * largest difference. An error if a difference is not finite or beyond 1e100 in magnitude, whose
 * squares could not be added up, or the scale is not 0 or in [1e-100, 1e100].
 */
int differences_init(struct differences *d, const double *difference, size_t count, double scale,
		     struct err *e);

void differences_release(struct differences *d);
