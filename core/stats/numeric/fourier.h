/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The convolution of two arrays by a Fourier transform.
 *
 * It is that of x + iy, whose square holds the product: with Z the transform, X Y = (Z(k)^2 -
 * conj(Z(-k))^2) / 4i. The rounding error is about 1e-16 of the product of both sums.
 *
 * Apart from lattice.h because it knows nothing of masses and levels.
 */
#pragma once

#include <stddef.h>

/* Fills in_x + in_y - 1 doubles; neither is 0. -1: out of memory. */
int fourier_convolve(const double *x, size_t in_x, const double *y, size_t in_y, double *out);
