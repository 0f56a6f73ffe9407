/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of the command that evaluates runs.
 */
#pragma once

#include "core/engine/evaluate/run_options.h"

struct evaluate_request {
	struct run_request runs;
	enum score_format format;
	const char *zscores; /* file, or NULL */
	const char *plot;    /* file, or NULL */
	bool agreement;	     /* of judges, instead of an evaluation */
	const char *command; /* the command line, for a page; NULL: there is none */
};

extern const struct command_table evaluate_table;
