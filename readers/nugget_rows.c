/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/nearest.h"
#include "readers/nugget_rows.h"
#include "readers/json_text.h"

int field_word(struct place where, const char *column, struct slice field,
	       const struct counted_word *words, double *counts, struct err *e)
{
	struct choices c = choices_for(field);
	char complaint[450];
	for (size_t i = 0; words[i].word != NULL; i++) {
		if (names_alike(field, slice_of(words[i].word))) {
			*counts = words[i].counts;
			return 0;
		}
		choices_add(&c, words[i].word);
	}
	snprintf(complaint, sizeof complaint, "is none of %s", choices_text(&c));
	return field_bad(where, column, field, complaint, e);
}

struct reading {
	const struct nugget_form *form;
	nugget_sink receiver;
	void *context;
};

static int hand_over(const struct reading *x, const struct nugget_row *row, struct err *e)
{
	if (field_name(row->place, "topic", row->topic, e) < 0 ||
	    (row->nugget.at != NULL && field_name(row->place, "nugget", row->nugget, e) < 0))
		return -1;
	return x->receiver(x->context, row, e);
}

/*
 * Tables and lines.
 */

/* Where a field stands in the input, if it was written into the mirror. */
static const char *place_of(const struct input *in, struct slice field)
{
	return field.at >= in->bytes + in->mirror ? field.at - in->mirror : field.at;
}

void nugget_row_span(struct nugget_row *r, const struct input *in)
{
	const struct slice field[] = { r->topic, r->run, r->nugget, r->value };
	for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
		const char *at = field[i].at != NULL ? place_of(in, field[i]) : NULL;
		if (at != NULL && (r->from == NULL || at < r->from))
			r->from = at;
		if (at != NULL && (r->to == NULL || at + field[i].length > r->to))
			r->to = at + field[i].length;
	}
}

static int take_nugget_row(void *context, const struct table_row *row, struct err *e)
{
	const struct reading *x = context;
	struct nugget_row r = { .place = row->place,
				.topic = row->field[COLUMN_TOPIC],
				.run = row->field[COLUMN_RUN],
				.nugget = row->field[COLUMN_NUGGET],
				.value = row->field[x->form->value] };
	nugget_row_span(&r, row->header->in);
	return hand_over(x, &r, e);
}

static const char *looks_like_words(const struct slice *fields, int count)
{
	(void)fields;
	return count > 3 ? " (nuggets of several words need a header, topic,nugget and so on, and "
			   "commas or tabs between the columns)"
			 : "";
}

static int read_lines(const struct input *in, const struct reading *x, struct err *e)
{
	enum { MOST = 4 };
	struct slice field[MOST];
	struct lines l;
	int count;
	lines_start(&l, in);
	l.looks_like = looks_like_words;
	while ((count = lines_next_checked(&l, &x->form->lines, field, MOST, e)) > 0) {
		const struct slice *last = field + count - 3;
		struct nugget_row r = { .place = lines_place(&l),
					.topic = last[0],
					.nugget = last[1],
					.value = last[2] };
		if (count == MOST)
			r.run = field[0];
		nugget_row_span(&r, in);
		if (hand_over(x, &r, e) < 0)
			return -1;
	}
	return count;
}

/*
 * Records of nuggetizer.
 */

/* The values of some keys of an object, which `j` stands in; others are passed over. A name is
 * compared as that of a column. */
static int take_keys(struct json *j, const char *const *name, struct slice *value)
{
	struct slice key;
	int more;
	while ((more = json_next_key(j, &key)) > 0) {
		size_t k = 0;
		while (name[k] != NULL && !names_alike(key, slice_of(name[k])))
			k++;
		if ((name[k] != NULL ? json_plain(j, &value[k]) : json_skip(j)) < 0)
			return -1;
	}
	return more;
}

static int lacks_key(struct json *j, struct place place, const char *key, const char *what)
{
	return err_at(j->e, place.path, place.line, "no key '%s' in %s", key, what);
}

