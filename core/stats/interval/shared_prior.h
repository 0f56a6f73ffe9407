/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The prior of bb-shared and of the methods that are built on it: one half for each segment, shared
 * among its strata by size.
 */
#pragma once

#include "core/stats/interval/posterior_model.h"

void shared_prior(const struct stratum *s, size_t count, struct prior *out);
