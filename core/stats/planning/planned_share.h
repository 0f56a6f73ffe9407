/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often one simple random sample of one stratum reaches a bound or a width of a share, exactly:
 * richness, elusion, precision.
 */
#pragma once

#include "core/stats/planning/planned_outcomes.h"

struct share_reach {
	double probability; /* of reaching the target; outcomes without an interval miss it */
	/*
	 * Of a bound: with how many documents of the rarer kind, relevant or not, outcomes begin or
	 * cease to reach it. Where it stays the same, the probability rises or falls steadily with
	 * the size of the sample. -1 where ends are not known to be monotone, and of a width.
	 */
	int64_t border;
};

/* The stratum has the size of its sample. */
int share_reach(const struct planned_sample *p, struct share_reach *out, struct err *e);