static int read_nuggets(struct json *j, const struct reading *x, struct nugget_row *r)
{
	enum { TEXT, VALUE, KEYS };
	const char *value = column_name(x->form->value), *keys[] = { "text", value, NULL };
	bool any = false;
	int more;
	if (json_open(j, '[') < 0)
		return -1;
	while ((more = json_next(j)) > 0) {
		struct slice found[KEYS] = { { NULL, 0 } };
		r->place = json_place(j);
		r->from = j->at;
		if (json_open(j, '{') < 0 || take_keys(j, keys, found) < 0)
			return -1;
		r->to = j->at;
		if (found[TEXT].at == NULL)
			return lacks_key(j, r->place, "text", "a nugget");
		if (found[VALUE].at == NULL)
			return lacks_key(j, r->place, value, "a nugget");
		r->nugget = found[TEXT];
		r->value = found[VALUE];
		any = true;
		if (hand_over(x, r, j->e) < 0)
			return -1;
	}
	return more < 0 || any ? more : hand_over(x, r, j->e);
}

/* Twice: the topic may stand behind its nuggets. */
static int read_record(struct json *j, const struct reading *x)
{
	enum { QID, TOPIC, TOPIC_ID, RUN_ID, KEYS };
	static const char *const keys[] = { "qid", "topic", "topic_id", "run_id", NULL };
	struct slice found[KEYS] = { { NULL, 0 } }, key;
	const struct place place = json_place(j);
	bool nuggets = false;
	int more;
	if (json_open(j, '{') < 0)
		return -1;
	struct json again = *j;
	if (take_keys(j, keys, found) < 0)
		return -1;
	struct nugget_row r = { .place = place, .topic = found[QID], .run = found[RUN_ID] };
	for (int k = TOPIC; k <= TOPIC_ID && r.topic.at == NULL; k++)
		r.topic = found[k];
	if (r.topic.at == NULL)
		return lacks_key(j, place, "qid", "the record");
	while ((more = json_next_key(&again, &key)) > 0) {
		bool here = names_alike(key, slice_of("nuggets"));
		nuggets = nuggets || here;
		if ((here ? read_nuggets(&again, x, &r) : json_skip(&again)) < 0)
			return -1;
	}
	return more < 0 || nuggets ? more : lacks_key(j, place, "nuggets", "the record");
}

static int read_records(const struct input *in, const struct reading *x, struct err *e)
{
	struct json j;
	int more = 1;
	json_start(&j, in, e);
	bool array = json_peek(&j) == '[';
	if (array && json_open(&j, '[') < 0)
		return -1;
	while ((more = array ? json_next(&j) : json_peek(&j) != '\0') > 0)
		if (read_record(&j, x) < 0)
			return -1;
	return more < 0 ? -1 : json_finish(&j);
}

/* Whether the first object has nuggets: else it is a row of a table. */
static bool has_nuggets(const struct input *in)
{
	struct err ignored = { 0 };
	struct json j;
	struct slice key;
	json_start(&j, in, &ignored);
	if (json_peek(&j) == '[' && (json_open(&j, '[') < 0 || json_next(&j) <= 0))
		return false;
	if (json_open(&j, '{') < 0)
		return false;
	while (json_next_key(&j, &key) > 0) {
		if (names_alike(key, slice_of("nuggets")))
			return true;
		if (json_skip(&j) < 0)
			return false;
	}
	return false;
}

int nugget_rows_read(const struct input *in, const struct nugget_form *form, nugget_sink receiver,
		     void *context, struct err *e)
{
	struct reading x = { form, receiver, context };
	const struct columns_asked asked = {
		.needed = COLUMN(TOPIC) | COLUMN(NUGGET) | (column_set)1 << form->value,
		.optional = form->lines.most > 3 ? COLUMN(RUN) : 0,
	};
	if (json_begins(in) && has_nuggets(in))
		return read_records(in, &x, e);
	int table = json_begins(in) ? 1 : is_delimited(in, &asked, e);
	if (table < 0)
		return -1;
	return table ? table_read(in, &asked, take_nugget_row, &x, e) : read_lines(in, &x, e);
}

/*
 * Pairs as documents.
 */

const struct counted_word assignment_words[] = {
	{ "support", 1 }, { "partial_support", 0.5 }, { "not_support", 0 }, { NULL, 0 }
};
const struct counted_word importance_words[] = { { "vital", 2 }, { "okay", 1 }, { NULL, 0 } };

/* The name is written where the fields of the row are in the mirror: it must not overwrite the
 * topic, which is there if its quotes are doubled. */
