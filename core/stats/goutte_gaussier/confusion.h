/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Precision, recall and F of a system as unknowns with a posterior, and the probability that one
 * system is better than another on independent data from the same source (Goutte & Gaussier 2005,
 * "A probabilistic interpretation of precision, recall and F-score, with implication for
 * evaluation", section 2).
 *
 * True positives, false positives and false negatives come from gamma variables X, Y, Z with shapes
 * TP + lambda, FP + lambda, FN + lambda (eq 10; the paper's h is their scale and cancels). Then
 *
 *     precision = X/(X+Y) ~ Beta(TP+lambda, FP+lambda)                             (eq 8)
 *     recall    = X/(X+Z) ~ Beta(TP+lambda, FN+lambda)
 *     F_b       = (1+b^2) X / ((1+b^2) X + Y + b^2 Z)                              (eq 2 and 10)
 *
 * lambda = 1/2 is Jeffreys' prior, lambda = 1 the uniform one. If nothing is returned, or nothing
 * is relevant, the answer is the prior, with a mean of 1/2 for precision or recall. True negatives
 * are not used.
 *
 * The paper draws from these distributions. Here they are computed:
 *
 *     F_1 = 2B/(1+B) with B = X/(X+Y+Z) ~ Beta(TP+lambda, FP+FN+2 lambda)
 *     ln F_b/(1-F_b) = ln X - ln(Y+Z) - ln(1 + (b^2-1) D) + ln(1+b^2)
 *
 * with D = Z/(Y+Z) ~ Beta(FN+lambda, FP+lambda), independent of X and of Y+Z
 * (core/stats/distribution/log_odds.h). P(A > B) is one integral: the density of one system's log
 * odds times the distribution function of the other's.
 *
 * Topics: confusion_mean.h has the mean over topics. The micro average is this header applied to
 * counts that the caller has added up.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/distribution/log_odds.h"
#include "core/stats/bounds.h"
#include "core/stats/stratum.h"

enum { CONFUSION_MOST = 1000000000 }; /* the largest count */
#define CONFUSION_LEAST_PRIOR 0.01    /* the smallest lambda */

/* The posterior of one measure (precision, recall or F) of one system. */
struct confusion_posterior {
	enum quantity quantity; /* F only if beta is neither 0 nor infinite */
	double beta;
	double tp, fp, fn; /* shapes of X, Y, Z */
};

/* -1 unless the count is from 0 to CONFUSION_MOST; `e` then names it. */
int confusion_check_count(double count, const char *name, struct err *e);

/*
 * `quantity` is recall, precision or F; beta >= 0 is that of F (0: precision, INFINITY: recall).
 * -1 if a number is out of range: `e` says which.
 */
int confusion_posterior_init(struct confusion_posterior *p, const struct confusion *c,
			     double lambda, enum quantity quantity, double beta, struct err *e);

/*
 * The t with P(measure <= t) = prob, to 1e-9 in probability; 0 and 1 for 0 and 1. This and the
 * figures below are NO_MEMORY if memory ran out (F with a beta other than 1 needs tables).
 */
double confusion_quantile(const struct confusion_posterior *p, double prob);

/* Relative error 1e-10 (eq 9 for precision and recall). */
double confusion_mean(const struct confusion_posterior *p);

/*
 * The value at which the density is largest. For precision and recall that is eq 9 while both
 * shapes are above 1 (the paper's border case TP+FN < 2 - 2 lambda must read TP+FP); for F_1, whose
 * density is
 *
 *     f^(a-1) (1-f)^(b-1) (2-f)^(-a-b),      a = TP + lambda, b = FP + FN + 2 lambda,
 *
 * the root of 2f^2 + (2a+b-5)f - 2(a-1) = 0; for other F it is searched for. A shape below 1 makes
 * the density infinite at 0 (or 1), which is then the mode; if both ends are infinite, it is the
 * end of the smaller shape. nan if there is no single mode: equal shapes below 1, or a flat
 * density.
 */
double confusion_mode(const struct confusion_posterior *p);

/* The distribution of the log odds of a measure. */
void confusion_log_odds(const struct confusion_posterior *p, struct log_odds *out);

/* The same as a table (log_odds_tabulate()), for the caller to free; NULL: memory ran out. */
struct log_odds_table *confusion_table(const struct confusion_posterior *p, double step);

/* Do two measures have the same distribution? */
bool confusion_same(const struct confusion_posterior *a, const struct confusion_posterior *b);

/*
 * P(A < B) and P(A > B) for the same measure of two systems with independent data. Absolute error
 * 1e-9; if beta is far outside .1 .. 10, counts are very uneven and there are more than 10,000
 * documents, 1e-6. Exactly 1/2 if the two have the same posterior. Exchanging the systems exchanges
 * the two numbers, to the last bit.
 */
struct tails confusion_compare(const struct confusion_posterior *a,
			       const struct confusion_posterior *b);

/* ---- the paper's way ---- */

/* A proportion among draws. */
struct proportion {
	double value;
	/*
	 * The "+/-" of the paper's Tables 1 and 2: sqrt(value (1-value) / draws). The paper speaks
	 * of a Beta posterior of the proportion; of the standard deviations of Beta(k+c, L-k+c) for
	 * k of L = 10,000 draws only that with c = 0, which is this one except for a factor
	 * sqrt(L/(L+1)), gives all 81 printed values (c = 1/2 and 1 print 0.01 beside 100.00).
	 */
	double deviation;
};

struct proportion proportion_of(int64_t count, int64_t draws);

/*
 * The proportion of draws with A > B (eq 13), each with its own stream of random numbers. -1 if
 * `draws` is below 1: `e` is filled.
 */
int confusion_draw(const struct confusion_posterior *a, const struct confusion_posterior *b,
		   int64_t draws, uint64_t seed, struct proportion *out, struct err *e);
