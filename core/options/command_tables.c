/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/agree/agree_options.h"
#include "core/commands/compare/compare_options.h"
#include "core/commands/evaluate/evaluate_options.h"
#include "core/commands/merge/merge_options.h"
#include "core/commands/plan/plan_options.h"
#include "core/commands/sample/sample_options.h"
#include "core/commands/simulate/simulate_options.h"
#include "core/commands/stop/stop_options.h"
#include "core/commands/validate/validate_options.h"

const struct command_table *const command_tables[] = {
	&evaluate_table, &compare_table,   &sample_table,  &recall_table,
	&topics_table,	 &pilot_table,	   &map_table,	   &richness_table,
	&elusion_table,	 &precision_table, &control_table, &pair_table,
	&strata_table,	 &simulate_table,  &stop_table,	   &validate_table,
	&agree_table,	 &merge_table,	   NULL,
};
