/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often one simple random sample of one stratum reaches a bound or a width of a share, exactly:
 * richness, elusion, precision.
 */
#pragma once

#include "core/stats/coverage/scenario.h"
#include "core/stats/planning/reach.h"

struct share_reach {
	double probability; /* except for 1e-9 of the outcomes, which count as missing the target,
			       as those without an interval do */
	/*
	 * Of a bound: with how many documents of the rarer kind, relevant or not, outcomes begin or
	 * cease to reach it. Where it stays the same, the probability rises or falls steadily with
	 * the size of the sample. -1 where ends are not known to be monotone, and of a width.
	 */
	int64_t border;
};

/* The stratum has the size of its sample. */
int share_reach(const struct reach_request *q, const struct true_stratum *s,
		struct share_reach *out, struct err *e);
