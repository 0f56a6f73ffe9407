/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A linear utility, gain TP - cost FP, as an unknown with a posterior. Goutte & Gaussier 2005,
 * section 5, say that their model applies to it ("the TREC utility").
 *
 * TP and FP are taken as Poisson counts: since most documents are neither, the multinomial is close
 * to that. With the gamma variables of eq 10, whose scale h is that of one document,
 *
 *     U = gain X - cost Y,      X ~ Gamma(TP+lambda),      Y ~ Gamma(FP+lambda)
 *
 * is the expected utility on another collection of the same size. lambda = 1/2 is Jeffreys' prior
 * of a Poisson mean too, and X/(X+Y) is the precision of confusion.h. E U = gain (TP+lambda) - cost
 * (FP+lambda). U is a weighted sum of gamma variables (utility.c). So is the difference of two
 * systems, and the mean over topics, for which X and Y are added up.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/distribution/log_odds.h"
#include "core/stats/stratum.h"

struct utility_posterior {
	double gain, cost; /* above 0 */
	double tp, fp;	   /* shapes of X and Y */
};

/*
 * The mean utility of `topics` topics, from the sums of their counts, each from 0 to
 * CONFUSION_MOST. The prior is as in confusion_posterior_init(). -1 if a number is out of range:
 * `e` says which.
 */
int utility_posterior_init(struct utility_posterior *p, const struct confusion *c, size_t topics,
			   double lambda, double gain, double cost, struct err *e);

static inline double utility_mean(const struct utility_posterior *p)
{
	return p->gain * p->tp - p->cost * p->fp;
}

/* P(U <= u); error 1e-9. */
double utility_cdf(const struct utility_posterior *p, double u);

/* The u with P(U <= u) = prob; infinite for 0 and 1. */
double utility_quantile(const struct utility_posterior *p, double prob);

/* P(A < B) and P(A > B) of two systems with independent data; error 1e-9. 1/2 if they are alike. */
struct tails utility_compare(const struct utility_posterior *a, const struct utility_posterior *b);
