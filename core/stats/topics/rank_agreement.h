/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Do two sets of scores order the same systems alike? Higher scores are better. x is the order to
 * be reproduced, y the one that reproduces it. Only tau_AP,a depends on which is which.
 *
 * tau: (C - D)/P. Of the P = n(n-1)/2 pairs, C are in the same order and D in the opposite one
 * (Kendall 1938). This is the mean over all ways to break ties.
 *
 * tau-b: (C - D)/sqrt((P - X)(P - Y)), where X pairs are tied in x and Y in y (Kendall 1945).
 *
 * tau_AP: 2/(n-1) sum_{i=2..n} C(i)/(i-1) - 1, where C(i) counts the systems above place i of y
 * that are above the same system in x, too (Yilmaz, Aslam & Robertson 2008, "A new rank correlation
 * coefficient for information retrieval"). Differences at the top of y count most. With ties there
 * are two versions (Urbano & Marrero 2017, "The treatment of ties in AP correlation"):
 *
 * tau_AP,a: the mean over all ways to break the ties. The paper breaks those of y; here those of x
 * are broken as well.
 *
 * tau_AP,b: for two rankings of which neither is the truth, the mean of both directions. One
 * direction is 2/m sum C(i)/p_i - 1 over the m systems below the first group of ties. p_i counts
 * the systems above the group of i, and C(i) those of them that are above i in the other ranking,
 * too. So a pair that is tied in the other ranking only does not count as being in the same order.
 * (As in the authors' R package ircor.)
 *
 * RBO: rank-biased overlap, (1-p) sum_{d>=1} p^(d-1) A_d, A_d = 2 |S and T|/(|S| + |T|), where S
 * and T are the systems with a place up to d in x and in y. Tied systems all have the first place
 * of their group (Webber, Moffat & Zobel 2010, "A similarity measure for indefinite rankings").
 * Both rankings have all systems, so A_d is 1 from d = n on, and the extrapolated value is exact.
 *
 * Scores are tied if they differ by no more than 1e-12 of the largest magnitude, as in
 * correlation.h. The rounding error is about 1e-15.
 */
#pragma once

#include <stdint.h>

#include "core/base/err.h"
#include "core/stats/bounds.h"

enum coefficient { TAU, TAU_B, TAU_AP_A, TAU_AP_B, RBO, COEFFICIENTS };

/*
 * Writes how many systems are better than each into `place`, in double so that it can be
 * correlated. `order`: room for `count` numbers, which get the systems by their scores, the best
 * first, those with the same score in their order.
 */
void rank_places(const double *score, size_t count, size_t *order, double *place);

/*
 * All coefficients of two rankings, given as places; `p` is that of RBO, in (0,1). `room`: 2 count
 * numbers to work with. nan for fewer than two systems; tau-b and tau_AP,b also if all systems of
 * one side are tied.
 */
void rank_agreement(const double *x, const double *y, size_t count, double p, size_t *room,
		    double *out);

/* Scores of all sides: value[s][system * topics + topic], finite. The first is x; each of the
 * others is y of a judge. */
struct rank_scores {
	const double *const *value;
	size_t sides, systems, topics;
};

struct rank_request {
	double p;	  /* of RBO */
	struct ends ends; /* the seed is that of the resamples */
	int64_t resamples;
	int jobs;
};

/* The mean of each system over topics. Topic t counts times[t] times (NULL: once). */
void rank_means(const struct rank_scores *s, size_t side, const uint32_t *times, double *mean);

/*
 * How well topics tell systems apart: the share of the variance of their means that is not error,
 * 1 - (residual of the model topic + system / topics) / variance of the means; `mean` is that of
 * rank_means(). (Bodoff & Li 2007, "Test theory for assessing IR test collections", in the terms of
 * generalizability theory.) nan if all means are the same, or for fewer than two systems or topics.
 */
double rank_reliability(const struct rank_scores *s, size_t side, const double *mean);

/* Below it, intervals were measured not to hold (doc/coverage.md). */
#define RELIABLE 0.97

/*
 * Intervals by resampling topics, the same ones for all systems and sides; by judge, then by
 * coefficient, as all of these. The lower end is the lower one of two: the percentile q(p) of the
 * resampled coefficients, and that of the basic bootstrap, 2c - q(1 - p), c being the coefficient
 * itself; the upper end likewise the higher one (Davison & Hinkley 1997, "Bootstrap methods and
 * their application", 5.2 and 5.3). A resample adds noise, which puts systems in disorder: q lies
 * too low if the sides err independently and many systems are close, so much that percentiles alone
 * hardly ever reach the coefficient of all topics. The basic interval makes up for that, but is too
 * short with few systems.
 *
 * `difference` gets those of the pairs of judges, 0 less 1, 0 less 2 ..., 1 less 2 ..., in the same
 * resamples; NULL: they are not asked for.
 *
 * `undefined` gets the resamples in which a coefficient is nan, which are left out; the interval is
 * nan if there are no others, or c is. Ends lie in the range of the coefficient; one that is not
 * asked for is the end of it.
 */
int rank_intervals(const struct rank_scores *s, const struct rank_request *q,
		   const double *coefficient, struct interval *out, int64_t *undefined,
		   struct interval *difference, struct err *e);
