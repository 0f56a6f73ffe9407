/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The distribution of the log odds of a beta variable, less a term that a second one may add:
 *
 *     U = ln(B/(1-B)) + shift - W,      B ~ Beta(a,b),   W = ln(1 + (k-1) D),   D ~ Beta(c,d)
 *
 * with B and D independent and k > 0. (ln B/(1-B) is ln G(a) - ln G(b) with gamma variables.)
 *
 * The density of ln B/(1-B) is proportional to exp(au) / (1+exp(u))^(a+b). That of U is its mean
 * over D, by the trapezoidal rule on the log odds of D. The table below has the density of U at
 * nodes of the trapezoidal rule in w, with u = middle + scale sinh(w): so a long tail takes few
 * nodes. The densities are analytic, and the error of the rule falls faster than any power of the
 * step. P(U <= u) follows from the nodes' masses (core/stats/numeric/cumulative.h).
 *
 * Absolute error of probabilities: 1e-10, for shapes from .01 to 1e10, measured against pbeta() and
 * against tables of four times as many nodes. With W: 1e-9, or 1e-6 if k is far from 1 and B is
 * known a hundred times better than D.
 */
#pragma once

#include <math.h>
#include <stddef.h>

#include "core/stats/bounds.h"

/* Structs of 100 and 200 kB: they are for the heap, not for the stack. */
enum { LOG_ODDS_NODES = 4096, LOG_ODDS_SPREAD = 8192 };

/* Nodes of W, less its mean, and their masses. */
struct log_odds_spread {
	size_t count; /* 0: W is 0 */
	double value[LOG_ODDS_SPREAD], growth[LOG_ODDS_SPREAD], mass[LOG_ODDS_SPREAD];
	double mean, variance;
};

struct log_odds {
	double a, b, shift; /* the mean of W is subtracted from the shift */
	struct log_odds_spread spread;
};

/* For k = 1 there is no W, whatever c and d are. */
void log_odds_init(struct log_odds *l, double a, double b, double shift, double k, double c,
		   double d);

/* Mean and variance of U. */
double log_odds_mean(const struct log_odds *l);
double log_odds_variance(const struct log_odds *l);

/* The density of U, up to a factor; and the derivative of its logarithm. */
double log_odds_density(const struct log_odds *l, double u);
double log_odds_slope(const struct log_odds *l, double u);

/* E h(U) is the sum of mass h(value) for a smooth h. */
struct log_odds_table {
	double middle, scale, step;
	double first; /* w of the first node, in steps */
	size_t count;
	double value[LOG_ODDS_NODES]; /* rising */
	double mass[LOG_ODDS_NODES];  /* their sum is 1 */
	double upto[LOG_ODDS_NODES];  /* P(U <= value) */
};

/* `step` of w: the first for log_odds_cdf() and log_odds_quantile(), the second for sums only. */
#define LOG_ODDS_STEP	  (1.0 / 32)
#define LOG_ODDS_SUM_STEP (1.0 / 24)
void log_odds_tabulate(struct log_odds_table *t, const struct log_odds *l, double step);

/* P(U <= u) */
double log_odds_cdf(const struct log_odds_table *t, double u);

/* The u with P(U <= u) = prob, 0 < prob < 1. */
double log_odds_quantile(const struct log_odds_table *t, double prob);

/* In place of a number that is always finite. */
#define NO_MEMORY ((double)INFINITY)

/* P(U < V) and P(U > V) for independent U and V; their sum is 1. NO_MEMORY: memory ran out. */
struct tails log_odds_compare(const struct log_odds *u, const struct log_odds *v);
