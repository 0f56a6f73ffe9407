/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two systems on the same documents: which one is right when they differ (Goutte & Gaussier 2005,
 * section 3).
 *
 * Each document is one of three: only the first system is right about it (probability pi1), only
 * the second (pi2), or both say the same (pi3). With N1, N2, N3 such documents and a Dirichlet
 * prior with parameters alpha1, alpha2, alpha3, the posterior is Dirichlet with parameters
 * N1+alpha1, N2+alpha2, N3+alpha3 (eq 16). The paper draws from it; here
 *
 *     P(pi1 > pi2) = I_1/2(N2+alpha2, N1+alpha1)        incomplete beta function, for eq 17
 *     E[pi1 - pi2] = (N1+alpha1 - N2-alpha2) / (N + sum of alpha)                     (eq 20)
 *     E[ln pi1/pi2] = psi(N1+alpha1) - psi(N2+alpha2)                                 (eq 21)
 *     P(pi1 - pi2 > d) = P((1-d) G1 > (1+d) G2 + d G3)                   gamma variables
 *                      = P(ln G1/(G2+G3) > ln((1+d-D)/(1-d))),   D = G3/(G2+G3), for d >= 0
 *
 * D ~ Beta(N3+alpha3, N2+alpha2) is independent of G2+G3, so the last line is one integral: the
 * density of D times a distribution function (core/stats/distribution/log_odds.h). For d < 0 the
 * systems change places.
 *
 * N3 and alpha3 matter only for the difference. A second collection adds its counts: the posterior
 * of the first is the prior of the second.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/goutte_gaussier/confusion.h"

/* Documents, or parameters of the prior or posterior. */
struct agreement {
	double first;  /* N1: only the first system is right */
	double second; /* N2: only the second */
	double same;   /* N3 */
};

/* The paper's choice, which is Jeffreys' prior. */
#define AGREEMENT_PRIOR ((struct agreement){ 0.5, 0.5, 0.5 })

/*
 * The parameters of the posterior from counts (0 to 1e9) and those of the prior (0.01 to 4e9, so
 * that a posterior can be the prior). -1 if a number is out of range: `e` says which.
 */
int agreement_update(const struct agreement *prior, const struct agreement *counts,
		     struct agreement *posterior, struct err *e);

/* P(pi1 < pi2) and P(pi1 > pi2); relative error 1e-12 of the smaller. */
struct tails agreement_compare(const struct agreement *posterior);

/* Posterior means of pi1 - pi2 and of ln(pi1/pi2). */
static inline double agreement_difference(const struct agreement *p)
{
	return (p->first - p->second) / (p->first + p->second + p->same);
}

double agreement_log_odds(const struct agreement *posterior);

/* Quantiles of pi1 - pi2 (NO_MEMORY: memory ran out) and of ln(pi1/pi2): error 1e-9 in probability.
 */
double agreement_difference_quantile(const struct agreement *posterior, double prob);
double agreement_log_odds_quantile(const struct agreement *posterior, double prob);

/* The paper's way (eq 19): the proportion of draws with pi1 > pi2. -1 if `draws` is below 1. */
int agreement_draw(const struct agreement *posterior, int64_t draws, uint64_t seed,
		   struct proportion *out, struct err *e);
