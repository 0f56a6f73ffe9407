/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How well estimates agree with the values that they estimate (Aslam & Pavlu 2008, section 3): how
 * far off they are, whether they lie on a straight line with them, and whether they put the systems
 * in the same order.
 *
 *     RMS error            sqrt( sum (estimate - actual)^2 / n )
 *     mean error           sum (estimate - actual) / n
 *     linear correlation   Pearson's, sum (x - mean x)(y - mean y) / sqrt(sum of squares of both)
 *     Kendall's tau        tau-b: (C - D) / sqrt((P - X)(P - Y))
 *
 * with P = n(n-1)/2 pairs, C of which are in the same and D in the opposite order, X tied in x and
 * Y in y (Kendall 1945, "The treatment of ties in ranking problems"). Without ties that is (C -
 * D)/P, the tau of the paper, which does not say how it treats ties.
 *
 * Two values are tied where they differ by no more than 1e-12 of the largest magnitude among those
 * of their kind, as in paired_test.h: means of the same scores, added up in another order,
 * are the same. Both correlations are nan if all values of a kind are tied, and for fewer than two
 * systems. Everything is nan if a value is not finite or there is no system.
 *
 * Rounding: a relative error of about n 1e-16 in the sums of squares; tau comes from whole numbers.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

double rms_error(const double *actual, const double *estimate, size_t count);
double mean_error(const double *actual, const double *estimate, size_t count);
double linear_correlation(const double *x, const double *y, size_t count);

/* Looks at every pair: meant for systems, not for documents. */
double kendall_tau(const double *x, const double *y, size_t count);

/* What it is made of: pairs by their order in x and in y. */
struct pair_orders {
	int64_t pairs, agree; /* in the same order, less those in the opposite one */
	int64_t x_untied, y_untied;
};

/* All values are finite. */
struct pair_orders pair_orders(const double *x, const double *y, size_t count);
double kendall_tau_b(const struct pair_orders *o);

/* 1e-12 of the largest magnitude: values that differ by no more are tied. */
double tie_tolerance(const double *x, size_t count);

/* An end of a difference, 0 if it is so up to `grain`: its sign says whether 0 is possible. */
static inline double settled_end(double end, double grain)
{
	return end <= grain && end >= -grain ? 0 : end;
}
