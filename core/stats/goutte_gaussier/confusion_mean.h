/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean over topics of a measure of confusion.h (the macro average), when topics are
 * independent: its posterior, and the probability that one system's mean is above another's. For
 * one topic, this is confusion.h itself; for more, core/stats/distribution/topic_sum.h computes the
 * distribution of the sum. (For the micro average, add up the counts and use confusion.h.)
 *
 * Error, measured against R's integrals, closed forms (uniform posteriors, Bessel functions) and a
 * Fourier series: 1e-9 for smooth sums, such as ten topics with some data. For two topics whose
 * posteriors are infinite at both ends, the density of the sum is infinite in the middle of the
 * range, and the error there is 2e-8.
 */
#pragma once

#include "core/stats/goutte_gaussier/confusion.h"

struct macro_interval {
	double mean;
	double lower, upper;
	double error; /* estimated, of the ends in standard deviations; usually below 2e-7 */
};

/*
 * The interval of the mean of `count` measures between the probabilities `lower_p` and `upper_p`.
 * -1: no topic, or out of memory; `e` is filled.
 */
int macro_interval(const struct confusion_posterior *topic, size_t count, double lower_p,
		   double upper_p, struct macro_interval *out, struct err *e);

/*
 * P(mean of A < mean of B) and P(mean of A > mean of B), for the measures of two systems on `count`
 * topics each; all are independent. `error` is an estimate of the error. Exactly 1/2 if A and B
 * have the same posterior on each topic. -1 as above.
 */
int macro_compare(const struct confusion_posterior *a, const struct confusion_posterior *b,
		  size_t count, struct tails *out, double *error, struct err *e);
