/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Symmetric matrices of a few rows: Cholesky's factor, and systems of equations with it.
 */
#pragma once

#include <math.h>

enum { MATRIX_MOST = 9 };

/* The lower factor l with a = l l'. -1: a is not positive definite. */
static inline int matrix_factor(int n, double a[MATRIX_MOST][MATRIX_MOST],
				double l[MATRIX_MOST][MATRIX_MOST])
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) {
			double s = a[i][j];
			for (int k = 0; k < j; k++)
				s -= l[i][k] * l[j][k];
			if (i == j && !(s > 0))
				return -1;
			l[i][j] = i == j ? sqrt(s) : s / l[j][j];
		}
	return 0;
}

/* The x with l' x = y. */
static inline void matrix_solve_upper(int n, double l[MATRIX_MOST][MATRIX_MOST], const double *y,
				      double *x)
{
	for (int i = n - 1; i >= 0; i--) {
		double s = y[i];
		for (int k = i + 1; k < n; k++)
			s -= l[k][i] * x[k];
		x[i] = s / l[i][i];
	}
}

/* The x with a x = l l' x = b. */
static inline void matrix_solve(int n, double l[MATRIX_MOST][MATRIX_MOST], const double *b,
				double *x)
{
	double y[MATRIX_MOST]; /* l y = b */
	for (int i = 0; i < n; i++) {
		double s = b[i];
		for (int k = 0; k < i; k++)
			s -= l[i][k] * y[k];
		y[i] = s / l[i][i];
	}
	matrix_solve_upper(n, l, y, x);
}
