/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/number.h"
#include "readers/columns.h"
#include "readers/lines.h"
#include "readers/moment.h"
#include "readers/references.h"
#include "readers/review.h"

static const struct columns_asked asked = {
	.needed = COLUMN(DOCUMENT) | COLUMN(RELEVANCE),
	.optional = COLUMN(CONTROL) | COLUMN(RANDOM) | COLUMN(TIME),
};

/* A record of a file whose rows have times, and are not in the order of the review. */
struct timed_record {
	struct review_record record;
	double time;
	size_t number; /* in the file: the order of equal times */
};

/* Where the records go, and whether there are any. */
struct receiver {
	review_sink receiver;
	void *context;
	bool any;
	bool in_order;		    /* whatever the times are */
	struct timed_record *timed; /* until all are there */
	size_t count, room;
};

/* An empty field is 0. */
static int take_flag(const struct table_row *row, enum known_column column, bool *flag,
		     struct err *e)
{
	struct slice field = row->field[column];
	return field.length == 0 ? 0 : field_flag(row->place, column_name(column), field, flag, e);
}

/* A row without a code was not reviewed. Its time may be empty, too. */
static int keep(struct receiver *to, struct slice time, const struct review_record *r,
		struct err *e)
{
	struct timed_record t = { .record = *r, .number = to->count };
	if (!parse_moment(time, &t.time))
		return field_bad(
			r->place, "time", time,
			"is neither a number nor a date and time (2025-04-19 08:30:05); it "
			"gives the order of the review",
			e);
	if (to->count == to->room) {
		to->room = to->room > 0 ? 2 * to->room : 1024;
		if (!ARRAY_RESIZE(to->timed, to->room))
			return err_memory(e);
	}
	to->timed[to->count++] = t;
	return 0;
}

static int by_time(const void *a, const void *b)
{
	const struct timed_record *x = a, *y = b;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

static int hand_over(struct receiver *to, const struct review_record *r, struct err *e)
{
	to->any = true;
	return to->receiver(to->context, r, e);
}

static int take_row(void *context, const struct table_row *row, struct err *e)
{
	struct review_record r = { .place = row->place, .document = row->field[COLUMN_DOCUMENT] };
	bool timed = row->field[COLUMN_TIME].at != NULL;
	if (timed && row->field[COLUMN_RELEVANCE].length == 0)
		return 0;
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
	return timed ? keep(context, row->field[COLUMN_TIME], &r, e) : hand_over(context, &r, e);
}

/* Hands over what was kept, in the order of the times. */
static int hand_over_kept(struct receiver *to, int result, struct err *e)
{
	if (result == 0 && to->count > 0)
		qsort(to->timed, to->count, sizeof *to->timed, by_time);
	for (size_t i = 0; i < to->count && result == 0; i++)
		result = hand_over(to, &to->timed[i].record, e);
	free(to->timed);
	return result;
}

static int take_reference(void *context, const struct reference *x, struct err *e)
{
	struct receiver *to = context;
	const struct review_record r = {
		.place = x->place, .document = x->name, .grade = x->decision, .random = x->random
	};
	if (x->decision < 0)
		return 0;
	if (field_name(x->place, "document", x->name, e) < 0)
		return -1;
	if (to->in_order)
		return hand_over(to, &r, e);
	if (x->time.at != NULL)
		return keep(to, x->time, &r, e);
	return err_at(e, x->place.path, x->place.line,
		      "record '%s' has a decision and no time (a note 'asreview_time: ...'): the "
		      "order of the review is not known. If the records stand in this order, say "
		      "--column=time=; ASReview puts the relevant ones first",
		      shown(x->name.at, x->name.length).text);
}

/* The user can say one thing of the columns: there are no times, and the file is in order. */
static int read_references(const struct input *in, struct receiver *to, struct err *e)
{
	const struct column_options *o = in->options;
	for (size_t i = 0; o != NULL && i < o->column.count; i++) {
		if (strcmp(o->column.text[i], "time=") != 0)
			return err_usage(e,
					 "%s=%.100s: %.300s is a file of references, which has "
					 "no columns; only time= is for it",
					 o->option, o->column.text[i], in->path);
		to->in_order = true;
	}
	return hand_over_kept(to, references_read(in, take_reference, to, e), e);
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
	bool references = is_references(in);
	int delimited = references ? 0 : is_delimited(in, &asked, e);
	if (delimited < 0)
		return -1;
	int result = references	 ? read_references(in, &to, e)
		     : delimited ? hand_over_kept(&to, table_read(in, &asked, take_row, &to, e), e)
				 : read_columns(in, &to, e);
	if (result < 0)
		return -1;
	return to.any ? 0 : err_data(e, "%.600s: no document is reviewed", in->path);
}
