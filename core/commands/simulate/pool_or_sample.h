/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is a sample better than a pool of as many documents? The experiment of Aslam & Pavlu 2008,
 * sections 3 to 3.3: the runs are evaluated with all judgments, and with as few as a pool of some
 * depth needs, chosen in four ways. The result is how well the scores from few judgments agree with
 * those from all.
 *
 * Judging effort is that of the pools: the documents in the pools of all topics. A sample has as
 * many in all, shared out equally among the topics, one more for the first ones, as `sample
 * --total` does (the paper: 29 judgments a query at depth 1). Sample number i = 0, 1, ... is the
 * one that `sample --seed` draws with the seed + i.
 */
#pragma once

#include "core/commands/simulate/pool_or_sample_types.h"

/* The same for any number of jobs. On failure nothing is left to release. */
int sampling_simulate(const struct sampling_simulation *s, struct sampling_result *r,
		      struct err *e);
void sampling_result_release(struct sampling_result *r);
