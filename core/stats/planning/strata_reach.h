/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often a sample of several strata will reach a bound or a width of recall, how it is divided
 * among them, and how large it must be.
 *
 * Outcomes of several strata are too many for a sum, unless the samples are tiny. Else samples are
 * drawn, by the same uniform numbers for every size, and the probability has a standard error.
 * Division: recall has the variance (V1 R0^2 + V0 R1^2)/R^4 (Webber 2013, eq 23), V the sum of
 * N^2 p(1-p)/n over the strata of a segment, and is smallest if n goes with N sqrt(p(1-p)) times
 * the yield of the other segment (Neyman 1934).
 */
#pragma once

#include "core/stats/planning/reach.h"

struct strata_request {
	struct reach_request reach;
	struct true_stratum *strata; /* `sampled` is set by the functions below */
	size_t count;
	int64_t draws;
	uint64_t seed;
};

struct strata_reached {
	double probability, error; /* standard error; 0: a sum over all outcomes */
};

/* Divides n documents among the strata. */
int strata_divide(const struct strata_request *q, int64_t n, struct err *e);

/* For the sample sizes that stand in the strata. */
int strata_reach(const struct strata_request *q, struct strata_reached *out, struct err *e);

/*
 * Leaves the smallest sample that reaches the target with the probability in the strata, up to the
 * standard error of the draws; larger ones are not checked. Fails if not even all documents do.
 */
int strata_smallest(const struct strata_request *q, double assurance, struct strata_reached *out,
		    struct err *e);
