/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables of runs by measures for a paper, in LaTeX, or for a page of a project, in Markdown as
 * GitHub and others show it.
 */
#pragma once

#include "core/base/buffer.h"

/* How a format writes it. */
struct paper {
	/* Any text; what the format would take for its own is escaped. */
	void (*text)(struct buffer *b, const char *text);
	void (*measure)(struct buffer *b, const char *name); /* nDCG@10 for ndcg_cut_10 */
	/* The beginning, of each column behind the first, and before the first heading; then the
	 * same between headings and rows. */
	const char *begin[3], *rows[3], *end;
	const char *row, *cell, *row_end; /* before a row, between its cells, behind it */
	const char *bold, *bold_end, *raised, *raised_end, *range, *plus_minus;
	const char *better[2], *worse[2]; /* than a baseline, p < 0.01 and p < 0.05 */
	const char *comment;		  /* before a line that explains */
};

extern const struct paper paper_latex, paper_markdown;

/*
 * A table in parts: the beginning, a heading for each measure, the rows, which the caller prints,
 * and the end.
 */
void paper_begin(struct buffer *b, const struct paper *p, size_t columns);
void paper_heading(struct buffer *b, const struct paper *p, const char *measure);
void paper_rows(struct buffer *b, const struct paper *p, size_t columns);
void paper_end(struct buffer *b, const struct paper *p);
