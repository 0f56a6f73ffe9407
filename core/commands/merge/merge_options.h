/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of the command merge.
 */
#pragma once

#include "core/engine/evaluate/run_options.h"

struct merge_request {
	struct text_list file;
	int jobs; /* 0: not given */
};

extern const struct command_table merge_table;
