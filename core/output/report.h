/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a command says to people, in no format yet: sections with tables, notes, prose and figures.
 * A command builds it once, and the format that is asked for writes it (core/output/formats).
 *
 * Not all readers want the same: report_for() says which formats show what follows. What the format
 * of the report does not show is dropped at once, so that nothing has to be asked before. Formats
 * for programs show records and nothing else.
 *
 * If memory runs out, report_write() says so; no function before it fails.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/warnings.h"
#include "core/options/options.h"
#include "core/output/plot.h"
#include "core/output/records.h"

enum cells_kind {
	CELLS_TEXT,
	CELLS_NUMBER,
	CELLS_RECORD,  /* numbers; in text the column is as wide as the widest of them */
	CELLS_MEASURE, /* numbers followed by bounds and marks; the heading is a measure's */
};

struct report_column {
	const char *heading;
	enum cells_kind kind;
	size_t width;	   /* in text at least; of CELLS_NUMBER exactly */
	const char *group; /* of columns, named above them; NULL: none */
};

/* What accompanies the text of a cell. */
struct report_marks {
	const char *lower, *upper; /* bounds; NULL: none */
	const char *deviation;	   /* of what it is the mean of; NULL: none */
	const char *raised;	   /* letters of runs that it is better than, as "a,c-f"; or NULL */
	int standing;		   /* against a baseline: 2, 1 better, -1, -2 worse; 0 neither */
	bool doubtful;		   /* the standing is marked with ? */
	bool best;		   /* of its column */
	bool range;		   /* the text is FROM-TO */
};

struct report_cell {
	size_t at;			  /* where it is in the text of the table */
	const struct report_marks *marks; /* never NULL */
};

enum report_kind {
	REPORT_SECTION, /* a title; none: the end of one */
	REPORT_HEADING, /* a title within a section */
	REPORT_LINE,	/* of the answer */
	REPORT_NOTE,	/* a line that explains; a comment in LaTeX */
	REPORT_WRAPPED, /* the same, on several lines if it is long */
	REPORT_PROSE,	/* sentences to read or to copy; each line is a paragraph */
	REPORT_QUOTE,	/* sentences to copy, in short lines; a number and its % stay together */
	REPORT_POINT,	/* of a list */
	REPORT_COMMAND, /* as it is typed */
	REPORT_SPACE,
	REPORT_TABLE,
	REPORT_RECORDS, /* for programs */
	REPORT_FIGURES,
};

struct report_block {
	enum report_kind kind;
	struct buffer title; /* empty: it has none, or it is not shown */
	struct buffer text;  /* of a table: that of all cells */
	size_t width;	     /* of lines, in text */
	/* Of a table, row by row. */
	struct report_column *column;
	struct report_cell *cell;
	size_t columns, column_room, cells, cell_room;
	struct records *records;
	/* Plots of a picture, which the report owns. */
	const struct picture *picture;
	size_t first, count;
	struct report_block *next;
};

/* Where a page comes from. */
struct report_origin {
	const char *title; /* NULL: the summary of the command */
	const struct answered *asked;
	size_t words; /* how many of the arguments are files; 0: all */
	const struct warnings *warnings;
};

/* A picture that is released with the report. */
struct report_picture {
	struct picture picture;
	struct report_picture *next;
};

struct report {
	enum record_format format;
	struct report_origin origin;
	bool against_baseline; /* cells may have a standing */
	struct report_block *first, *last;
	/* Its own. */
	unsigned shows; /* what the format shows, and what is being built is for */
	unsigned is_for;
	struct report_block *table; /* the one that gets columns and cells; NULL: it is not shown */
	size_t next;		    /* its column, of `given` in all that were named */
	size_t given;
	const char *group;
	bool *hidden;
	size_t hidden_room;
	struct report_picture *pictures;
	struct arena memory;
	struct buffer scratch; /* for what is not shown */
	bool failed;
};

/* What the origin points to stays until the report is written. */
void report_init(struct report *r, enum record_format format, const struct report_origin *origin);

/* Writes all of it if `result` is 0, and releases it. Returns `result`, or -1. */
int report_write(struct report *r, int result, struct buffer *b, struct err *e);

