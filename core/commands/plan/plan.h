/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval plan QUESTION [OPTION...]: what is asked before judgments are paid for.
 *
 * Each question is a command of its own, "plan QUESTION", in one file of questions/.
 */
#pragma once

#include "core/commands/plan/plan_options.h"
#include "core/options/command.h"
#include "core/output/plot.h"
#include "core/output/records.h"
