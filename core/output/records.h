/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Named values, as lines of one kind: a table for a person, CSV or JSON lines.
 *
 * A line is a struct of the caller. A column says where in that struct its value stands (offsetof),
 * of what kind it is, and how it is printed. A value that is missing is a dash in a table, nothing
 * in CSV and null in JSON.
 */
#pragma once

#include "core/base/buffer.h"
#include "core/options/output_formats.h"

/* The type of a value, and which value means that it is missing. */
enum record_kind {
	RECORD_TEXT,  /* const char *; NULL */
	RECORD_WHOLE, /* int64_t; RECORD_NONE */
	RECORD_COUNT, /* double that is a whole number; nan */
	RECORD_REAL,  /* double, printed with a fixed number of digits, or exactly; nan */
	RECORD_SHORT, /* double, printed with as many digits as it takes, up to 6; nan */
};
#define RECORD_NONE INT64_MIN

struct record_column {
	const char *name;    /* in CSV and JSON; NULL: not there */
	const char *heading; /* in a table; NULL: not there */
	enum record_kind kind;
	int digits;	  /* of RECORD_REAL, after the point, in CSV and JSON, or RECORD_EXACT */
	int table_digits; /* the same in a table */
	int width;	  /* in a table, at least */
	size_t at;	  /* of the value in the line: .at = offsetof(...) */
	int padded;	  /* width of RECORD_REAL in CSV and JSON, at least */
	bool if_any;	  /* a table has the column only if a line has a value */
	bool blank;	  /* a missing value is no dash in a table, but nothing */
	bool optional;	  /* a line of JSON leaves a missing value out */
};

/* Instead of a number of digits: as many as it takes to read back the same number. */
enum { RECORD_EXACT = -1 };

/* Most columns of a kind of line. */
enum { RECORD_COLUMNS_MAX = 40 };

/* Lines of one kind. */
struct records {
	struct record_column column[RECORD_COLUMNS_MAX + 1]; /* a copy, for the caller to change */
	size_t size;					     /* of a line */
	char *line;
	size_t count, room;
	bool failed; /* memory ran out */
};

/* The columns end with one that has neither name nor heading. */
void records_init(struct records *r, const struct record_column *column, size_t size);
void records_release(struct records *r);

/* The column with a name, which must be there. */
struct record_column *records_column(struct records *r, const char *name);

/* Makes all values of a line missing. */
void record_clear(const struct record_column *column, void *line);

/* Copies a line; its texts are borrowed until it is printed. */
void records_add(struct records *r, const void *line);

/* For lines that are printed one by one: the header, if the format has one, and a line. */
static inline void record_header(const struct record_column *column, enum record_format format,
				 struct buffer *b)
{
	if (output_formats[format]->header != NULL)
		output_formats[format]->header(column, b);
}

static inline void record_line(const struct record_column *column, enum record_format format,
			       const void *line, struct buffer *b)
{
	output_formats[format]->record(column, line, b);
}

/* The value of a column of doubles. */
double record_real(const void *line, size_t at);

/* ---- for the formats ---- */

/* The longest number is 1.8e308 with 17 digits after the point. */
struct record_text {
	char text[352];
};

/* Whether there are no columns from here on. */
static inline bool record_columns_end(const struct record_column *c)
{
	return c->name == NULL && c->heading == NULL;
}

bool record_is_missing(const struct record_column *c, const void *line);

/* Whether a line of CSV or JSON has a value in a column; it, a text or a number. */
bool record_has(const struct record_column *c, const void *line);
const char *record_string(const struct record_column *c, const void *line);
struct record_text record_number(const struct record_column *c, const void *line);

/* A value in a table; `room` may hold it. */
const char *record_shown(const struct record_column *c, const void *line, struct record_text *room);
