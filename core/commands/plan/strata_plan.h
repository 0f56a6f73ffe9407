/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The work of `plan strata`: recall from a sample of several strata.
 */
#pragma once

#include "core/commands/plan/one_sample_plan.h"
#include "core/stats/planning/strata_reach.h"

enum { PLAN_STRATA_MAX = 64 };

struct strata_question {
	struct true_stratum stratum[PLAN_STRATA_MAX];
	const char *label[PLAN_STRATA_MAX];
	size_t count;
	struct plan_targets targets; /* one method, one target, at most one size */
	int64_t draws;
	uint64_t seed;
};

struct strata_answer {
	struct true_stratum stratum[PLAN_STRATA_MAX]; /* with their sample sizes */
	int64_t size;
	struct strata_reached reached;
};

int strata_plan(const struct strata_question *q, struct strata_answer *out, struct err *e);
