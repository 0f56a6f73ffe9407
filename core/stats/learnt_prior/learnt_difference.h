/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean over topics of the difference of two runs on one sample, A - B, in recall, precision or
 * F: interval, estimate and P(A > B), with the model of learnt_mean.h for what both, one, or none
 * of the runs retrieve. Exchanging the runs mirrors every result.
 */
#pragma once

#include "core/stats/learnt_prior/learnt_cells.h"

/* nan as in learnt_mean(). `share` of the quantity is not used. -1: `e` is filled. */
int learnt_compare(const struct shared_topic *topic, size_t count, const struct learnt_request *q,
		   struct learnt_result *out, struct err *e);
