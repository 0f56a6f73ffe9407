/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Excel workbooks (.xlsx, .xlsm: ECMA-376): the cells of one sheet as CSV, one line a row, so that
 * all readers of tables read them as the same table saved as CSV.
 *
 * A cell is what it holds: its text, the number as the file has it, TRUE or FALSE, and of a formula
 * the value that was computed last. A date that is no text is a number. Rows without a value are
 * blank lines, so that the line is the row. Styles, links and macros are not looked at.
 */
#pragma once

#include "core/base/buffer.h"
#include "core/base/err.h"
#include "core/base/slice.h"

/* A zip archive. */
bool zip_begins(struct slice file);

/* Rows that are hidden are asked about if they have a value, read, or left out. */
extern const char *const hidden_rows[];
enum hidden_rows { HIDDEN_ASKED, HIDDEN_READ, HIDDEN_LEFT_OUT };
struct workbook_asked {
	const char *sheet;  /* its name; NULL: the only one that is not hidden */
	const char *option; /* what names a sheet, for messages; or NULL */
	int64_t header;	    /* the row of the header; 0: the first that is not blank */
	int hidden;	    /* of enum hidden_rows: those that a filter hides */
};

/* Appends the table of a sheet: 1. 0: it is no workbook; -1 with `e` filled. */
int workbook_csv(const char *path, struct slice file, const struct workbook_asked *a,
		 struct buffer *csv, struct err *e);
