/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval plan QUESTION [OPTION...]: what is asked before judgments are paid for.
 *
 * Each question is one file in core/commands/plan/questions/, which ends with one `PLAN_QUESTION = { ...
 * };`; the build collects the directory into the registry.
 */
#pragma once

#include "core/commands/plan/plan_options.h"
#include "core/options/command.h"
#include "core/output/plot.h"
#include "core/output/records.h"

/* The build defines PLAN_SYMBOL per file, from the file's name. */
#define PLAN_QUESTION const struct command PLAN_SYMBOL

/* In the order of names, ended by NULL. */
extern const struct command *const plan_questions[];
