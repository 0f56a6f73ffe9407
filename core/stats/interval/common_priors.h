/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Priors of several methods, as struct interval_method.prior.
 */
#pragma once

#include "core/stats/interval/posterior_model.h"

/* One half in each stratum. */
void half_prior(const struct stratum *s, size_t count, struct prior *out);

/* One half for each segment, shared among its strata by size. */
void shared_prior(const struct stratum *s, size_t count, struct prior *out);
