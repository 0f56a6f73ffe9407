/*
 * The mean of a difference. A ratio becomes an integral in which the independent yields separate,
 *
 *     E P/(n+Y) = integral over z > 0 of exp(-n z) E[P exp(-Y z)],
 *
 * a product of E exp(-z X) and E X exp(-z X) of single yields X; 0/0 counts as 0. With
 * z = exp(x - exp(-x)) the integrand falls off doubly exponentially at both ends and the
 * trapezoidal rule is accurate to 1e-10 (Takahasi and Mori 1974).
 */
#ifndef STATS_SHARED_DIFFERENCE_EXPECTATION_H
#define STATS_SHARED_DIFFERENCE_EXPECTATION_H

#include "core/stats/shared/difference.h"

/* The posterior mean, to 1e-8. */
int difference_mean(struct difference *d, double *out, struct err *e);

#endif
