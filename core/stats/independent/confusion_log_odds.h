/*
 * The law of the log odds ln(f/(1-f)) of a figure f of confusion.h, which is a sum of independent
 * variables:
 *
 *     U = ln G(a) - ln G(b) + shift - W
 *
 * G(a) and G(b) gamma variables. For precision (recall, F_1) a = TP + lambda, b = FP + lambda
 * (FN + lambda; FP + FN + 2 lambda), shift = 0 (0; ln 2) and W = 0. For other F, b is as for F_1,
 * shift = ln(1 + beta^2), and W = ln(1 + (beta^2-1) D), D ~ Beta(FN+lambda, FP+lambda).
 *
 *     E exp(zU) = exp(z shift) Gamma(a+z)/Gamma(a) Gamma(b-z)/Gamma(b) E exp(-zW)
 *
 * The last expectation is a sum over nodes of the trapezoidal rule in ln(D/(1-D)).
 */
#ifndef STATS_INDEPENDENT_CONFUSION_LOG_ODDS_H
#define STATS_INDEPENDENT_CONFUSION_LOG_ODDS_H

#include <stddef.h>

#include "core/stats/independent/confusion.h"

enum { LOG_ODDS_NODES = 8192 };

struct log_odds {
	double a, b;
	double shift;		       /* with the mean of W taken off */
	size_t count;		       /* of nodes of W; 0: W is 0 */
	double value[LOG_ODDS_NODES];  /* of W, less its mean */
	double growth[LOG_ODDS_NODES]; /* exp() of that */
	double mass[LOG_ODDS_NODES];
	double variance; /* of W */
};

/* With the step of the trapezoidal rule for W; 0.2 or less. */
void log_odds_init(struct log_odds *l, const struct confusion_posterior *p, double step);

/* ln E exp(zU) - z (ln a - ln b + shift) */
double complex log_odds_cumulants(const struct log_odds *l, double complex z);

/* Of U. */
double log_odds_mean(const struct log_odds *l);
double log_odds_variance(const struct log_odds *l);

/*
 * Nodes of the trapezoidal rule for the law of U itself, with their masses: pairs of a figure f and
 * a mass, so that the sum of mass * h(f), divided by the sum of the masses, is E h(f) for a smooth
 * h. In memory from malloc() for the caller to free; NULL: out of memory.
 */
double *log_odds_nodes(const struct log_odds *l, double step, size_t *count);

#endif
