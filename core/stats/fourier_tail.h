/*
 * What a Fourier series of the distribution function of a sum leaves out when it ends too early.
 *
 * X is a figure of confusion.h, or 1 less it, with a density like x^(a-1) near 0 and (1-x)^(b-1)
 * near 1. At high frequencies its characteristic function is made by the two ends:
 *
 *     E exp(iwX) = A(w) + exp(iw) B(w)
 *
 * where A and B do not oscillate and fall like w^-a and w^-b: integrals over the density from its
 * end outwards into the complex plane, where exp(iwx) falls. (Where a shape is so large that its
 * end sees no mass, there is one part only; where both are, E exp(iw(X - mean)) is it.) So the
 * characteristic function of a sum S is a sum of terms exp(iwr) C_r(w), r being the numbers where
 * the density of S is not smooth, 1 apart from each other. A series whose terms fade out towards
 * the frequency `cut` is exact, to 1e-14, where |r - s| cut > 100 for all of them. Elsewhere
 *
 *     1/pi * integral of (1 - fade(w)) Im exp(iw(r-s)) C_r(w) dw/w,      0 < w < infinity,
 *
 * for the nearest r is missing. Beyond `cut` the path of integration turns into the half plane in
 * which the exponential falls. Error: 1e-9.
 */
#ifndef STATS_FOURIER_TAIL_H
#define STATS_FOURIER_TAIL_H

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/stats/confusion.h"

struct tail_term {
	const struct confusion_posterior *posterior;
	bool mirrored; /* X is 1 less the figure */
};

struct fourier_tail;

/* `cut` >= FOURIER_TAIL_CUT. Borrows nothing; NULL: out of memory. */
#define FOURIER_TAIL_CUT 400.0
struct fourier_tail *fourier_tail_new(const struct tail_term *term, size_t count, double cut);
void fourier_tail_free(struct fourier_tail *t);

/* To be added to the fading series of P(S > s), or taken from that of P(S <= s). */
double fourier_tail_at(const struct fourier_tail *t, double s);

/* The weight of the frequency part * cut: 1 at 0, nearly 0 at 1. */
double fourier_fade(double part);

#endif
