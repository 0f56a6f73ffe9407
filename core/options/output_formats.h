/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In which form an answer is wanted: what --format takes. One list for all commands, which stands
 * in core/output/records.c, beside the writers of lines.
 */
#pragma once

#include <stdbool.h>

struct buffer;
struct record_column;

/* The formats that are named in the code, by their place in the list; it may have more. */
enum record_format {
	FORMAT_TABLE,
	FORMAT_TREC,
	FORMAT_CSV,
	FORMAT_JSONL,
	FORMAT_LATEX,
	FORMAT_HTML,
	FORMAT_MARKDOWN,
};

/* Answers of different kinds: which command has which formats. */
enum format_set {
	FORMATS_OF_RECORDS = 1,	   /* plan, simulate, agree */
	FORMATS_OF_EVALUATION = 2, /* runs and their scores */
	FORMATS_OF_VALIDATION = 4, /* validate */
	FORMATS_OF_COMPARISON = 8, /* compare */
	FORMATS_OF_REVIEW = 16,	   /* stop */
	FORMATS_OF_ALL = 1 + 2 + 4 + 8 + 16,
};

struct output_format {
	const char *name;
	unsigned has; /* the answers that can be had in it: of enum format_set */
	bool lines;   /* for programs, a line for each value; else for people */
	/*
	 * The writer of a record, with the line above all of them. NULL: there is no such line, or
	 * each command writes the format in its own way.
	 */
	void (*header)(const struct record_column *column, struct buffer *b);
	void (*record)(const struct record_column *column, const void *record, struct buffer *b);
};

/* Ended by a name that is NULL. */
extern const struct output_format output_formats[];
