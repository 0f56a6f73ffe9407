/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of the command stop.
 */
#pragma once

#include "core/engine/evaluate/run_options.h"
#include "core/engine/stop/stop_review.h"
#include "core/engine/stop/stopping_options.h"

struct stop_request {
	struct stop_question question; /* except the files */
	double level;
	struct text_list file;
	int64_t lines; /* of the table along the way */
	enum record_format format;
	const char *plot;
	bool quiet;
};

extern const struct command_table stop_table;
