/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval plan QUESTION [OPTION...]: what is asked before judgments are paid for.
 *
 * Each question is one file in core/cli/plan/questions/, which ends with one `PLAN_QUESTION = { ...
 * };`; the build collects the directory into the registry.
 */
#pragma once

#include "core/cli/command.h"
#include "core/cli/output/plot.h"
#include "core/cli/output/records.h"
#include "core/engine/ask/plan/plan_options.h"

/* The build defines PLAN_SYMBOL per file, from the file's name. */
#define PLAN_QUESTION const struct command PLAN_SYMBOL

/* In the order of names, ended by NULL. */
extern const struct command *const plan_questions[];
