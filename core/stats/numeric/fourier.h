/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The convolution of two arrays by a Fourier transform.
 *
 * It is that of x + iy, whose square holds the product: with Z the transform, X Y = (Z(k)^2 -
 * conj(Z(-k))^2) / 4i. The rounding error is about 1e-16 of the product of both sums.
 */
#pragma once

#include <stddef.h>
#include <string.h>

/*
 * Two neighbours in an array of doubles at once: every 64-bit processor can add and multiply them
 * together.
 */
typedef double two __attribute__((vector_size(16)));

static inline two load_two(const double *p)
{
	two x;
	memcpy(&x, p, sizeof x);
	return x;
}

static inline void store_two(double *p, two x)
{
	memcpy(p, &x, sizeof x);
}

/* Fills in_x + in_y - 1 doubles; neither is 0. -1: out of memory. */
int fourier_convolve(const double *x, size_t in_x, const double *y, size_t in_y, double *out);
