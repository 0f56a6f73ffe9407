/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answer of `plan recall`, printed and drawn.
 */
#pragma once

#include "core/cli/plan/plan.h"
#include "core/engine/plan/recall_plan.h"

/* Prints the answer, and draws its curves if there are any. */
int recall_plan_print(const struct recall_question *q, const struct recall_answer *a,
		      const struct planning_options *o, const struct output *out, struct err *e);
