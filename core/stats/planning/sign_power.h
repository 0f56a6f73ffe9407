/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Power of the one-sided sign test, and the topics that it needs (Carterette & Smucker 2007,
 * sections 3 to 3.4).
 *
 * S of n topics show A above B; each does so with probability theta, which is 1/2 under the null
 * hypothesis. The effect size is h = (theta - 1/2)/(1/2), so theta = (1+h)/2 and -1 <= h <= 1. The
 * test rejects the null hypothesis at S >= c, where c is the smallest value with P(S >= c) < alpha
 * at theta = 1/2. For the two-sided test at level alpha, give alpha/2.
 *
 * "Exact" is the binomial distribution, "normal" the paper's approximation, power =
 * Phi(Phi^-1(alpha) + h sqrt(n)). The latter knows no steps of c: at 25 topics it is too large by
 * about .1, at 100 by .01.
 *
 * Domain: n >= 0, 0 < alpha < 1, 0 < power < 1. Values are accurate to about 1e-12.
 */
#pragma once

#include "core/base/err.h"

/*
 * c; n+1 where no outcome is as unlikely as that. A probability within 1e-12 (relative) of alpha
 * counts as equal to it, hence as not smaller: five of five have exactly 1/32.
 */
int64_t sign_critical_value(int64_t n, double alpha);

double sign_power_exact(int64_t n, double h, double alpha);
double sign_power_normal(double n, double h, double alpha);

/* The effect size that n topics detect with this power; nan if no outcome of n is significant.
 */
double sign_effect_exact(int64_t n, double power, double alpha);
double sign_effect_normal(double n, double power, double alpha);

/*
 * Power rises with n, but falls a little wherever c goes up by one. So there are two answers to how
 * many topics are needed. `lasting` is the one to plan with: a topic more, or one that turns out to
 * be a tie, does not undo it (as long as n stays at or above it).
 */
struct sign_topics {
	int64_t first;	 /* the smallest n that has the power */
	int64_t lasting; /* the smallest n from which on every n has it */
};

/* Exact; 0 < h <= 1. Fails if more than 1e9 topics could be needed. */
int sign_topics_exact(double h, double power, double alpha, struct sign_topics *out, struct err *e);

/* ((Phi^-1(power) - Phi^-1(alpha))/h)^2, a real number; not rounded. */
double sign_topics_normal(double h, double power, double alpha);

/*
 * Uncertain outcomes (section 3.4): the sign of a topic is seen rightly with probability lambda.
 * Then theta becomes theta lambda + (1-theta)(1-lambda), and eq 2 is h' = h(2 lambda - 1).
 */
double sign_adjusted_effect(double h, double lambda);

/*
 * n' = n/(2 lambda - 1)^2, eq 3: the topics that have with certainty lambda the power that n have
 * without error. A real number, for eq 7; infinite at lambda = 1/2. Below 1/2, turning all signs
 * round makes it 1 - lambda, for which n' is the same.
 */
double sign_adjusted_topics(double n, double lambda);
