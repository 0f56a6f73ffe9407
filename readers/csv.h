/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * CSV with a header line, split by libcsv.
 *
 * The header names the columns, in any order; columns that are not asked for are passed over.
 * Fields are separated by commas, or by semicolons if the header has them and no comma; blanks
 * around a field do not belong to it. A field with the separator, a quote or the end of a line in
 * it stands in quotes, with its own quotes doubled. A quote anywhere else is an error, and so is a
 * quoted field without an end. Lines end at '\n' or "\r\n". Blank lines, and lines before the
 * header that begin with '#' or "#, are passed over, and so is a UTF-8 byte-order mark. A NUL byte,
 * a field of 16 MiB or more, and a row with more or fewer fields than the header are errors.
 */
#pragma once

#include "readers/fields.h"
#include "readers/input.h"

enum { CSV_COLUMNS_MAX = 8, CSV_NAMES_MAX = 3 };

/* A column that is asked for. Capital letters in a header are the same as small ones. */
struct csv_column {
	const char *name[CSV_NAMES_MAX]; /* and other names that it may have; NULL if there is
					    none */
	bool optional;
};

/* One row. */
struct csv_row {
	struct place place; /* where it begins */
	/*
	 * By number of the column that was asked for; .at is NULL if the header lacks an
	 * optional one. They live as long as the input, and input_line() knows their lines.
	 */
	struct slice field[CSV_COLUMNS_MAX];
};

/* Takes one row; returns 0, or -1 with `e` filled, which ends the reading. */
typedef int (*csv_row_sink)(void *context, const struct csv_row *row, struct err *e);

/* Hands all rows to the receiver; none at all is no error, but a file without a header is. */
int csv_read(const struct input *in, const struct csv_column *columns, size_t count,
	     csv_row_sink receiver, void *context, struct err *e);

/* One record with all its fields, which live as long as the input. */
struct csv_record {
	struct place place; /* where it begins */
	const struct slice *field;
	size_t fields;
	bool header;
};

/* Takes one record; returns 0, or -1 with `e` filled, which ends the reading. */
typedef int (*csv_record_sink)(void *context, const struct csv_record *record, struct err *e);

/*
 * For tables whose columns are data: hands over the header, which may have any number of fields and
 * any names, and then all rows, which have as many.
 */
int csv_read_records(const struct input *in, csv_record_sink receiver, void *context,
		     struct err *e);
