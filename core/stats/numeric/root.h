/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The zero, and the minimum, of a function of one variable.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * The zero between `low` and `high`, to within `tolerance` or the last bits. f must have different
 * signs at the two (0 counts as either); else the end with the smaller |f| is returned.
 *
 * Inverse quadratic interpolation if three points allow it, else bisection (Chandrupatla 1997, "A
 * new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function without
 * using derivatives"). It takes about 8 values of a smooth function, and never many more than
 * bisection.
 */
double root_between(double (*f)(const void *of, double x), const void *of, double low, double high,
		    double tolerance);

/* Where f is lowest between two places, to within `tolerance`, by golden section: it has one
 * minimum there. */
double lowest_between(double (*f)(const void *of, double x), const void *of, double low,
		      double high, double tolerance);

/*
 * A walk along the border of a region of a grid: for each row, the first column at which a
 * condition is true. That column never moves back from one row to the next. With a good guess, the
 * last border plus the last step, it takes about two tests a row.
 */

/* False up to some column of the row, then true. */
typedef bool (*monotone_border_test)(void *context, int64_t row, int64_t column);

struct monotone_border {
	int64_t border, step; /* of the row before; border = first, step = 0 at the start */
};

/* The first column of first..last at which `test` is true, last + 1 if there is none. */
int64_t monotone_border_next(struct monotone_border *s, monotone_border_test test, void *context,
			     int64_t row, int64_t first, int64_t last);
