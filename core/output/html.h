/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A page of HTML that needs nothing else: style, script and pictures are part of it. The script
 * sorts and copies tables; without it they are still there. No date, so that the same question has
 * the same page.
 *
 * Names and sentences are escaped here; the caller may print numbers into the buffer.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/options/options.h"
#include "core/output/plot.h"

/* The title and the warnings. */
void html_begin(struct buffer *b, const char *title, const struct warnings *w);

/* A part of the page. */
void html_section(struct buffer *b, const char *title);
void html_section_end(struct buffer *b);

void html_paragraph(struct buffer *b, const char *format, ...)
	__attribute__((format(__printf__, 2, 3)));

/* A command line; lines break between its words. */
void html_command(struct buffer *b, const char *command);

/* Each line is a paragraph, with the lines after it that begin with a blank. */
void html_lines(struct buffer *b, const struct buffer *text);

/* A table in parts: begin, a heading for each column, and rows of cells. */
void html_table(struct buffer *b, const char *title, size_t rows, size_t columns);
void html_heading(struct buffer *b, const char *text, bool number);
void html_rows(struct buffer *b);
void html_row(struct buffer *b, const char *name);		       /* its first cell */
void html_row_of(struct buffer *b, const char *of, struct slice name); /* "of: name", or "of" */
void html_cell(struct buffer *b, const char *text);
void html_number(struct buffer *b, int digits, double x); /* nan: a dash */
void html_table_end(struct buffer *b);

/* `count` plots of a picture, from `first` on, as separate figures. */
void html_plots(struct buffer *b, const struct picture *p, size_t first, size_t count);

/* A section with all plots. `result` is that of making the picture, which is released. */
int html_picture(struct buffer *b, struct picture *p, int result);

/* Where the page comes from. */
struct html_origin {
	const char *command; /* NULL: no command line */
	const struct command_table *table;
	const void *request;
	size_t words;	  /* how many of the arguments are files */
	const char *file; /* one more, of an option that takes other things, too; or NULL */
	const struct warnings *warnings;
};

/* Command, version, checksums of the files that were read, and the end. */
int html_end(struct buffer *b, const struct html_origin *o, struct err *e);
