/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Logarithms of gamma functions and of their quotients.
 *
 * lgamma(1e8) is 1.7e9, so a difference of two such numbers has an error of about 2e-7. Stirling's
 * series for both, subtracted term by term, does not lose digits: with s(z) = 1/12z - 1/360z^3 +
 * 1/1260z^5 - ...,
 *
 *     ln G(z+d)/G(z) = (z-1/2) ln(1+d/z) + d ln(z+d) - d + s(z+d) - s(z)
 *
 * The series is cut after z^-7; at z = 20, where it is first used, the next term is 2e-15.
 */
#pragma once

/* ln of gamma(z+d)/gamma(z) for z > 0, z+d > 0. */
double log_gamma_ratio(double z, double d);

/*
 * The same with z+d given as well. If z+d is small, adding z and d would lose its digits; if it is
 * large, subtracting z from it would lose those of d.
 */
double log_gamma_quotient(double z, double d, double z_plus_d);

/*
 * The derivative of ln G(z+d)/G(z) in z, psi(z+d) - psi(z), for z >= 1 and d >= 0: term by term
 * too, so that it does not lose digits when d is small beside z.
 */
double digamma_difference(double z, double d, double z_plus_d);

/*
 * ln G(z+1) - z ln z + z for z >= 0: what Stirling's main term leaves of a factorial, 0 at 0. In a
 * product of factorials the main terms, which are large, can then be put together by hand.
 */
double log_factorial_rest(double z);

/* ln B(a,b) for a, b > 0. */
double log_beta(double a, double b);
