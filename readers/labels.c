/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cheap labels of documents: a table with a header (readers/columns.h), or else qrels.
 */
#include "readers/columns.h"
#include "readers/run_format.h"

struct receiver {
	const struct input *in;
	struct run_records *records;
	bool all; /* every document must have a label */
};

/* A document without a label is as good as one that is not listed, unless all must have one. */
static int add(const struct receiver *to, struct place where, struct slice topic,
	       struct slice document, struct slice label, struct err *e)
{
	if (field_name(where, "document", document, e) < 0)
		return -1;
	if (label.length == 0 && !to->all)
		return 0;
	if (field_name(where, "label", label, e) < 0 ||
	    run_records_add(to->records, to->in, topic, document, 0, e) < 0)
		return -1;
	to->records->record[to->records->count - 1].label = piece_in(to->in, label);
	return 0;
}

/* A grade is a label too; words are not translated, as they are only names of classes. */
static const struct columns_asked asked = {
	.needed = COLUMN(DOCUMENT),
	.optional = COLUMN(TOPIC),
	.one_of = COLUMN(LABEL) | COLUMN(SCORE) | COLUMN(RELEVANCE),
};

static int take_row(void *context, const struct table_row *row, struct err *e)
{
	const struct receiver *to = context;
	struct slice topic = row->field[COLUMN_TOPIC], label = row->field[COLUMN_LABEL];
	if (label.at == NULL)
		label = row->field[COLUMN_SCORE];
	if (label.at == NULL)
		label = row->field[COLUMN_RELEVANCE];
	if (topic.at != NULL && field_name(row->place, "topic", topic, e) < 0)
		return -1;
	if (topic.at == NULL)
		topic = (struct slice){ to->in->bytes, 0 };
	return add(to, row->place, topic, row->field[COLUMN_DOCUMENT], label, e);
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

static int read_file(const struct input *in, struct run_records *r, bool all, struct err *e)
{
	enum { LEAST_BYTES = 4 }; /* two fields and what separates them */
	struct receiver to = { in, r, all };
	r->runid = run_name_of_file(in);
	if (run_records_reserve(r, in, LEAST_BYTES, e) < 0)
		return -1;
	int delimited = is_delimited(in, &asked, e);
	if (delimited < 0 ||
	    (delimited ? table_read(in, &asked, take_row, &to, e) : read_qrels(in, &to, e)) < 0)
		return -1;
	return r->count > 0 ? 0 : err_data(e, "%.600s: no document has a label", in->path);
}

static int read_some(const struct input *in, struct run_records *r, struct err *e)
{
	return read_file(in, r, false, e);
}

static int read_all(const struct input *in, struct run_records *r, struct err *e)
{
	return read_file(in, r, true, e);
}

const struct run_format label_file = { .name = "labels", .named = true, .read = read_some };
const struct run_format labelled_list = { .name = "labels", .named = true, .read = read_all };
