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
	 * Of a bound: how many documents of the kind that stands in its way the sample may have.
	 * Where it stays the same, the probability falls with the size of the sample. -1 where ends
	 * are not known to be monotone, and of a width.
	 */
	int64_t allowed;
};

/* The stratum has the size of its sample. */
int share_reach(const struct reach_request *q, const struct true_stratum *s,
		struct share_reach *out, struct err *e);
