/*
 * The mean over topics of a figure of confusion.h (the macro average), when topics are independent:
 * its posterior, and the probability that one system's mean is above another's. For one topic that
 * is confusion.h itself. (The micro average needs nothing of this: add up the counts.)
 *
 * The characteristic function of a mean is the product of those of its terms. Each of these is a
 * sum over nodes (log_odds.h); the distribution function is their Fourier series over a window
 * outside of which less than 1e-13 of the mass lies (Chernoff's bound). With smooth posteriors 20
 * to 40 frequencies are enough, however many topics there are. A posterior that is infinite at an
 * end, as with no true positive and lambda = 1/2, has a characteristic function that falls slowly;
 * what the series leaves out is estimated and reported. With lambda >= 1/2 it is below 1e-6, as
 * long as all shapes are at most 1e9.
 */
#ifndef STATS_MACRO_H
#define STATS_MACRO_H

#include <stddef.h>

#include "core/stats/confusion.h"

struct macro_interval {
	double mean;
	double lower, upper;
	double error; /* bound of the error in probability at the ends */
};

/*
 * The interval of the mean of `count` figures between the probabilities `lower_p` and `upper_p`.
 * -1: no topic, or out of memory; `e` is filled.
 */
int macro_interval(const struct confusion_posterior *topic, size_t count, double lower_p,
		   double upper_p, struct macro_interval *out, struct err *e);

/*
 * P(mean of A < mean of B) and P(mean of A > mean of B), for A's and B's figures on topics that all
 * are independent; their numbers may differ. `error` is a bound of the error of these. -1: a system
 * without topics, or out of memory.
 */
int macro_compare(const struct confusion_posterior *a, size_t a_count,
		  const struct confusion_posterior *b, size_t b_count, struct tails *out,
		  double *error, struct err *e);

#endif
