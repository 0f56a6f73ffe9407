/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many topics, and how many judgments of each, make the interval of a mean over topics as
 * narrow as wanted; and how many make a paired t test find a difference.
 *
 * The mean of n topics with m judgments each has, for topics drawn at random, the variance
 *
 *     (between + effort/m) / n
 *
 * where `between` is the variance of the topics' true scores and effort/m the mean squared standard
 * error of a topic's estimate from m judgments. With complete judgments effort is 0 and m does not
 * matter. (Two-stage sampling: Cochran 1977, Sampling Techniques, sections 10.4 and 10.6.) The
 * bias of estimates falls as 1/m, too, but not with the number of topics; where it is corrected,
 * the correction is taken to be uncertain by as much as it is (ranking_method.h). So the interval
 * has
 *
 *     topics like these:  V = (between + effort/m)/n + (bias/m)^2,           Student's t, n-1
 *     these topics only:  V = (effort/m + squares/m^2)/n + (bias/m)^2,       normal
 *
 * and its half-width is the quantile times sqrt(V). That errors fall as 1/m and bias as 1/m, too,
 * is an approximation (doc/planning.md says how good it is): it ignores that nothing is uncertain
 * if everything is judged.
 *
 * Domain: between, effort, squares >= 0, 0 < level, power, alpha < 1, widths, differences and
 * standard deviations above 0; n >= 2 (these topics: 1), m > 0. Numbers up to MEAN_PLAN_MOST are
 * found. Half- widths and powers are accurate to about 1e-10; a power whose noncentrality is
 * above 37.6, which matters for two to four topics at levels of 0.001 and below, to about 0.02.
 */
#pragma once

#include "core/stats/planning/study_cost.h"

#define MEAN_PLAN_MOST INT64_C(1000000000)

struct mean_study {
	double between, effort;
	double bias;	/* mean bias of the topics' estimates, times their judgments */
	double squares; /* mean square of the same */
	double level;	/* of the interval */
	bool these;	/* topics only */
};

double mean_half_width(const struct mean_study *s, int64_t topics, double judgments);

/* The smallest number of topics, 0 if there is none up to MEAN_PLAN_MOST. */
int64_t mean_topics(const struct mean_study *s, double judgments, double half_width);

/* The fewest judgments for each of `topics` topics, likewise. */
int64_t mean_judgments(const struct mean_study *s, int64_t topics, double half_width);

/* A study that reaches a half-width. */
struct mean_design {
	int64_t topics, judgments; /* judgments of each topic */
	double cost;		   /* C_t max(0, n - free) + C_j n m */
};

/*
 * The one that costs least, and of several the one with the fewest judgments of a topic. Without
 * bias and free topics, and if topics need not be whole, it has m = sqrt(C_t effort / (C_j
 * between)), whatever the half-width; whole numbers are searched for completely. False if none
 * reaches the half-width. Not for `these` topics, of which one would do.
 */
bool mean_cheapest(const struct mean_study *s, const struct study_prices *price, double half_width,
		   struct mean_design *out);

double mean_cost(const struct study_prices *price, int64_t topics, double judgments);

/*
 * The upper confidence limit of the standard deviation of `count` >= 2 values (Bonett 2006,
 * "Approximate confidence interval for standard deviation of nonnormal distributions"): with the
 * quantile z of the normal distribution, c = n/(n - z),
 *
 *     sqrt(c s^2 exp(z c sqrt((g - (n-3)/n) / (n-1)))),   g = n sum (x-m)^4 / (sum (x-mean)^2)^2
 *
 * where m is the mean without the share 1/(2 sqrt(n-4)) of the values at either end. Of fewer than
 * five values the limit of normal ones, s sqrt((n-1)/x), where chi-square with n-1 degrees of
 * freedom exceeds x with probability `confidence`. Infinite if z >= n. Sorts the values.
 */
double deviation_limit(double *value, size_t count, double confidence);

/*
 * Paired t test, two-sided at level alpha, n pairs whose differences have mean `difference` and
 * standard deviation sd: the probability that it finds the difference, with its sign. (The
 * noncentral t distribution; R: power.t.test(n, difference, sd, alpha, type = "paired"), which
 * leaves the wrong side out as well.)
 */
double paired_power(int64_t n, double difference, double sd, double alpha);

/* The smallest n, 0 if there is none up to MEAN_PLAN_MOST. */
int64_t paired_topics(double difference, double sd, double power, double alpha);

/* The smallest difference that n pairs find with this power, to 1e-9 of sd; 0 if the power is
 * not above alpha/2, which the test has without any difference.
 */
double paired_difference(int64_t n, double sd, double power, double alpha);
