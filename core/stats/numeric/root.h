/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The zero of a function of one variable.
 */
#pragma once

/*
 * Between `low` and `high`, where f has values of different signs (0 counts with either): to within
 * `tolerance` or the last bits. The better of the ends where the signs are equal.
 *
 * Inverse quadratic interpolation where three points allow it, else bisection (Chandrupatla 1997,
 * "A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function without
 * using derivatives"): about 8 values for a smooth function, never many more than bisection.
 */
double root_between(double (*f)(const void *of, double x), const void *of, double low, double high,
		    double tolerance);
