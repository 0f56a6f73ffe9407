/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often a sample of two segments will reach a bound or a width of recall, and the smallest that
 * does so with a probability, itself and every larger one (assured.h).
 */
#pragma once

#include "core/stats/planning/assured.h"
#include "core/stats/planning/recall_allocation.h"

/* The probability of reaching `target`, exact. */
int division_reach(const struct division_problem *p, double target, struct division a, double *out,
		   struct err *e);

/* The division of n documents that reaches the target most often, and how often. */
int division_most_often(const struct division_problem *p, double target, int64_t n,
			struct division *out, double *reached, struct err *e);

/*
 * The smallest assured sample that takes `share` of its documents from the retrieved; nan: the
 * share that reaches the target most often, to about a tenth in its logit, where the probability is
 * flat. Every larger sample has the same
 * share. Fails if not even the whole collection reaches the target.
 */
int division_assured(const struct division_problem *p, double target, double assurance,
		     double share, struct division *out, struct assured *found, struct err *e);
