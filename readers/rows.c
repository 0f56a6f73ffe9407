/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of tables with a header, by the meaning of their columns.
 */
#include "readers/columns.h"
#include "readers/csv_text.h"
#include "readers/json_text.h"
#include "readers/lines.h"

struct reading {
	const struct input *in;
	const struct columns_asked *asked;
	struct table_header header;
	int column[COLUMN_KINDS]; /* those that the file has */
	int columns;
	table_sink receiver;
	void *context;
	bool any; /* row */
};

static int take_header(struct reading *x, const struct csv_record *r, struct err *e)
{
	if (header_find(&x->header, x->in, x->asked, r->field, r->fields, r->place, r->text, e) < 0)
		return -1;
	for (int c = 0; c < COLUMN_KINDS; c++)
		if ((x->header.present >> c & 1) != 0)
			x->column[x->columns++] = c;
	return 0;
}

static int hand_over(void *context, const struct table_row *row, struct err *e)
{
	struct reading *x = context;
	x->any = true;
	return x->receiver(x->context, row, e);
}

static int take_record(void *context, const struct csv_record *r, struct err *e)
{
	struct reading *x = context;
	if (r->header)
		return take_header(x, r, e);
	struct table_row row = { .place = r->place, .header = &x->header };
	for (int i = 0; i < x->columns; i++)
		row.field[x->column[i]] = r->field[x->header.position[x->column[i]]];
	if ((x->header.present & COLUMN(RELEVANCE)) != 0)
		row.field[COLUMN_RELEVANCE] = decision_in(&x->header, r->field);
	return hand_over(x, &row, e);
}

int table_read(const struct input *in, const struct columns_asked *asked, table_sink receiver,
	       void *context, struct err *e)
{
	struct reading x = { .in = in, .asked = asked, .receiver = receiver, .context = context };
	int result = json_begins(in) ? json_table_read(in, asked, hand_over, &x, e)
				     : csv_read(in, CSV_ALL, take_record, &x, e);
	return result < 0 || x.any || asked->rows == NULL
		       ? result
		       : err_data(e, "%.600s: no %s: there is nothing below the header", in->path,
				  asked->rows);
}

/* Notes whether a header has the columns. */
static int try_header(void *context, const struct csv_record *r, struct err *e)
{
	struct reading *x = context;
	const struct columns_asked *a = x->asked;
	(void)header_find(&x->header, x->in, a, r->field, r->fields, r->place, r->text, e);
	x->columns = (a->needed & ~x->header.present) == 0 &&
		     (a->one_of == 0 || (a->one_of & x->header.present) != 0);
	return 0;
}

int has_header(const struct input *in, const struct columns_asked *asked, struct err *e)
{
	struct reading x = { .in = in, .asked = asked };
	struct err ignored = { 0 };
	if (csv_read(in, CSV_HEADER, try_header, &x, &ignored) < 0 && ignored.status == STATUS_IO)
		return err_memory(e);
	return x.columns > 0;
}

int is_delimited(const struct input *in, const struct columns_asked *asked, struct err *e)
{
	struct lines l;
	struct slice field[1];
	struct err ignored = { 0 };
	if (json_begins(in))
		return 0;
	lines_start(&l, in);
	int count = lines_next(&l, field, 1, &ignored);
	bool one = count == 1 && (memchr(field[0].at, ',', field[0].length) != NULL ||
				  memchr(field[0].at, ';', field[0].length) != NULL);
	if (one || count <= 0)
		return one;
	return has_header(in, asked, e);
}

/*
 * Words.
 */

enum { WORDS_SHOWN = 10 };

struct unknown {
	struct slice word[WORDS_SHOWN];
	size_t count;
	bool more;
};

static int note_word(void *context, const struct table_row *row, struct err *e)
{
	struct unknown *x = context;
	struct slice word = row->field[COLUMN_RELEVANCE];
	int64_t grade;
	(void)e;
	if (word.length == 0 || word_grade(row->header->in->options, word, &grade))
		return 0;
	for (size_t i = 0; i < x->count; i++)
		if (words_alike(x->word[i], word))
			return 0;
	if (x->count == WORDS_SHOWN)
		x->more = true;
	else
		x->word[x->count++] = word;
	return 0;
}

/* The file is read once more for the words that it has. */
static int refuse_word(const struct table_row *row, struct err *e)
{
	static const struct columns_asked relevance = { .needed = COLUMN(RELEVANCE) };
	struct unknown x = { 0 };
	struct err ignored = { 0 };
	char seen[WORDS_SHOWN * 36] = "";
	size_t at = 0;
	(void)table_read(row->header->in, &relevance, note_word, &x, &ignored);
	for (size_t i = 0; i < x.count && at < sizeof seen; i++)
		at += (size_t)snprintf(seen + at, sizeof seen - at, "%s'%.30s'", i > 0 ? ", " : "",
				       shown(x.word[i]).text);
	if (x.more && at < sizeof seen)
		snprintf(seen + at, sizeof seen - at, " ...");
	return unknown_word(row, seen, e);
}

/* Such a text is a number, or a mistake in one. */
static bool begins_as_number(struct slice word)
{
	return word.length > 0 && strchr("0123456789+-", word.at[0]) != NULL;
}

int row_relevance(const struct table_row *row, int64_t *grade, struct err *e)
{
	struct slice word = row->field[COLUMN_RELEVANCE];
	bool known = word_grade(row->header->in->options, word, grade);
	if (known && *grade >= -GRADE_MAX && *grade <= GRADE_MAX)
		return 0;
	if (word.length == 0)
		return field_present(row->place, "relevance", word, e);
	return known || begins_as_number(word) ? field_grade(row->place, word, &(double){ 0 }, e)
					       : refuse_word(row, e);
}
