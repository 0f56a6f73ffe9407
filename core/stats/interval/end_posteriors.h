/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Intervals whose lower and upper end are quantiles of two different posteriors, as exact
 * confidence limits are: for the methods melded and bb-bound.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/interval/interval_request.h"
#include "core/stats/interval/posterior_model.h"

/*
 * The hyperparameters of each stratum for one end of an interval. They may depend on what was found
 * and may be negative; alpha + r and beta + n - r may not. Returns 0, or -1 with `e` filled.
 */
typedef int end_prior(const struct stratum *s, size_t count, enum quantity quantity, bool lower,
		      struct prior *out, struct err *e);

/* Both ends; nan if the quantity can only be 0/0. */
int end_posteriors_interval(const struct stratum *s, size_t count, const struct interval_request *q,
			    end_prior *prior, struct interval *out, struct err *e);

/* As struct interval_method.beyond: is `value` below the lower end (above the upper one)? */
int end_posteriors_beyond(const struct stratum *s, size_t count, const struct interval_request *q,
			  end_prior *prior, double value, bool lower, bool *out, struct err *e);
