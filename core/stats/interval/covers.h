/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether an interval covers a value: the one definition, of sums over all samples, of plans and of
 * simulations.
 *
 * An end that is the value itself covers it. The slack is for ends that are computed as the same
 * number in another order. An interval without an end (nan) neither covers a value nor misses it.
 */
#pragma once

#include <math.h>
#include <stdbool.h>

#include "core/base/near.h"
#include "core/stats/bounds.h"

static inline double covering_slack(double value)
{
	return NEAR_ROUNDING * (1 + fabs(value));
}

/* The value lies below the interval. */
static inline bool interval_is_above(struct interval x, double value)
{
	return value < x.lower - covering_slack(value);
}

/* The value lies above it. */
static inline bool interval_is_below(struct interval x, double value)
{
	return value > x.upper + covering_slack(value);
}

/* Whether there is one, with both ends; an end that is open is infinite. */
static inline bool interval_is_offered(struct interval x)
{
	return !isnan(x.lower) && !isnan(x.upper);
}
