/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/columns.h"
#include "readers/run_format.h"

struct receiver {
	const struct input *in;
	struct run_records *records;
	bool labels; /* instead of scores */
};

static int take_row(void *context, const struct table_row *row, struct err *e)
{
	const struct receiver *to = context;
	struct slice topic = row->field[COLUMN_TOPIC];
	struct slice value = row->field[to->labels ? COLUMN_LABEL : COLUMN_SCORE];
	double score = 0;
	if ((topic.at != NULL && field_name(row->place, "topic", topic, e) < 0) ||
	    field_name(row->place, "document", row->field[COLUMN_DOCUMENT], e) < 0)
		return -1;
	if (to->labels ? field_name(row->place, "label", value, e) < 0
		       : field_score(row->place, value, &score, e) < 0)
		return -1;
	if (row->field[COLUMN_TAG].at != NULL) {
		if (field_name(row->place, "tag", row->field[COLUMN_TAG], e) < 0)
			return -1;
		to->records->runid = row->field[COLUMN_TAG];
	}
	if (topic.at == NULL)
		topic = (struct slice){ to->in->bytes, 0 };
	if (run_records_add(to->records, to->in, topic, row->field[COLUMN_DOCUMENT], score, e) < 0)
		return -1;
	if (to->labels)
		to->records->record[to->records->count - 1].label = piece_in(to->in, value);
	return 0;
}

static int read_rows(const struct input *in, struct run_records *r,
		     const struct columns_asked *asked, struct err *e)
{
	enum { LEAST_BYTES = 4 }; /* two fields and what separates them */
	struct receiver to = { in, r, (asked->needed & COLUMN(LABEL)) != 0 };
	r->runid = run_name_of_file(in);
	if (run_records_reserve(r, in, LEAST_BYTES, e) < 0)
		return -1;
	return table_read(in, asked, take_row, &to, e);
}

static int read_csv(const struct input *in, struct run_records *r, struct err *e)
{
	static const struct columns_asked asked = { .needed = COLUMN(DOCUMENT) | COLUMN(SCORE),
						    .optional = COLUMN(TOPIC) | COLUMN(TAG) };
	return read_rows(in, r, &asked, e);
}

static int read_scores(const struct input *in, struct run_records *r, struct err *e)
{
	static const struct columns_asked asked = { .needed = COLUMN(DOCUMENT) | COLUMN(SCORE),
						    .optional = COLUMN(TOPIC) };
	return read_rows(in, r, &asked, e);
}

static int read_labels(const struct input *in, struct run_records *r, struct err *e)
{
	static const struct columns_asked asked = { .needed = COLUMN(DOCUMENT) | COLUMN(LABEL),
						    .optional = COLUMN(TOPIC) };
	return read_rows(in, r, &asked, e);
}

const struct run_format scored_list = { .name = "scores", .named = true, .read = read_scores };
const struct run_format labelled_list = { .name = "labels", .named = true, .read = read_labels };

RUN_FORMAT = {
	.name = "csv",
	.summary = "CSV with a header: docno, score and optionally topic and tag",
	.manual =
		"Comma-separated values. The header names the columns, in any order: docno\n"
		"(or document, doc), score, and optionally topic and tag; others are ignored.\n"
		"Without topics, the judgments must have a single one. Documents are ranked as in\n"
		"trec_results. The tag of the last row is the run's name; without\n"
		"that column it is the file's name, without folder and without .gz, .txt, .csv or\n"
		".run. A field with a comma, a quote or a line end in it stands in double quotes,\n"
		"its own quotes doubled. Lines that begin with # may stand above the header.\n"
		"  topic,docno,score,tag\n"
		"  301,FR940202-2-00150,2.129133,STANDARD\n",
	.named = true,
	.read = read_csv,
};
