/*
 * The characteristic function of a figure of confusion.h at high frequencies.
 *
 * X is a figure, or 1 less it, with a density like x^(a-1) near 0 and (1-x)^(b-1) near 1. At high
 * frequencies its characteristic function is made by the two ends:
 *
 *     E exp(iwX) = A(w) + exp(iw) B(w)
 *
 * where A and B do not oscillate and fall like w^-a and w^-b: integrals over the density from its
 * end outwards into the complex plane, where exp(iwx) falls. An end with a shape above 20 has no
 * mass that would matter, and is left out; where both ends have, E exp(iw(X - mean)) is kept
 * instead, the `middle`. Error: 1e-10 for |w| >= 30.
 */
#ifndef STATS_INDEPENDENT_CONFUSION_SUM_ENDS_H
#define STATS_INDEPENDENT_CONFUSION_SUM_ENDS_H

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/stats/independent/confusion.h"

struct figure_term {
	const struct confusion_posterior *posterior;
	bool mirrored; /* X is 1 less the figure */
};

/*
 * The sum of mass * exp(iw * at), w not beyond `reach`. The nodes come nearer and nearer to 0,
 * where their masses are a geometric series: `rest` times the mass of a node is that of all that
 * follow.
 */
struct figure_part {
	double complex *at, *mass;
	size_t count, room;
	double reach, rest;
};

struct figure_ends {
	struct figure_part lower, upper, middle; /* those that are not there have no nodes */
	double mean;				 /* of the middle */
};

/* `x` is all 0 before. -1: out of memory; to be released in any case. */
int figure_ends_init(struct figure_ends *x, const struct confusion_posterior *p);
void figure_ends_release(struct figure_ends *x);

/*
 * A and B, or the middle's part as A, at a w of which the argument is at most pi/6 from 0. `x` is
 * that of the figure, mirrored or not.
 */
void figure_ends_at(const struct figure_ends *x, bool mirrored, double complex w, double complex *a,
		    double complex *b);

#endif
