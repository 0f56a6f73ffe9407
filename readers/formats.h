/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The formats of judgments and runs that a request asks for, with what it says of their columns.
 */
#pragma once

#include "readers/columns.h"
#include "readers/judgment_format.h"
#include "readers/run_format.h"
#include "readers/workbook.h"

struct formats {
	/* What options say; zeroed if there are none. */
	struct column_options columns;	   /* of judgments: --column, --relevant-word ... */
	struct column_options run_columns; /* of runs and lists: --run-column */
	/* What is found. It points to the options above: a copy of the struct must find again. */
	struct judgment_format judgments;
	struct run_format runs;
};

/*
 * `judgments` and `runs` are the names behind -R and -T. NULL: the format of runs that goes with
 * the judgments', or the usual one, unless the first lines of a file are those of another one.
 */
int formats_find(struct formats *f, const char *judgments, const char *runs, struct err *e);
