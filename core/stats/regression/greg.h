/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The generalised regression estimate (GREG) of a total, from a stratified simple random sample and
 * covariates that are known of all units (Cassel, Särndal and Wretman 1976; Särndal, Swensson and
 * Wretman 1992, chapter 6; Deville and Särndal 1992, where it is linear calibration).
 *
 * In stratum h there are N units, of which n are sampled, each with weight d = N/n. A unit has a
 * value z, covariates x whose totals X over all units are known, and a positive number q, to which
 * the variance of z given x is taken to be proportional. Over the sample,
 *
 *     B = (sum of d x x'/q)^-1 sum of d x z/q,   e = z - x'B
 *     T = X'B + sum of d e = sum of d g z,       g = 1 + (X - sum of d x)' (sum of d x x'/q)^-1 x/q
 *     V = sum over h of N^2 (1 - n/N)/n S^2(g e)
 *
 * S^2 is the variance over the units sampled in h, with divisor n - 1. T is unbiased except for
 * terms of order 1/n whatever the covariates are: they can only be useless, never wrong. With
 * indicators of classes as covariates T is the post-stratified estimate.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"

enum { GREG_COVARIATES = 24 };

struct greg_stratum {
	double size, sampled; /* N, n; 0 < n <= N */
};

struct greg_sample {
	const struct greg_stratum *stratum;
	size_t units;
	/* By sampled unit. Units whose z and x are 0 may be left out: `sampled` counts them. */
	const double *z, *q;
	const size_t *of; /* its stratum */
	const double *x;  /* `covariates` of each unit */
	size_t covariates;
	const double *total; /* X */
};

struct greg {
	double total;
	double B[GREG_COVARIATES];
	double *residual; /* g e of each unit: V is the sum of greg_stratum_variance() */
};

/*
 * Released by the caller in any case. A covariate that is a combination of others is an error of
 * the caller: -1, with `e` filled.
 */
int greg_fit(const struct greg_sample *s, struct greg *out, struct err *e);
void greg_release(struct greg *x);

/*
 * N^2 (1 - n/N)/n S^2 of a stratum, by the sum of its residuals and of their squares; of one
 * sampled unit as if there were a second one with residual 0. Divided by the sum of squares alone,
 * it is greg_weight().
 */
double greg_stratum_variance(const struct greg_stratum *h, double sum, double squares);
double greg_weight(const struct greg_stratum *h);
