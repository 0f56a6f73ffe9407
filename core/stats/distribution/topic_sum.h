/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The distribution of a sum of independent variables, one for each topic: what a mean over topics
 * needs. There are three ways, and the first that applies is taken.
 *
 *     whole steps  all values are multiples of one fraction, such as yields, or precisions of sets
 *                  of one size. The masses of the terms at these multiples are convolved. Exact.
 *     enumerate    the sum is split into two parts, if each has few values (2e5). P(sum <= s) is
 *                  one walk along the values of both. Exact.
 *     smooth       each term gives atoms (values with masses) that stand for its distribution in
 *                  sums over smooth functions. An atom is shared among the ten nearest multiples
 *                  of h with the weights of Lagrange's polynomial, which keep nine moments. The
 *                  lattices are convolved, and the distribution function of the sum is read from
 *                  the result (core/stats/numeric/cumulative.h).
 *
 * The smooth way begins with h an eighth of the sum's standard deviation, and halves h until the
 * answers change by less than 2e-7 (of the standard deviation, or of a probability). The sum of
 * smooth terms converges faster than any power of h. If the terms have steps or infinite densities,
 * the sum has kinks, converges slowly near them, and h is halved up to 2^18 nodes. A sum of up to
 * four terms in which single values have much mass ("lumps") shows the steps of its narrowest term,
 * too; then h goes down to an eighth of that term's standard deviation.
 *
 * Measured: see the callers, core/stats/interval/mean_of_topics.h,
 * core/stats/goutte_gaussier/confusion_mean.h and core/stats/two_runs/shared_posterior.h.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/distribution/atoms.h"

/* One term of the sum. */
struct sum_term {
	double low, high; /* the least and the largest value */
	double deviation; /* roughly; 0 if there is only one value */
	double values;	  /* how many values there are; HUGE_VAL if `all` cannot give them */
	int64_t whole;	  /* every value is a multiple of 1/whole; 0 if that is not known */
	bool lumps;	  /* single values have a mass that matters */
	void *of;

	/* Adds all values with their masses. */
	int (*all)(void *of, struct atoms *out, struct err *e);

	/*
	 * Adds atoms, whose masses add up to 1, for sums over functions that are smooth on the
	 * scale of `gap`. Returns 1 if that would take more than `most` atoms: they are then
	 * coarser.
	 */
	int (*atoms)(void *of, double gap, double most, struct atoms *out, struct err *e);
};

struct sum_answers {
	double lower, upper; /* quantiles */
	double above;	     /* P(sum > zero) + P(sum = zero)/2 */
	double error; /* estimated: the last change, in standard deviations or as a probability */
};

/*
 * The quantiles at lower_p and upper_p (0 and 1: the least and largest sum), and the probability of
 * a sum above `zero`. What is nan is not asked for. `count` >= 1. -1: `e` is filled.
 */
int topic_sum(const struct sum_term *term, size_t count, double lower_p, double upper_p,
	      double zero, struct sum_answers *out, struct err *e);
