/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Gauss's quadrature for any distribution given as points and weights: n nodes and weights with
 *
 *     sum over the nodes of weight g(node) = sum over all points of w g(x)
 *
 * for every polynomial g of degree up to 2n-1. Lanczos's process gives the recurrence of the
 * distribution's orthogonal polynomials (Stieltjes's procedure with the loss of orthogonality
 * repaired), and the eigenvalues of its tridiagonal matrix are the nodes (Golub and Welsch 1969).
 */
#pragma once

#include <stddef.h>

#define GAUSS_MOST 48

/*
 * Weights w >= 0, not all 0; n is at most GAUSS_MOST. Writes up to n nodes, ascending, and their
 * weights, whose sum is that of w. Returns how many: fewer than n if there are fewer points, or if
 * weights are lost in rounding. 0: out of memory.
 */
size_t gauss_rule(const double *x, const double *w, size_t count, size_t n, double *node,
		  double *weight);
