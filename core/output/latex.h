/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text and tables for LaTeX.
 */
#pragma once

#include "core/base/buffer.h"

/* Any text; characters that LaTeX would take for commands are escaped. */
void latex_text(struct buffer *b, const char *text);

/*
 * A table of runs by measures, in parts: the beginning, a heading for each measure, the rows, which
 * the caller prints, and the end.
 */
void latex_begin(struct buffer *b, size_t measures);
void latex_heading(struct buffer *b, const char *measure); /* nDCG@10 for ndcg_cut_10 */
void latex_rows(struct buffer *b);
void latex_end(struct buffer *b);
