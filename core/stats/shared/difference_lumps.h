/*
 * Where do single documents show?
 *
 * The steps of the last yield, P(X <= y) less its smooth value, are f(y) s(y) with the sawtooth
 * s(y) = sum over m of sin(2 pi m y)/(pi m). Over another yield x, on which y depends with slope g,
 * the m-th wave is damped by |E exp(2 pi i m g x)|; more exactly, by that of x near the border. The
 * square root of the former stands for the latter: half the variance, for normal distributions of
 * equal influence. Of the waves beyond the first few, one in as many as another yield has values is
 * not damped by it, as if by chance; in a plane the phases of all go together, else each goes its
 * own way (three times the rest is what was found there).
 */
#ifndef STATS_SHARED_DIFFERENCE_LUMPS_H
#define STATS_SHARED_DIFFERENCE_LUMPS_H

#include "core/stats/shared/difference_sum.h"

/* P(the difference is in (from, to]), and the yields given that it is; roughly. */
struct between {
	double P, mean[AXES], deviation[AXES];
};

int difference_between(struct difference *d, const struct scheme *s, double from, double to,
		       struct between *out, struct err *e);

/*
 * By how much a quantile near t may deviate from its smooth value, because the other yields do not
 * average out the steps of the last one; `near` are the yields there.
 */
double difference_lumps(const struct difference *d, const struct scheme *s, double t,
			const struct between *near);

#endif
