/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/csv.h"
#include "readers/listed.h"

enum { TOPIC, DOCUMENT, VALUE, COLUMNS };

struct receiver {
	const struct input *in;
	struct run_records *records;
	bool labels;
};

static int take_row(void *context, const struct csv_row *row, struct err *e)
{
	const struct receiver *to = context;
	struct slice topic = row->field[TOPIC], value = row->field[VALUE];
	double score = 0;
	if ((topic.at != NULL && field_name(row->place, "topic", topic, e) < 0) ||
	    field_name(row->place, "document", row->field[DOCUMENT], e) < 0)
		return -1;
	if (to->labels ? field_name(row->place, "label", value, e) < 0
		       : field_score(row->place, value, &score, e) < 0)
		return -1;
	if (topic.at == NULL)
		topic = (struct slice){ to->in->bytes, 0 };
	if (run_records_add(to->records, to->in, topic, row->field[DOCUMENT], score, e) < 0)
		return -1;
	if (to->labels)
		to->records->record[to->records->count - 1].label = piece_in(to->in, value);
	return 0;
}

static int read_list(const struct input *in, struct run_records *r, bool labels, struct err *e)
{
	enum { LEAST_BYTES = 4 }; /* two fields and what separates them */
	const struct csv_column columns[COLUMNS] = {
		[TOPIC] = { .name = { "topic" }, .optional = true },
		[DOCUMENT] = { .name = { "docno", "document", "doc" } },
		[VALUE] = { .name = { labels ? "label" : "score" } },
	};
	struct receiver to = { in, r, labels };
	r->runid = run_name_of_file(in);
	if (run_records_reserve(r, in, LEAST_BYTES, e) < 0)
		return -1;
	return csv_read(in, columns, COLUMNS, take_row, &to, e);
}

static int read_labels(const struct input *in, struct run_records *r, struct err *e)
{
	return read_list(in, r, true, e);
}

static int read_scores(const struct input *in, struct run_records *r, struct err *e)
{
	return read_list(in, r, false, e);
}

const struct run_format labelled_list = { .name = "labels", .read = read_labels };
const struct run_format scored_list = { .name = "scores", .read = read_scores };
