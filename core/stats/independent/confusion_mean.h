/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean over topics of a measure of confusion.h (the macro average), when topics are
 * independent: its posterior, and the probability that one system's mean is above another's. For
 * one topic that is confusion.h itself. (The micro average needs nothing of this: add up the
 * counts.) For more, the distribution of the sum is that of core/stats/distribution/topic_sum.h.
 *
 * Measured against R's integrals, closed forms (uniform posteriors, Bessel functions) and the
 * Fourier series that was here before: 1e-9 for sums that are smooth, such as ten topics with some
 * data; 2e-8 for two topics whose posteriors are infinite at both ends, in the middle of the
 * range, at which the density of the sum is infinite.
 */
#pragma once

#include "core/stats/independent/confusion.h"

struct macro_interval {
	double mean;
	double lower, upper;
	double error; /* estimated: of the ends in standard deviations; at most 2e-7 as a rule */
};

/*
 * The interval of the mean of `count` measures between the probabilities `lower_p` and `upper_p`.
 * -1: no topic, or out of memory; `e` is filled.
 */
int macro_interval(const struct confusion_posterior *topic, size_t count, double lower_p,
		   double upper_p, struct macro_interval *out, struct err *e);

/*
 * P(mean of A < mean of B) and P(mean of A > mean of B), for the measures of two systems on `count`
 * topics each, all of which are independent. `error` is estimated, too. Exactly 1/2 if each
 * posterior of A is that of B on the same topic. -1 as above.
 */
int macro_compare(const struct confusion_posterior *a, const struct confusion_posterior *b,
		  size_t count, struct tails *out, double *error, struct err *e);
