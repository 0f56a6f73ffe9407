/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answer of `plan map`, printed and drawn.
 */
#pragma once

#include "core/cli/plan/plan.h"
#include "core/engine/plan/map_plan.h"

/* Prints, and draws if a list has several values. */
int map_plan_print(const struct map_question *q, const struct map_pilot *p,
		   const struct map_answer *a, const struct planning_options *o,
		   const struct output *out, struct err *e);
