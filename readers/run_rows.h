/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs and lists in rows whose columns have names: what -T csv and the rows of JSON share.
 */
#pragma once

#include "readers/columns.h"
#include "readers/run_format.h"

/* A run: a document with a score, and perhaps topic and tag. */
int run_rows_read(const struct input *in, struct run_records *r, struct err *e);

/* A list with these columns, COLUMN_LABEL or COLUMN_SCORE being one. */
int list_rows_read(const struct input *in, struct run_records *r, const struct columns_asked *asked,
		   struct err *e);