int nugget_pair(const struct input *in, const struct nugget_row *row, struct slice run,
		struct slice *name, struct err *e)
{
	size_t length = run.length + 1 + row->nugget.length; /* and a byte for the grade */
	if (memchr(run.at, PAIR_SEPARATOR, run.length) != NULL)
		return field_bad(row->place, "run", run,
				 "has a '/', which separates run and nugget in names of pairs", e);
	if (length >= (size_t)(row->to - row->from))
		return field_bad(row->place, "run", run, "is too long a name for pairs", e);
	if (row->topic.at != place_of(in, row->topic) && place_of(in, row->topic) >= row->from &&
	    place_of(in, row->topic) < row->to)
		return field_bad(row->place, "topic", row->topic,
				 "has quotes, which topics of pairs may not have", e);
	char *copy = malloc(length + 1), *to = input_mirrored(in, row->from);
	if (copy == NULL)
		return err_memory(e);
	memcpy(copy, run.at, run.length);
	copy[run.length] = PAIR_SEPARATOR;
	memcpy(copy + run.length + 1, row->nugget.at, row->nugget.length);
	memcpy(to, copy, length);
	free(copy);
	*name = (struct slice){ to, length };
	return 0;
}

struct pair_reading {
	const struct input *in;
	pair_sink receiver;
	void *context;
};

/* What an assignment is as a grade, written at a free place; an empty word has none. */
static int hand_on(const struct pair_reading *x, struct place place, struct slice topic,
		   struct slice pair, struct slice word, char *to, struct err *e)
{
	double counts;
	struct slice grade = { to, word.length > 0 };
	if (grade.length > 0 &&
	    field_word(place, "assignment", word, assignment_words, &counts, e) < 0)
		return -1;
	if (grade.length > 0)
		*to = (char)('0' + 2 * counts);
	return x->receiver(x->context, place, topic, pair, grade, e);
}

static int take_assigned(void *context, const struct nugget_row *row, struct err *e)
{
	const struct pair_reading *x = context;
	struct slice name;
	if (row->nugget.at == NULL) /* a topic without nuggets has no pairs */
		return 0;
	if (row->run.at == NULL)
		return err_at(e, row->place.path, row->place.line,
			      "no run: a pair is a run and a nugget (column run, or key run_id)");
	return nugget_pair(x->in, row, row->run, &name, e) < 0
		       ? -1
		       : hand_on(x, row->place, row->topic, name, row->value,
				 input_mirrored(x->in, row->to - 1), e);
}

/* What sample has drawn, and people have filled in. */
static const struct columns_asked drawn_columns = {
	.needed = COLUMN(TOPIC) | COLUMN(DOCUMENT), .one_of = COLUMN(ASSIGNMENT) | COLUMN(RELEVANCE)
};

static int take_drawn(void *context, const struct table_row *row, struct err *e)
{
	const struct pair_reading *x = context;
	struct slice topic = row->field[COLUMN_TOPIC], pair = row->field[COLUMN_DOCUMENT];
	struct slice word = row->field[COLUMN_ASSIGNMENT];
	if (field_name(row->place, "topic", topic, e) < 0 ||
	    field_name(row->place, "docno", pair, e) < 0)
		return -1;
	if (memchr(pair.at, PAIR_SEPARATOR, pair.length) == NULL)
		return field_bad(row->place, "docno", pair,
				 "is not a pair: run, '/' and the nugget", e);
	if (word.at == NULL)
		word = row->field[COLUMN_RELEVANCE];
	return hand_on(x, row->place, topic, pair, word,
		       input_mirrored(x->in, place_of(x->in, word)), e);
}

int assigned_pairs_read(const struct input *in, pair_sink receiver, void *context, struct err *e)
{
	static const struct nugget_form form = { COLUMN_ASSIGNMENT,
						 { 4, 4, "run topic nugget assignment" } };
	struct pair_reading x = { in, receiver, context };
	int drawn = json_begins(in) ? 0 : has_header(in, &drawn_columns, e);
	if (drawn < 0)
		return -1;
	return drawn ? table_read(in, &drawn_columns, take_drawn, &x, e)
		     : nugget_rows_read(in, &form, take_assigned, &x, e);
}

int assigned_pairs_begin(const struct input *in, struct err *e)
{
	static const struct columns_asked asked = { .needed = COLUMN(NUGGET) | COLUMN(ASSIGNMENT) };
	return json_begins(in) ? has_nuggets(in) : has_header(in, &asked, e);
}
