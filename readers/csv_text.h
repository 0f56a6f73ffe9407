/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Delimited text with a header line, split by libcsv. readers/columns.h finds columns by their
 * names.
 *
 * Fields are separated by commas, semicolons or tabs: by the one that stands most often in the
 * header, outside quotes. Blanks around a field do not belong to it. A field with the separator, a
 * quote or the end of a line in it stands in quotes, with its own quotes doubled. A quote anywhere
 * else is an error, and so is a quoted field without an end. Lines end at '\n' or "\r\n". Blank
 * lines, and lines before the header that begin with '#' or "#, are passed over, and so is a UTF-8
 * byte-order mark. A NUL byte, a field of 16 MiB or more, and a row with more or fewer fields than
 * the header are errors.
 */
#pragma once

#include "readers/fields.h"
#include "readers/input.h"

/* One record. Its fields live as long as the input, and input_line() knows their lines. */
struct csv_record {
	struct place place; /* where it begins */
	struct slice text;  /* all of it, as it stands */
	const struct slice *field;
	size_t fields;
	bool header;
};

/* Takes one record; returns 0, or -1 with `e` filled, which ends the reading. */
typedef int (*csv_record_sink)(void *context, const struct csv_record *record, struct err *e);

/*
 * Hands over the header, which may have any number of fields and any names, and then all rows,
 * which have as many; or the header alone. No row at all is no error, but a file without a header
 * is.
 */
enum csv_part { CSV_ALL, CSV_HEADER };
int csv_read(const struct input *in, enum csv_part part, csv_record_sink receiver, void *context,
	     struct err *e);
