/*
 * Lines of named values, printed as a table for a person, as CSV or as JSON lines.
 *
 * A value that is not there (nan, or records_none()) is a dash in a table, nothing in CSV and null
 * in JSON.
 */
#ifndef CLI_OUTPUT_RECORDS_H
#define CLI_OUTPUT_RECORDS_H

#include <stdint.h>

#include "core/base/buffer.h"

enum record_format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSONL };

/* As in --format; ended by NULL. */
extern const char *const record_formats[];

enum record_kind {
	RECORD_TEXT,
	RECORD_WHOLE,
	RECORD_REAL,  /* with a fixed number of digits */
	RECORD_SHORT, /* a real number with as many digits as it takes, up to 6 */
};

struct record_column {
	const char *name;    /* in CSV and JSON; NULL: not there */
	const char *heading; /* in a table; NULL: not there */
	enum record_kind kind;
	int digits;	  /* of RECORD_REAL, after the point, in CSV and JSON */
	int table_digits; /* the same in a table */
	int width;	  /* in a table, at least */
};

struct record_value;

/* Lines of one kind. The columns are borrowed and end with one that has neither name nor heading.
 */
struct records {
	const struct record_column *column;
	size_t columns;
	struct record_value *value; /* line by line */
	size_t count, room;
	bool failed; /* memory ran out */
};

void records_init(struct records *r, const struct record_column *column);
void records_release(struct records *r);

/* The next value, which must be of the kind of its column. Texts are copied. */
void records_text(struct records *r, const char *text);
void records_whole(struct records *r, int64_t whole);
void records_real(struct records *r, double real);
void records_none(struct records *r);

/* All lines. A header comes first in a table, and in CSV where the buffer is empty. */
void records_print(const struct records *r, enum record_format format, struct buffer *b);

#endif
