/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the tests of distributions and posteriors are compared with: the same probabilities from
 * their definitions, in double, without any of the code under test.
 */
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* A small generator for designs and draws (splitmix64). */
static inline uint64_t oracle_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static inline int64_t oracle_below(uint64_t *state, int64_t end)
{
	return (int64_t)(oracle_random(state) % (uint64_t)end);
}

/*
 * All masses of BetaBin(M; a, b), k = 0 .. M, from the ratio of neighbours
 * P(k+1)/P(k) = (M-k)(k+a) / ((k+1)(M-k-1+b)) and their sum; 0 and 0 as a or b put all mass at an
 * end.
 */
static inline double *oracle_masses(int64_t M, double a, double b)
{
	double *p = calloc((size_t)M + 1, sizeof *p), sum = 0;
	if (M == 0 || a <= 0 || b <= 0) {
		p[M == 0 || a <= 0 ? 0 : M] = 1;
		return p;
	}
	int64_t top = (int64_t)((double)M * a / (a + b));
	p[top] = 1;
	for (int64_t k = top; k < M; k++)
		p[k + 1] = p[k] * ((double)(M - k) * ((double)k + a)) /
			   ((double)(k + 1) * ((double)(M - k - 1) + b));
	for (int64_t k = top; k > 0; k--)
		p[k - 1] = p[k] * ((double)k * ((double)(M - k) + b)) /
			   ((double)(M - k + 1) * ((double)(k - 1) + a));
	for (int64_t k = 0; k <= M; k++)
		sum += p[k];
	for (int64_t k = 0; k <= M; k++)
		p[k] /= sum;
	return p;
}

/* The masses of a sum, by the definition of a convolution; frees both. */
static inline double *oracle_convolve(double *x, int64_t X, double *y, int64_t Y)
{
	double *z = calloc((size_t)(X + Y) + 1, sizeof *z);
	for (int64_t i = 0; i <= X; i++)
		for (int64_t j = 0; j <= Y; j++)
			z[i + j] += x[i] * y[j];
	free(x);
	free(y);
	return z;
}
