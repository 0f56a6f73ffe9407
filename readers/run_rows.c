/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/run_rows.h"

struct receiver {
	const struct input *in;
	struct run_records *records;
	double score; /* of a row that has none */
};

static int take_row(void *context, const struct table_row *row, struct err *e)
{
	const struct receiver *to = context;
	struct slice topic = row->field[COLUMN_TOPIC];
	struct slice value = row->field[COLUMN_SCORE];
	double score = to->score;
	if ((topic.at != NULL && field_name(row->place, "topic", topic, e) < 0) ||
	    field_name(row->place, "document", row->field[COLUMN_DOCUMENT], e) < 0)
		return -1;
	if (value.at != NULL && field_score(row->place, value, &score, e) < 0)
		return -1;
	if (row->field[COLUMN_TAG].at != NULL) {
		if (field_name(row->place, "tag", row->field[COLUMN_TAG], e) < 0)
			return -1;
		to->records->runid = row->field[COLUMN_TAG];
	}
	if (topic.at == NULL)
		topic = (struct slice){ to->in->bytes, 0 };
	return run_records_add(to->records, to->in, topic, row->field[COLUMN_DOCUMENT], score, e);
}

static int read_rows(const struct input *in, struct run_records *r,
		     const struct columns_asked *asked, table_sink take, struct err *e)
{
	enum { LEAST_BYTES = 4 }; /* two fields and what separates them */
	struct receiver to = { .in = in, .records = r };
	r->runid = run_name_of_file(in);
	if (run_records_reserve(r, in, LEAST_BYTES, e) < 0)
		return -1;
	return table_read(in, asked, take, &to, e);
}

int list_rows_read(const struct input *in, struct run_records *r, const struct columns_asked *asked,
		   struct err *e)
{
	return read_rows(in, r, asked, take_row, e);
}

/*
 * A column that is called rank is a rank in retrieval, 1 being the best, and a score on some review
 * platforms, 100 being the best: the user must say which.
 */
static int rank_or_score(const struct table_row *row, struct err *e)
{
	struct slice name = row->header->called[COLUMN_RANK];
	struct shown text = shown(name.at, name.length);
	return err_at(e, row->place.path, row->place.line,
		      "column '%s' may hold ranks, 1 being the best, or scores, the highest being "
		      "the best: say --run-column=rank='%s' or --run-column=score='%s'",
		      text.text, text.text, text.text);
}

static int take_ranked(void *context, const struct table_row *row, struct err *e)
{
	const struct table_header *h = row->header;
	if ((h->present & COLUMN(SCORE)) != 0)
		return take_row(context, row, e);
	if ((h->named & COLUMN(RANK)) == 0)
		return rank_or_score(row, e);
	int64_t rank;
	struct slice field = row->field[COLUMN_RANK];
	struct receiver *to = context;
	if (!parse_whole(field, &rank) || rank < 1)
		return field_bad(row->place, "rank", field, "is not a whole number above 0", e);
	to->score = -(double)rank;
	return take_row(context, row, e);
}

int run_rows_read(const struct input *in, struct run_records *r, struct err *e)
{
	static const struct columns_asked asked = {
		.needed = COLUMN(DOCUMENT),
		.one_of = COLUMN(SCORE) | COLUMN(RANK),
		.optional = COLUMN(TOPIC) | COLUMN(TAG),
		.otherwise = "a list of documents without scores is read with -T set",
	};
	return read_rows(in, r, &asked, take_ranked, e);
}
