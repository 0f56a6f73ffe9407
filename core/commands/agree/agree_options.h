/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of the command agree.
 */
#pragma once

#include "core/engine/evaluate/run_options.h"

struct agree_request {
	struct run_request runs;
	const char *b_format;  /* of the judgments B; NULL: as A */
	const char *b_measure; /* for B; NULL: as for A */
	double persistence;    /* p of rank-biased overlap */
	enum record_format format;
};

extern const struct command_table agree_table;
