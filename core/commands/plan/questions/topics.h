/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What plan topics shares with plan pilot.
 */
#pragma once

#include "core/commands/plan/plan.h"

/* The answer as lines. */
void topics_plan_lines(const struct topics_question *q, const struct topics_answer *a,
		       enum record_format format, struct buffer *b);
