/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/columns.h"
#include "readers/lines.h"
#include "readers/run_format.h"

/* `above`: the only line above, or an empty slice. */
static int mixed(const struct lines *l, int first, struct slice above, struct err *e)
{
	char header[256] = "";
	if (above.length > 0)
		snprintf(
			header, sizeof header,
			"; if '%s' is a header: write docno in its place, or type --run-column=docno='%s' if all lists have it",
			shown(above).text, shown(above).text);
	return err_at(
		e, l->in->path, l->number,
		"%d column%s, but the lines above have %d: either all lines name their topic, "
		"or none does%s",
		l->fields, l->fields == 1 ? "" : "s", first, header);
}

static int read_lines(const struct input *in, struct run_records *r, struct err *e)
{
	static const struct columns columns = { 1, 2, "[topic] document" };
	const struct slice no_topic = { in->bytes, 0 };
	struct slice field[2];
	struct lines l;
	lines_start(&l, in);
	int count, first = 0;
	size_t lines_above = 0;
	struct slice above = { in->bytes, 0 };
	while ((count = lines_next_checked(&l, &columns, field, 2, e)) > 0) {
		if (first == 0 && count == 2 && column_is_called(COLUMN_DOCUMENT, field[1]))
			return field_bad(lines_place(&l), "document", field[1],
					 "is a header, and a list with blanks between its columns "
					 "has none: separate them by commas or tabs",
					 e);
		first = first == 0 ? count : first;
		if (count != first)
			return mixed(&l, first, lines_above == 1 ? above : no_topic, e);
		if (lines_above++ == 0 && count == 2) /* "Bates No" */
			above = (struct slice){
				field[0].at, (size_t)(field[1].at + field[1].length - field[0].at)
			};
		struct slice topic = count == 2 ? field[0] : no_topic;
		if (run_records_add(r, in, topic, field[count - 1], 0, e) < 0)
			return -1;
	}
	return count;
}

/*
 * A table with a header, as spreadsheets and review platforms write it.
 */

static const struct columns_asked asked = { .needed = COLUMN(DOCUMENT), .optional = COLUMN(TOPIC) };

static int read_set(const struct input *in, struct run_records *r, struct err *e)
{
	enum { LEAST_BYTES = 2 }; /* a document and the end of the line */
	int header = has_header(in, &asked, e);
	if (header != 0)
		return header < 0 ? -1 : list_rows_read(in, r, &asked, LEAST_BYTES, e);
	return run_records_reserve(r, in, LEAST_BYTES, e) < 0 ? -1 : read_lines(in, r, e);
}

RUN_FORMAT = {
	.name = "set",
	.summary = "a bare list of documents, as of a production: [topic] document",
	.manual =
		"One document number a line, or the topic and the document number; all lines are\n"
		"alike. Or any CSV whose header has a column docno (Doc ID, Control Number, ...) and\n"
		"perhaps topic, as in -R csv. Without topics, the judgments must have a single one.\n"
		"All documents have the score 0: the list is a set, not a ranking. The run's name is\n"
		"that of the file, without folder and without .gz, .txt, .csv or .run.\n"
		"  0.7.47.1001\n",
	.set = true,
	.named = true,
	.read = read_set,
};
