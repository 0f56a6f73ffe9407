/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables in Markdown, as GitHub and others show them.
 */
#pragma once

#include "core/base/buffer.h"

/* Any text; what would mark it up or end the cell is escaped. */
void markdown_text(struct buffer *b, const char *text);

/*
 * A table of runs by measures, in parts: the beginning, a heading for each measure, the rows, which
 * the caller prints, cell by cell, and for each the end.
 */
void markdown_begin(struct buffer *b);
void markdown_heading(struct buffer *b, const char *measure);
void markdown_rows(struct buffer *b, size_t measures);
void markdown_row(struct buffer *b, const char *run);
void markdown_row_end(struct buffer *b);