/* The same to `out`, for a command that writes nothing else. */
int report_finish(struct report *r, const struct output *out, int result, struct err *e);

/* What follows is for these formats. */
static inline void report_for(struct report *r, unsigned in)
{
	r->is_for = in;
}

/* Whether the format is one of these. */
static inline bool report_is(const struct report *r, unsigned in)
{
	return (r->shows & in) != 0;
}

/* A page has sentences with full stops, where others have lines. */
static inline const char *report_stop(const struct report *r)
{
	return report_is(r, IN_PAGE) ? "." : "";
}

/* The words of its marks. */
static inline const struct output_format *report_format(const struct report *r)
{
	return output_formats[r->format];
}

/*
 * What follows returns a buffer to print into, until the next part begins; the macros print. What
 * is printed into a part that is not shown is lost. Nothing is shown of an empty part.
 */
struct buffer *report_text(struct report *r, enum report_kind kind);

#define report_line(r, ...)    buffer_print(report_text((r), REPORT_LINE), __VA_ARGS__)
#define report_note(r, ...)    buffer_print(report_text((r), REPORT_NOTE), __VA_ARGS__)
#define report_section(r, ...) buffer_print(report_text((r), REPORT_SECTION), __VA_ARGS__)
#define report_heading(r, ...) buffer_print(report_text((r), REPORT_HEADING), __VA_ARGS__)

/* A section ends where the next begins, or here. */
void report_section_end(struct report *r);
void report_space(struct report *r); /* an empty line, in text */

/*
 * Begins a table, whose title the formats `titled` show. Then follow the columns, and the
 * cells row by row; those of a column that is not shown are skipped.
 */
struct buffer *report_begin_table(struct report *r, unsigned titled);
#define report_table(r, titled, ...) buffer_print(report_begin_table((r), (titled)), __VA_ARGS__)

/* `width` is in text. A column that only these formats have, or all. */
void report_column_in(struct report *r, unsigned in, const char *heading, enum cells_kind kind,
		      int width);

static inline void report_column(struct report *r, const char *heading, enum cells_kind kind,
				 int width)
{
	report_column_in(r, IN_ALL, heading, kind, width);
}

void report_columns(struct report *r, enum cells_kind kind, int width, ...)
	__attribute__((sentinel)); /* several headings, ended by NULL */

/* The columns that follow belong together under a name; NULL: they do not. Formats without a second
 * line of headings have it in those of the columns. */
void report_group(struct report *r, const char *name);

struct buffer *report_begin_cell(struct report *r);
#define report_cell(r, ...) buffer_print(report_begin_cell(r), __VA_ARGS__)
void report_marked(struct report *r, const char *text, const struct report_marks *m); /* copied */
void report_number(struct report *r, int digits, double x); /* nan: a dash */
void report_numbers(struct report *r, int digits, size_t count, const double *x);
void report_p(struct report *r, double p); /* never 0 */

#define REPORT_NUMBERS(r, digits, ...)                                                    \
	report_numbers((r), (digits), sizeof((double[]){ __VA_ARGS__ }) / sizeof(double), \
		       (double[]){ __VA_ARGS__ })

/* The same from records, which are taken; for programs they are the answer. */
void report_records(struct report *r, unsigned titled, const char *title, struct records *x);

/* `count` plots of a picture, from `first` on, as separate figures. */
void report_figures(struct report *r, const struct picture *p, size_t first, size_t count);

/* Room for a picture, which is released with the report; NULL: out of memory. */
struct picture *report_picture(struct report *r, struct err *e);

/* ---- for the formats ---- */

/* The records, line by line. */
int report_write_records(const struct report *r, struct buffer *b, struct err *e);

static inline const char *report_cell_text(const struct report_block *table, size_t cell)
{
	return table->text.text + table->cell[cell].at;
}

/* " [0.2571, 0.3250]", or the only bound, after its words; nothing if there is none.
 */
void report_bounds(struct buffer *b, const struct report_marks *m, const char *at_least,
		   const char *at_most);

/* Whether its cells are right-aligned: plain numbers. */
static inline bool report_is_right(const struct report_column *c)
{
	return c->kind == CELLS_NUMBER || c->kind == CELLS_RECORD;
}
