/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The posterior of recall, precision, F and yield for a stratified sample, given the
 * hyperparameters of each stratum (Webber 2013, sections 2.8, 3.5 and 3.6).
 *
 * Given its sample, the yield of a stratum with N documents, n judged, r of them relevant, is
 *
 *     R = r + BetaBin(N-n; alpha+r, beta+n-r)      (eq 17)
 *
 * Strata are independent; R1 is the sum over the retrieved ones and R0 over the others. Then
 *
 *     P(recall <= t) = P(R1 <= theta R0),            theta = t/(1-t)
 *     P(F_b <= t)    = P(R1 <= c + theta R0),        c = t N1/q, theta = t b^2/q, q = 1 + b^2 (1-t)
 *     precision      = R1/N1,   yield = R1 + R0
 *
 * with F_b = (1+b^2) R1 / (N1 + b^2 (R1+R0)). Recall and F count as 0 if they would be 0/0;
 * precision is nan if nothing is retrieved.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"
#include "core/stats/interval/interval_request.h"
#include "core/stats/bounds.h"
#include "core/stats/stratum.h"

struct yield_memory;

/* Hyperparameters of the beta prior of one stratum; 0 is allowed. */
struct prior {
	double alpha, beta;
};

struct posterior_model {
	const struct stratum *s; /* already adjusted for gray documents: n and r count */
	const struct prior *prior;
	size_t count;
	/*
	 * Binomial proportions instead of a finite population (section 3.5): R = r + p (N-n) with
	 * p ~ Beta(alpha+r, beta+n-r), a real number.
	 */
	bool binomial;
	bool weighted;		     /* sizes are documents times a weight */
	struct yield_memory *yields; /* distributions that were made before; NULL: none */
	bool rough;		     /* as in interval_request.h */
};

/*
 * Distributions of yields count in units of 1/fineness of a document. It is 1, except for binomial
 * proportions: their beta distribution is taken as a beta-binomial on a population made finer by a
 * factor 2^k, to M = 2^36 documents. The variance is off by (a+b)/M of itself. M is smaller if the
 * yields would not fit into 63 bits, from about 1e8 judged documents on.
 */
int64_t posterior_fineness(const struct posterior_model *m);

/*
 * An order of strata by what they are, for qsort(): streams of random numbers are handed out in it,
 * so that draws do not depend on the order of an input.
 */
int posterior_stratum_order(const void *a, const void *b);

/* The quantity for given yields, N1 documents retrieved. */
double posterior_value(enum quantity quantity, double beta, double retrieved_size,
		       double retrieved_yield, double unretrieved_yield);

/*
 * Quantiles of a posterior by Monte Carlo, as Webber 2013 (section 2.9) computes them.
 */

/*
 * One draw of the yield of a stratum; `stream` keeps the strata, and the topics, of a draw apart.
 * `binomial` is as in struct posterior_model.
 */
double posterior_draw_yield(const struct stratum *s, const struct prior *p, bool binomial,
			    uint64_t seed, int64_t draw, uint32_t stream);

/*
 * Both ends: the ceil(p draws)-th smallest of q->draws values; nan if the quantity is. Each draw
 * has its own stream of random numbers, made from the seed and its number, so the result does not
 * depend on how the work is divided. -1: `e` is filled.
 */
int posterior_draw_interval(const struct posterior_model *m, const struct interval_request *q,
			    struct interval *out, struct err *e);
