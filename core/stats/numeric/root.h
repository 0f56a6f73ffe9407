/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The zero of a function of one variable.
 */
#pragma once

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
