/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Symmetric matrices of a few rows: Cholesky's factor, and systems of equations with it.
 *
 * Apart from topic_effects.h because it knows nothing of topics.
 */
#pragma once

enum { MATRIX_MOST = 7 };

/* The lower factor l with a = l l'. -1: a is not positive definite. */
int matrix_factor(int n, double a[MATRIX_MOST][MATRIX_MOST], double l[MATRIX_MOST][MATRIX_MOST]);

/* The x with l' x = y. */
void matrix_solve_upper(int n, double l[MATRIX_MOST][MATRIX_MOST], const double *y, double *x);

/* The x with a x = l l' x = b. */
void matrix_solve(int n, double l[MATRIX_MOST][MATRIX_MOST], const double *b, double *x);
