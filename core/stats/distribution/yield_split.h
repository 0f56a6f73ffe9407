/*
 * The parts of making a law that call each other: a sum is built at once, or split into two sums
 * that are built first.
 */
#ifndef STATS_DISTRIBUTION_YIELD_SPLIT_H
#define STATS_DISTRIBUTION_YIELD_SPLIT_H

#include <stdbool.h>

#include "core/stats/distribution/yield_distribution.h"

/*
 * Fills everything but support and moments; `l->min` is set. All masses are kept up to
 * `exact_points`.
 */
int law_build(struct law *l, const struct beta_binomial *term, size_t count, double exact_points);

/*
 * The same where some terms are singular at their low end and others at their high end, and the
 * range is wide: the sum then has a singular point inside its range.
 */
int law_build_split(struct law *l, const struct beta_binomial *term, size_t count);

/* Does the term belong to those that are singular at their high end? */
bool law_split_high(const struct beta_binomial *term);

#endif
