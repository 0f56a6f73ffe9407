/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The distribution of an estimate over the samples of one truth, for a person to look at: the
 * values that it can have, or classes of a hundredth of the range if they are many. Beside it the
 * normal distribution of the same mean and standard deviation (Webber 2013, Figures 1 and 2).
 */
#pragma once

#include "core/commands/simulate/coverage_simulation.h"

/* Estimates from `from` to below `to`, or one value, if both are the same. */
struct estimate_class {
	double from, to;
	double probability;
	double normal; /* from the middle between values to the next, or from `from` to `to` */
};

/* For the caller to free; NULL: `e` is filled. Probabilities sum to that of having an estimate. Of
 * a truth of another shard there are none. */
struct estimate_class *estimate_distribution(const struct simulation *s,
					     const struct truth_source *from, size_t number,
					     size_t *count, struct err *e);
