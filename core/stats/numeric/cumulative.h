/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A distribution function from masses at equal steps.
 *
 * The masses are those of the trapezoidal rule for a smooth density: h f(x) at nodes a distance h
 * apart. The integral up to a node is the sum before it, half of its own mass, and the corrections
 * of Gregory's formula by central differences up to the ninth; between nodes it is Lagrange's
 * polynomial of degree 9. For a normal density the error is 1e-10 at steps of a third of the
 * standard deviation. Positions are in steps from the first node.
 */
#pragma once

#include <stddef.h>

/* Writes P(X <= node) to `upto`. The masses add up to 1. */
void cumulative_fill(const double *mass, size_t count, double *upto);

/* P(X <= x) for any x: 0 before the first node and 1 after the last. */
double cumulative_at(const double *upto, size_t count, double x);

/* The x with P(X <= x) = p, 0 < p < 1. */
double cumulative_quantile(const double *upto, size_t count, double p);
