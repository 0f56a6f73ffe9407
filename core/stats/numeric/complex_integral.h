/*
 * Probabilities by integration in the complex plane.
 *
 * Where the law of a variable D is known by its moment generating function M(z) = E exp(zD),
 *
 *     P(D > 0) = 1/(2 pi i) * integral of M(z)/z dz along Re z = c,      c > 0
 *
 * (the inversion formula of the Laplace transform). Put through the saddle point, where M(c)/c is
 * least on the real axis, the line meets an integrand that is largest at c and has lost no digit to
 * cancellation, however small the probability is (Daniels 1954, "Saddlepoint approximations in
 * statistics"); the trapezoidal rule in w with z = c + i s sinh(w) converges faster than any power
 * of its step, since the integrand is analytic. Its step is halved until two results agree; the
 * error is then that of the rounding of log M: relative, about 1e-13 times the largest term of the
 * exponent.
 */
#ifndef STATS_NUMERIC_COMPLEX_INTEGRAL_H
#define STATS_NUMERIC_COMPLEX_INTEGRAL_H

#include <complex.h>

/* glibc's header has it for gcc only. */
#ifndef CMPLX
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#endif

/* An analytic function exp(g(z)), with g real and convex on a part of the real axis. */
struct contour {
	double complex (*log_integrand)(const void *of, double complex z);
	const void *of;
	double low, high; /* between its singularities on the real axis; high may be INFINITY */
	double start;	  /* a first guess of the saddle point, between them */
	double scale;	  /* roughly by how much z must move to change the integrand by a factor */
};

/* 1/(2 pi i) * integral of exp(g(z)) dz upwards along the line through the saddle point. */
double contour_integral(const struct contour *c);

/* A variable D by its cumulant generating function. */
struct generating {
	double complex (*cumulants)(const void *of, double complex z); /* log E exp(zD) */
	const void *of;
	double left, right;    /* finite for -left < z < right */
	double mean, variance; /* need not be exact */
};

struct tails {
	double below, above; /* P(D < 0) and P(D > 0); their sum is 1 */
};

/*
 * The smaller of the two has a relative error of about 1e-12, the other one is 1 less it. A law and
 * its mirror image give the same bits.
 */
struct tails generating_tails(const struct generating *g);

/* ln(1 + z) */
double complex log1p_complex(double complex z);

/* ln(1 + z) - z, without the loss of the difference where z is small. */
double complex log1p_minus(double complex z);

/*
 * ln gamma(a+z) - ln gamma(a) - z ln a for a > 0, Re(a+z) > 0; the imaginary part up to multiples
 * of 2 pi. Accurate for any a: the difference of two logarithms is not formed where they are large.
 */
double complex log_gamma_step(double a, double complex z);

#endif
