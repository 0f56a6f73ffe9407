/*
 * The sign of a sum of weighted gamma variables: P(w1 G1 + w2 G2 + w3 G3 > 0), where Gi are
 * independent with shapes ai and one scale. That F_beta exceeds t is such a sum, and that two
 * components of a Dirichlet variable differ by more than d, too.
 *
 *     log E exp(zD) = - sum of ai log(1 - wi z)
 *
 * needs nothing but logarithms; contour.h does the rest. Absolute error 1e-9 for shapes of .01 or
 * more; where they add up to more than 1, relative error 1e-10 of the smaller tail.
 */
#ifndef STATS_DISTRIBUTION_GAMMA_SUM_SIGN_H
#define STATS_DISTRIBUTION_GAMMA_SUM_SIGN_H

#include "core/stats/numeric/complex_integral.h"

struct gamma_form {
	double shape[3], weight[3]; /* shapes above 0; a weight of 0 leaves its variable out */
};

/* P(D < 0) and P(D > 0) */
struct tails gamma_form_tails(const struct gamma_form *f);

/*
 * The density of D at 0. Defined where weights have both signs and the shapes add up to more
 * than 1.
 */
double gamma_form_density(const struct gamma_form *f);

#endif
