/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The distribution of an estimate over the samples of one truth, for a person to look at: the
 * values that it can have, or classes of a hundredth of the range if they are many. Beside it the
 * normal distribution of the same mean and standard deviation (Webber 2013, Figures 1 and 2). For
 * the yield of one stratum also what takes no notice of its size: the binomial distribution (eq 8)
 * of as many documents, and the normal one with the variance n p (1-p) (eq 9).
 */
#pragma once

#include "core/commands/simulate/coverage_simulation.h"

/* Estimates from `from` to below `to`, or one value, if both are the same. */
struct estimate_class {
	double from, to;
	double probability;
	double normal; /* from the middle between values to the next, or from `from` to `to` */
	double binomial, binomial_normal; /* likewise; nan if there is more than one stratum */
};

struct estimate_marks {
	double truth, mean; /* the true value, and that of the estimate in the mean */
};

/* For the caller to free; NULL: `e` is filled. Probabilities sum to that of having an estimate. Of
 * a truth of another shard there are none. */
struct estimate_class *estimate_distribution(const struct simulation *s,
					     const struct truth_source *from, size_t number,
					     size_t *count, struct estimate_marks *marks,
					     struct err *e);
