/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/nearest.h"
#include "readers/nugget_rows.h"
#include "readers/json_text.h"

int field_word(struct place where, const char *column, struct slice field,
	       const struct counted_word *words, double *counts, struct err *e)
{
	struct nearest n = nearest_to(field);
	char complaint[300] = "is none of ";
	for (size_t i = 0; words[i].word != NULL; i++) {
		if (names_alike(field, slice_of(words[i].word))) {
			*counts = words[i].counts;
			return 0;
		}
		nearest_try(&n, slice_of(words[i].word));
		size_t used = strlen(complaint);
		snprintf(complaint + used, sizeof complaint - used, "%s%s", i > 0 ? ", " : "",
			 words[i].word);
	}
	size_t used = strlen(complaint);
	snprintf(complaint + used, sizeof complaint - used, "%s", nearest_text(&n).text);
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

static int take_row(void *context, const struct table_row *row, struct err *e)
{
	const struct reading *x = context;
	const struct nugget_row r = { row->place, row->field[COLUMN_TOPIC], row->field[COLUMN_RUN],
				      row->field[COLUMN_NUGGET], row->field[x->form->value] };
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
		struct nugget_row r = { lines_place(&l), last[0], { NULL, 0 }, last[1], last[2] };
		if (count == MOST)
			r.run = field[0];
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
		if (json_open(j, '{') < 0 || take_keys(j, keys, found) < 0)
			return -1;
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
	return table ? table_read(in, &asked, take_row, &x, e) : read_lines(in, &x, e);
}
