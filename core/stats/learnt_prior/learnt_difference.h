/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean over topics of the difference of two runs on one sample, A - B, in recall, precision or
 * F: interval, estimate and P(A > B), with the model of learnt_mean.h for what both, one, or none
 * of the runs retrieve. Exchanging the runs mirrors every result.
 */
#pragma once

#include "core/stats/learnt_prior/learnt_cells.h"

/*
 * The cells of one topic as two runs see them; and how many documents each run retrieves more than
 * these have, none of them relevant (below 0: less than the cells seem to have).
 */
struct learnt_pair {
	const struct pair_stratum *cell;
	size_t cells;
	double beyond[2];
};

/* nan as in learnt_mean(). `share` of the quantity is not used. -1: `e` is filled. */
int learnt_compare(const struct learnt_pair *topic, size_t count, const struct learnt_request *q,
		   struct learnt_result *out, struct err *e);
