/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether an interval has its truth within it, for tests and experiments that count.
 */
#pragma once

#include "core/stats/interval/covers.h"

static inline bool interval_covers(struct interval x, double value)
{
	return interval_is_offered(x) && !interval_is_above(x, value) &&
	       !interval_is_below(x, value);
}
