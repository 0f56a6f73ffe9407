/*
 * A few points that stand for a hypergeometric law: the mean of a smooth function over the outcomes
 * of a sample from a few of its values,
 *
 *     E[f(X)] = sum of weight_j f(at_j),  nearly.
 *
 * The points lie where Gauss's rule for the law has them, on the scale s = asin sqrt((x+1/2)/(n+1))
 * on which the law is close to normal with a constant variance and f is close to a polynomial, each
 * moved to the nearest whole number; the weights make the sum exact for polynomials in s up to
 * degree `nodes`-1. Outcomes 0, 1, n-1 and n, where ends of intervals jump, stand for themselves.
 * A short law is taken whole, and the mean is then exact.
 */
#ifndef STATS_DISTRIBUTION_HYPERGEOMETRIC_QUADRATURE_H
#define STATS_DISTRIBUTION_HYPERGEOMETRIC_QUADRATURE_H

#include "core/stats/distribution/hypergeometric.h"

enum { HYPER_RULE_NODES = 16, HYPER_RULE_ROOM = HYPER_RULE_NODES + 4 };

struct hyper_rule {
	int64_t at[HYPER_RULE_ROOM];
	double weight[HYPER_RULE_ROOM]; /* adds up to the mass of the law; may be a little below 0
					 */
	int count;
};

/* For the law of a sample of n. 1 <= nodes <= HYPER_RULE_NODES. */
int hyper_rule_init(struct hyper_rule *r, const struct hyper_law *l, int64_t n, int nodes,
		    struct err *e);

#endif
