/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much a run retrieves outside the frame of the sample, over all topics: counted where it can
 * be, and elsewhere estimated, with a test whether it is chance (core/stats/sampling/frame_test.h).
 */
#pragma once

#include "core/base/warnings.h"
#include "core/data/design/design.h"
#include "core/engine/evaluate/evaluated.h"
#include "core/engine/shard/shard.h"

/* A run within the frame is warned of with at most this probability. */
#define FRAME_ALARM 0.01

/* Fills x->outside for the topics that have samples. */
int outside_frame_find(struct evaluation *x, struct err *e);

/* Warns of one run, if what it retrieves outside matters to what is asked for. */
void outside_frame_warn(const char *run, const struct outside_frame *x, enum outside as,
			struct warnings *w);

/*
 * Whether the runs reach below the frame of a sample: whether they retrieve documents that could
 * not have been drawn, as with a sample of the first documents of each run.
 *
 * How many documents the frame of a topic has is known if strata with sizes are simple random
 * samples; of other documents, the sum of 1/p estimates it without bias, and as the p are those of
 * independent picks, n/(n-1) sum of (1/p - mean)^2 estimates its variance (Hansen & Hurwitz 1943).
 */

/*
 * Warns if the runs retrieve more documents than the frame has, over all judged topics of the first
 * `count` of them: more by five standard errors of its estimated size (five, as the estimate is
 * skewed), and by a twentieth of what is retrieved.
 */
int frame_reach_warn(const struct design *s, const struct judgments *j,
		     const struct run *const *runs, size_t count, int jobs, struct shard *shard,
		     struct warnings *w, struct err *e);
