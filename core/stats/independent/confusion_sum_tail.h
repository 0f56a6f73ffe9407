/*
 * What a Fourier series of the distribution function of a sum leaves out when it ends too early.
 *
 * The characteristic function of a sum S of figures is at high frequencies a sum of terms
 * exp(iwr) C_r(w), in which C_r does not oscillate (figure_ends.h); r are the numbers where the
 * density of S is not smooth, 1 apart from each other. A series whose terms fade out towards the
 * frequency `cut` is exact, to 1e-14, where |r - s| cut > 100 for all of them. Elsewhere
 *
 *     1/pi * integral of (1 - fade(w)) Im exp(iw(r-s)) C_r(w) dw/w,      0 < w < infinity,
 *
 * for the nearest r is missing. Beyond `cut` the path of integration turns into the half plane in
 * which the exponential falls. Error: 1e-8.
 */
#ifndef STATS_INDEPENDENT_CONFUSION_SUM_TAIL_H
#define STATS_INDEPENDENT_CONFUSION_SUM_TAIL_H

#include "core/stats/independent/confusion_sum_ends.h"

struct fourier_tail;

/* `cut` >= FOURIER_TAIL_CUT. Borrows nothing; NULL: out of memory. */
#define FOURIER_TAIL_CUT 400.0
struct fourier_tail *fourier_tail_new(const struct figure_term *term, size_t count, double cut);
void fourier_tail_free(struct fourier_tail *t);

/* To be added to the fading series of P(S > s), or taken from that of P(S <= s). */
double fourier_tail_at(const struct fourier_tail *t, double s);

/* The weight of the frequency part * cut: 1 at 0, nearly 0 at 1. */
double fourier_fade(double part);

#endif
