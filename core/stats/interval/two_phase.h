/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Double sampling: a sample is coded by a first review, and a random part of it is reviewed again
 * by somebody whose word counts (Tenenbein 1970, "A double sampling scheme for estimating from
 * binomial data with misclassifications"; Cochran 1977, Sampling Techniques, section 12.2: double
 * sampling for stratification).
 *
 * n of N documents are drawn at random. The first review codes n1 of them relevant and n0 not. From
 * the two, m1 and m0 are drawn at random and reviewed again; u1 and u0 of them are
 * relevant. Every document has a code that the first review would give it: N1 documents of the N
 * would be coded relevant, N0 = N - N1 not, and R1 and R0 of them are relevant. Then
 *
 *     n1 is hypergeometric (N, N1, n); given n1, u1 is (N1, R1, m1), and u0 is (N0, R0, m0)
 *     R = R1 + R0 is estimated by N (n1/n u1/m1 + n0/n u0/m0)
 *
 * Given N1, the second review is a stratified sample of strata of known sizes, whose bounds are
 * those of bb-bound (core/stats/interval/methods/bb_bound.c). N1 has the distribution whose
 * quantiles are its exact limits,
 *
 *     N1 = n1 + BetaBin(N-n; n1 + a, n0 + b)
 *
 * (a, b) = (0, 1) for the lower end of R and (1, 0) for its upper end; the other way round if the
 * second review finds a smaller relevant share among those coded relevant than among the others. R
 * has the mixture of the distributions of bb-bound over N1, and the R of two samples are melded
 * (Fay, Proschan and Brittain 2015) as those of two strata are: the lower end of recall combines
 * the lower end of what is produced with the upper end of what is not. So are those of several
 * strata of one side: each has its own exact limits, and the bounds of the sum are a little further
 * apart than one stratum of the same sample would have them.
 *
 * If all or none of either code were seen again, the sample is a plain one of known counts. At one
 * end it is, too, if those seen of a code were upheld and errors among the unseen ones could only
 * move the other end: with all that were coded relevant counted so, there are no fewer relevant
 * documents than in truth, and their upper limit is exact. Then the bounds are those of bb-bound.
 *
 * That the others hold is measured, not proved: tests/core/stats/interval/test_two_phase.c
 * enumerates all truths of small designs, tests/experiments/review_misses.c the worst of large ones
 * (doc/coverage.md).
 */
#pragma once

#include "core/stats/interval/two_phase_yield.h"

/* As bounds name it. */
#define TWO_PHASE_METHOD "two-phase"

/* The estimated number of relevant documents, of one stratum; nan if a code was never reviewed
   again. */
double two_phase_estimate(const struct coded_sample *s);

/* What is asked of a production [1] and of what was not produced [0]. */
enum two_phase_quantity {
	TWO_PHASE_PRODUCED, /* relevant documents there */
	TWO_PHASE_NULL,
	TWO_PHASE_ALL,
	TWO_PHASE_RECALL,
	TWO_PHASE_F1,
};

struct two_phase;

/* Borrows nothing. `side[i]` may be NULL: not sampled. NULL: `e` is filled. */
struct two_phase *two_phase_new(const struct coded_sample *const side[2], struct err *e);
void two_phase_free(struct two_phase *x);

/* The bound with this probability of error; two_phase_yield.h has the accuracy. */
double two_phase_bound(const struct two_phase *x, enum two_phase_quantity what, bool lower,
		       double error);
