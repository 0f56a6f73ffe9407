/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is a mean difference smaller than what matters? With a margin m, chosen before the data are seen:
 *
 *     equivalence       two one-sided t tests, of mean <= -m and of mean >= m; p is the larger one
 *                       (Schuirmann 1987; TOST). p < alpha exactly where the t interval with level
 *                       1 - 2 alpha lies within -m and m.
 *     non-inferiority   one one-sided t test, of the first being worse by m or more
 *
 * nan if the t test is: for one pair, or if all differences are the same.
 */
#pragma once

#include "core/stats/topics/effect_size.h"

struct equivalence {
	double p_equivalent, p_noninferior;
	struct interval bounds; /* of the mean difference, level 1 - 2 alpha */
};

/* `alpha` below 1/2; `lower_better`: the first is worse if the difference is above 0. */
struct equivalence equivalence_compute(const struct effect *x, double margin, double alpha,
				       bool lower_better);
