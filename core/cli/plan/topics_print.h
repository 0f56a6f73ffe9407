/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answer of `plan topics`, printed and drawn.
 */
#pragma once

#include "core/cli/plan/plan.h"
#include "core/engine/plan/topics_plan.h"

/* The answer as lines. */
void topics_plan_lines(const struct topics_question *q, const struct topics_answer *a,
		       enum record_format format, struct buffer *b);

/* Prints the answer, and draws a curve if one dimension has several values. */
int topics_plan_print(const struct topics_question *q, const struct topics_answer *a,
		      const struct planning_options *o, const struct output *out, struct err *e);
