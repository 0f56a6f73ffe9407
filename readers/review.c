/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/columns.h"
#include "readers/lines.h"
#include "readers/review.h"

static const struct columns_asked asked = {
	.needed = COLUMN(DOCUMENT) | COLUMN(RELEVANCE),
	.optional = COLUMN(CONTROL) | COLUMN(RANDOM),
};

/* Where the records go, and whether there are any. */
struct receiver {
	review_sink receiver;
	void *context;
	bool any;
};

/* An empty field is 0. */
static int take_flag(const struct table_row *row, enum known_column column, bool *flag,
		     struct err *e)
{
	struct slice field = row->field[column];
	return field.length == 0 ? 0 : field_flag(row->place, column_name(column), field, flag, e);
}

static int hand_over(struct receiver *to, const struct review_record *r, struct err *e)
{
	to->any = true;
	return to->receiver(to->context, r, e);
}

static int take_row(void *context, const struct table_row *row, struct err *e)
{
	struct review_record r = { .place = row->place, .document = row->field[COLUMN_DOCUMENT] };
	if (field_name(row->place, "document", r.document, e) < 0 ||
	    row_relevance(row, &r.grade, e) < 0 ||
	    take_flag(row, COLUMN_CONTROL, &r.control, e) < 0 ||
	    take_flag(row, COLUMN_RANDOM, &r.random, e) < 0)
		return -1;
	if (r.control && r.random)
		return field_bad(row->place, "document", r.document,
				 "is both control and random; a control sample was drawn before "
				 "the review, random documents during it",
				 e);
	return hand_over(context, &r, e);
}

static int read_columns(const struct input *in, struct receiver *to, struct err *e)
{
	static const struct columns two = { 2, 2, "document judgment" };
	if (column_options_refuse(in->options, in->path, "two columns without a header", e) < 0)
		return -1;
	struct slice field[2];
	struct lines l;
	int found;
	lines_start(&l, in);
	while ((found = lines_next_checked(&l, &two, field, 2, e)) > 0) {
		struct review_record r = { .place = lines_place(&l), .document = field[0] };
		if (lines_grade(&l, field[1], &r.grade, e) < 0 || hand_over(to, &r, e) < 0)
			return -1;
	}
	return found;
}

int review_read(const struct input *in, review_sink receiver, void *context, struct err *e)
{
	struct receiver to = { .receiver = receiver, .context = context };
	int result = is_delimited(in, &asked) ? table_read(in, &asked, take_row, &to, e)
					      : read_columns(in, &to, e);
	if (result < 0)
		return -1;
	return to.any ? 0 : err_data(e, "%.600s: no document is reviewed", in->path);
}
