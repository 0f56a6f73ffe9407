/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Weights from probabilities as they are written in the judgments, and what their digits may do.
 *
 * Apart from sample_weights.h because only judgments with probabilities need it.
 */
#pragma once

#include "core/data/strata/topic_strata.h"

/*
 * What few digits of probabilities may do. Strata from probabilities have whole sizes, and the sums
 * of 1/p are not always whole: the strata where they differ by more than half a percent, the sums
 * of 1/p there, and by how much the sizes differ. Elsewhere: topics without strata where half a
 * unit of the last digit may change the sum of 1/p by more than that, the sums, and by how much.
 */
struct few_digits {
	size_t strata, topics;
	double sum[2], effect[2]; /* [0]: of the strata, [1]: of the topics */
};

/*
 * Every judgment gets the weight 1/p, except if the file itself gives sizes of strata: those are
 * more exact. `cell` has the stratum of each judgment in its topic, or -1.
 */
int weigh_as_written(const struct strata *s, const struct judgments *j, const int32_t *stratum,
		     double *weight, struct few_digits *few, struct err *e);
