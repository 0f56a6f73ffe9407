/*
 * The log odds of a probability, and back.
 */
#ifndef STATS_NUMERIC_LOGIT_H
#define STATS_NUMERIC_LOGIT_H

#include <math.h>

static inline double logit(double p)
{
	return log(p / (1 - p));
}

static inline double inverse_logit(double x)
{
	return 1 / (1 + exp(-x));
}

#endif
