/*
 * The prior of bb-shared and of the methods that are built on it: one half for each segment, shared
 * among its strata by size.
 */
#ifndef STATS_INTERVAL_SHARED_PRIOR_H
#define STATS_INTERVAL_SHARED_PRIOR_H

#include "core/stats/interval/posterior_model.h"

void shared_prior(const struct stratum *s, size_t count, struct prior *out);

#endif
