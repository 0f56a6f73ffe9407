/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/columns.h"
#include "readers/judgment_rows.h"

static const struct columns_asked asked = {
	.needed = COLUMN(DOCUMENT) | COLUMN(RELEVANCE),
	.optional = COLUMN(TOPIC) | COLUMN(PROBABILITY) | COLUMN(STRATUM) | COLUMN(SIZE) |
		    COLUMN(PICKS) | COLUMN(JUDGED_BY) | COLUMN(CLUSTER),
};

/* Where the records go. */
struct receiver {
	judgment_sink receiver;
	void *context;
};

/* An empty relevance is still to be filled in; the document may then be missing, too. */
static int take_judgment(const struct table_row *row, struct judgment_record *r, struct err *e)
{
	int64_t grade = 0;
	r->unjudged = row->field[COLUMN_RELEVANCE].length == 0;
	if (r->unjudged && r->document.length == 0)
		return 0;
	if (field_name(row->place, "document", r->document, e) < 0 ||
	    (!r->unjudged && row_relevance(row, &grade, e) < 0))
		return -1;
	r->level = (double)grade;
	return 0;
}

static int take_probability(const struct table_row *row, struct judgment_record *r, struct err *e)
{
	struct slice field = row->field[COLUMN_PROBABILITY];
	if (field.at == NULL)
		return 0;
	if (field_present(row->place, "probability", field, e) < 0)
		return -1;
	r->decimals = field_decimals(field);
	return field_probability(row->place, field, &r->probability, e);
}

/* Size and picks say something of the stratum; without that column they are any other column. */
static int take_stratum(const struct table_row *row, struct judgment_record *r, struct err *e)
{
	struct slice size = row->field[COLUMN_SIZE], picks = row->field[COLUMN_PICKS];
	r->stratum = row->field[COLUMN_STRATUM];
	if (r->stratum.at == NULL)
		return 0;
	if (field_name(row->place, "stratum", r->stratum, e) < 0)
		return -1;
	if (size.at != NULL && (field_present(row->place, "size", size, e) < 0 ||
				field_count(row->place, "size", size, &r->size, e) < 0))
		return -1;
	if (size.at != NULL && r->size == 0)
		return field_bad(row->place, "size", size, "has no place for the document", e);
	if (picks.length == 0)
		return 0;
	if (field_count(row->place, "picks", picks, &r->picks, e) < 0)
		return -1;
	if (size.at == NULL || row->field[COLUMN_PROBABILITY].at == NULL)
		return field_bad(row->place, "picks", picks, "needs the columns size and prob", e);
	if (r->picks < r->size)
		return field_bad(row->place, "picks", picks, "is less than the bucket's size", e);
	return 0;
}

static int take_row(void *context, const struct table_row *row, struct err *e)
{
	const struct receiver *to = context;
	struct judgment_record r = { .topic = row->field[COLUMN_TOPIC],
				     .document = row->field[COLUMN_DOCUMENT],
				     .group = row->field[COLUMN_JUDGED_BY],
				     .cluster = row->field[COLUMN_CLUSTER],
				     .cluster_column = row->header->called[COLUMN_CLUSTER],
				     .cluster_named = (row->header->named & COLUMN(CLUSTER)) != 0 };
	if ((r.topic.at != NULL && field_name(row->place, "topic", r.topic, e) < 0) ||
	    take_judgment(row, &r, e) < 0 || take_probability(row, &r, e) < 0 ||
	    take_stratum(row, &r, e) < 0)
		return -1;
	if (r.topic.at == NULL) /* --drawn can supply it */
		r.topic = (struct slice){ r.document.at, 0 };
	return to->receiver(to->context, &r, e);
}

int judgment_rows_read(const struct input *in, judgment_sink receiver, void *context, struct err *e)
{
	struct receiver to = { receiver, context };
	return table_read(in, &asked, take_row, &to, e);
}

int judgment_rows_begin(const struct input *in, struct err *e)
{
	return is_delimited(in, &asked, e);
}
