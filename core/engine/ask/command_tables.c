/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/ask/agree_options.h"
#include "core/engine/ask/compare_options.h"
#include "core/engine/ask/evaluate_options.h"
#include "core/engine/ask/merge_options.h"
#include "core/engine/ask/plan/plan_options.h"
#include "core/engine/ask/sample_options.h"
#include "core/engine/ask/simulate_options.h"
#include "core/engine/ask/stop_options.h"
#include "core/engine/ask/validate_options.h"

const struct command_table *const command_tables[] = {
	&evaluate_table, &compare_table,   &sample_table,  &recall_table,
	&topics_table,	 &pilot_table,	   &map_table,	   &richness_table,
	&elusion_table,	 &precision_table, &control_table, &pair_table,
	&strata_table,	 &simulate_table,  &stop_table,	   &validate_table,
	&agree_table,	 &merge_table,	   NULL,
};
