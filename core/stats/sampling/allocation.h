/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many of a total go to each of several parts, in proportion to weights, no more than a part
 * has.
 *
 * The shares are lambda * weight, kept between 1 (or what a part must have) and the size of the
 * part where there is enough for that, else between 0 and the size, with lambda such that they sum
 * to the total. They become whole numbers by largest remainder: each is rounded down, and what is
 * left goes, one each, to those with the largest fractions (compared to six decimals); equal ones
 * in the order in which the parts stand.
 *
 * With the sizes as weights this is proportional allocation, with equal weights equal allocation,
 * and with size * sqrt(p(1-p)) Neyman's, which minimises the variance of the estimated number of
 * relevant documents where p are the shares of relevant documents in the parts (Neyman 1934;
 * Cochran 1977, "Sampling techniques", section 5.5).
 */
#pragma once

#include "core/base/err.h"

struct allocation_part {
	double weight; /* above 0 */
	int64_t size;  /* 0 or more */
	int64_t share; /* the result */
	int64_t least; /* 1 is meant by 0; all get 1, or 0, if there is not enough for this */
};

/* Everything is allocated if the total is at least the sum of the sizes. total >= 0. */
int allocate(struct allocation_part *part, size_t count, int64_t total, struct err *e);
