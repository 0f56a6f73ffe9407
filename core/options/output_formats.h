/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In which form an answer is wanted: what --format takes, for all commands. A format is a file of
 * core/output/formats that ends with one `OUTPUT_FORMAT = { ... };`; the build collects them.
 */
#pragma once

#include <stdbool.h>

struct buffer;
struct err;
struct record_column;
struct report;

/* The formats that are named in the code, by their place in the list (the Makefile has their
 * order); behind them come all others. */
enum record_format {
	FORMAT_TABLE,
	FORMAT_TREC,
	FORMAT_CSV,
	FORMAT_JSONL,
	FORMAT_LATEX,
	FORMAT_HTML,
	FORMAT_MARKDOWN,
};

/* Where a part of a report is shown: a paper has no room for what fills a page. */
enum format_shows {
	IN_TEXT = 1,
	IN_MARKDOWN = 2,
	IN_LATEX = 4,
	IN_PAGE = 8,
	IN_LINES = 16, /* for programs: records, and nothing else */
	IN_PAPER = IN_MARKDOWN | IN_LATEX,
	IN_ALL = IN_TEXT | IN_PAPER | IN_PAGE | IN_LINES,
};

struct output_format {
	const char *name;
	bool lines;	/* for programs, a line for each value; else for people */
	bool scores;	/* only commands that answer with values of measures have it */
	unsigned shows; /* of enum format_shows */
	/* A record as a line, and the line above all of them; NULL: there is none. */
	void (*header)(const struct record_column *column, struct buffer *b);
	void (*record)(const struct record_column *column, const void *record, struct buffer *b);
	int (*write)(const struct report *r, struct buffer *b, struct err *e);
	/* How its readers are told what a mark means: the best value of a column, runs that it is
	 * better than, better or worse than a baseline. */
	const char *best, *raised, *standing;
};

#define OUTPUT_FORMAT const struct output_format UNIT_SYMBOL

/* Ended by NULL. */
extern const struct output_format *const output_formats[];
