/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cheap labels of documents: qrels, or CSV with a header. Told apart by the first line: that of
 * qrels has four columns and no comma or semicolon.
 */
#include "readers/csv.h"
#include "readers/run_format.h"

enum { TOPIC, DOCUMENT, LABEL, SCORE, COLUMNS };

struct receiver {
	const struct input *in;
	struct run_records *records;
};

/* A document without a label is as good as one that is not listed. */
static int add(const struct receiver *to, struct place where, struct slice topic,
	       struct slice document, struct slice label, struct err *e)
{
	if (field_name(where, "document", document, e) < 0)
		return -1;
	if (label.length == 0)
		return 0;
	if (field_name(where, "label", label, e) < 0 ||
	    run_records_add(to->records, to->in, topic, document, 0, e) < 0)
		return -1;
	to->records->record[to->records->count - 1].label = piece_in(to->in, label);
	return 0;
}

static int take_row(void *context, const struct csv_row *row, struct err *e)
{
	const struct receiver *to = context;
	struct slice topic = row->field[TOPIC];
	bool label = row->field[LABEL].at != NULL;
	if (!label && row->field[SCORE].at == NULL)
		return err_data(e, "%.600s: a file of labels has a column label, or a column score",
				row->place.path);
	if (topic.at != NULL && field_name(row->place, "topic", topic, e) < 0)
		return -1;
	if (topic.at == NULL)
		topic = (struct slice){ to->in->bytes, 0 };
	return add(to, row->place, topic, row->field[DOCUMENT], row->field[label ? LABEL : SCORE],
		   e);
}

static int read_table(const struct input *in, struct receiver *to, struct err *e)
{
	const struct csv_column columns[COLUMNS] = {
		[TOPIC] = { .name = { "topic" }, .optional = true },
		[DOCUMENT] = { .name = { "docno", "document", "doc" } },
		[LABEL] = { .name = { "label" }, .optional = true },
		[SCORE] = { .name = { "score" }, .optional = true },
	};
	return csv_read(in, columns, COLUMNS, take_row, to, e);
}

static int read_qrels(const struct input *in, const struct receiver *to, struct err *e)
{
	static const struct columns four = { 4, 4, "topic iteration document label" };
	struct slice field[4];
	struct lines l;
	int found;
	lines_start(&l, in);
	while ((found = lines_next_checked(&l, &four, field, 4, e)) > 0)
		if (add(to, lines_place(&l), field[0], field[2], field[3], e) < 0)
			return -1;
	return found;
}

static bool is_qrels(const struct input *in)
{
	struct err ignored = { 0 };
	struct slice field[4];
	struct lines l;
	lines_start(&l, in);
	if (lines_next(&l, field, 4, &ignored) != 4)
		return false;
	size_t length = (size_t)(field[3].at + field[3].length - field[0].at);
	return memchr(field[0].at, ',', length) == NULL && memchr(field[0].at, ';', length) == NULL;
}

static int read(const struct input *in, struct run_records *r, struct err *e)
{
	enum { LEAST_BYTES = 4 }; /* two fields and what separates them */
	struct receiver to = { in, r };
	r->runid = run_name_of_file(in);
	if (run_records_reserve(r, in, LEAST_BYTES, e) < 0)
		return -1;
	if ((is_qrels(in) ? read_qrels(in, &to, e) : read_table(in, &to, e)) < 0)
		return -1;
	return r->count > 0 ? 0 : err_data(e, "%.600s: no document has a label", in->path);
}

const struct run_format label_file = { .name = "labels", .read = read };
