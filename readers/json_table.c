/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The shapes of JSON that tools of retrieval write: an object of objects, and rows with names.
 */
#include "core/base/arena.h"
#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/base/hash.h"
#include "core/base/sort.h"
#include "readers/json_text.h"

/*
 * Rows.
 */

struct rows {
	struct json json;
	const struct columns_asked *asked;
	table_sink receiver;
	void *context;
	struct table_header header;
	struct slice *key, *value; /* of the object; .at of a value is NULL if it is no plain one */
	size_t count, key_room, value_room;
	struct slice *known; /* the keys for which the header was made */
	size_t known_count, known_room;
	struct buffer path;  /* of the object that is being read, with a point behind it */
	struct arena memory; /* of longer names than keys */
	size_t rows;	     /* that were handed over */
};

/* A name that lasts: the one that the row before has at this place, or a copy. */
static int keep_name(struct rows *x, struct slice name, struct slice *kept)
{
	*kept = x->count < x->known_count ? x->known[x->count] : (struct slice){ NULL, 0 };
	if (kept->at != NULL && slice_equal(*kept, name))
		return 0;
	*kept = (struct slice){ arena_copy(&x->memory, name), name.length };
	return kept->at == NULL ? err_memory(x->json.e) : 0;
}

static int add_field(struct rows *x, struct slice name, struct slice value)
{
	if (!ARRAY_ROOM(x->key, x->count, x->key_room) ||
	    !ARRAY_ROOM(x->value, x->count, x->value_room))
		return err_memory(x->json.e);
	x->key[x->count] = name;
	x->value[x->count++] = value;
	return 0;
}

/* The header, which is found anew only if the keys are others than before. */
static int find_header(struct rows *x, struct place place, struct slice text)
{
	bool same = x->count == x->known_count && x->known != NULL;
	for (size_t i = 0; same && i < x->count; i++)
		same = slice_equal(x->key[i], x->known[i]);
	if (same)
		return 0;
	if (!ARRAY_AT_LEAST(x->known, x->count, x->known_room))
		return err_memory(x->json.e);
	x->known_count = x->count;
	for (size_t i = 0; i < x->count; i++)
		x->known[i] = x->key[i];
	return header_find(&x->header, x->json.in, x->asked, x->key, x->count, place, text,
			   x->json.e);
}

static int read_keys(struct rows *x, size_t base);
static int read_elements(struct rows *x);

/*
 * The value of a key, whose full name is the path. In the elements of an array a key has its name
 * there, too, behind `base` bytes of the path.
 */
static int read_value(struct rows *x, size_t base)
{
	struct json *j = &x->json;
	const struct slice path = { x->path.text, x->path.length };
	struct slice value = { NULL, 0 }, name;
	char c = json_peek(j);
	if ((c == '{' || c == '[') && column_options_inside(j->in->options, path)) {
		buffer_print(&x->path, ".");
		return c == '['		       ? read_elements(x)
		       : json_open(j, '{') < 0 ? -1
					       : read_keys(x, base);
	}
	if ((c == '{' || c == '[' ? json_skip(j) : json_plain(j, &value)) < 0 ||
	    keep_name(x, path, &name) < 0 || add_field(x, name, value) < 0)
		return -1;
	return base == 0
		       ? 0
		       : add_field(x, (struct slice){ name.at + base, name.length - base }, value);
}

static int read_keys(struct rows *x, size_t base)
{
	struct json *j = &x->json;
	size_t length = x->path.length;
	struct slice key;
	int more;
	while ((more = json_next_key(j, &key)) > 0) {
		x->path.length = length;
		buffer_add(&x->path, key.at, key.length);
		if (x->path.failed)
			return err_memory(j->e);
		if (read_value(x, base) < 0)
			return -1;
	}
	x->path.length = length;
	return more;
}

/* The record that says where the others come from (core/output/provenance.h). */
static bool is_provenance(const struct rows *x)
{
	return x->count > 0 && slice_equal(x->key[0], slice_of("record")) &&
	       x->value[0].at != NULL && slice_equal(x->value[0], slice_of("provenance"));
}

static int hand_over(struct rows *x, struct place place, struct slice text)
{
	struct json *j = &x->json;
	x->rows++;
	if (find_header(x, place, text) < 0)
		return -1;
	struct table_row row = { .place = place, .header = &x->header };
	for (int c = 0; c < COLUMN_KINDS; c++) {
		if ((x->header.present >> c & 1) == 0)
			continue;
		row.field[c] = x->value[x->header.position[c]];
		if (row.field[c].at == NULL)
			return err_at(j->e, place.path, place.line,
				      "the value of '%s' is neither a text nor a number",
				      shown(x->header.called[c]).text);
	}
	return x->receiver(x->context, &row, j->e);
}

/* An object, which is a row unless rows are found in an array within it. What stands before such an
 * array, and around it, belongs to all of its rows. */
static int read_row(struct rows *x)
{
	struct json *j = &x->json;
	struct place place = json_place(j);
	size_t rows = x->rows, outer = x->count, base = x->path.length;
	if (json_open(j, '{') < 0)
		return -1;
	const char *start = j->at - 1;
	if (read_keys(x, base) < 0)
		return -1;
	int result =
		x->rows > rows || is_provenance(x)
			? 0
			: hand_over(x, place, (struct slice){ start, (size_t)(j->at - start) });
	x->count = outer;
	return result;
}

static int read_elements(struct rows *x)
{
	struct json *j = &x->json;
	size_t length = x->path.length;
	int more;
	if (json_open(j, '[') < 0)
		return -1;
	while ((more = json_next(j)) > 0) {
		x->path.length = length;
		if (read_row(x) < 0)
			return -1;
	}
	return more;
}

static int read_rows(struct rows *x)
{
	struct json *j = &x->json;
	bool array = json_peek(j) == '[';
	if (array && read_elements(x) < 0)
		return -1;
	while (!array && json_peek(j) != '\0')
		if (read_row(x) < 0)
			return -1;
	return json_finish(j);
}

int json_table_read(const struct input *in, const struct columns_asked *asked, table_sink receiver,
		    void *context, struct err *e)
{
	struct rows x = { .asked = asked, .receiver = receiver, .context = context };
	json_start(&x.json, in, e);
	int result = read_rows(&x);
	free(x.key);
	free(x.value);
	free(x.known);
	buffer_release(&x.path);
	arena_release(&x.memory);
	return result;
}

/*
 * Topics.
 */

struct topics {
	struct json json;
	struct slice *name;
	size_t count, room;
};

static int by_member_name(uint64_t a, uint64_t b, const void *context)
{
	const struct slice *name = context;
	int order = slice_compare(name[a], name[b]);
	return order != 0 ? order : (a > b) - (a < b);
}

static int stands_twice(const struct topics *x, size_t again, size_t first)
{
	const struct json *j = &x->json;
	const char *quote = x->name[again].at - 1, *other = x->name[first].at - 1;
	return err_at(
		j->e, j->in->path, input_line(j->in, quote),
		"column %zu: topic '%s' appears twice in the object: first on line %llu, column "
		"%zu (most programs read only the second: put all its documents into one)",
		json_column(j, quote), shown(x->name[again]).text,
		(unsigned long long)input_line(j->in, other), json_column(j, other));
}

/* The earliest one that stands twice is refused. */
static int check_topics(const struct topics *x)
{
	struct keyed *keyed = calloc(2 * x->count + 1, sizeof *keyed);
	size_t again = x->count, first = 0;
	if (keyed == NULL)
		return err_memory(x->json.e);
	for (size_t i = 0; i < x->count; i++)
		keyed[i] = (struct keyed){ hash_name(x->name[i]), i };
	keyed_sort(keyed, x->count, keyed + x->count, by_member_name, x->name);
	for (size_t i = 1; i < x->count; i++) {
		size_t a = (size_t)keyed[i - 1].item, b = (size_t)keyed[i].item;
		if (b < again && slice_equal(x->name[a], x->name[b])) {
			again = b;
			first = a;
		}
	}
	free(keyed);
	return again < x->count ? stands_twice(x, again, first) : 0;
}

static int read_topic(struct json *j, const struct json_receiver *receiver, void *context)
{
	struct slice document, value;
	int more;
	if (json_open(j, '{') < 0)
		return -1;
	while ((more = json_next_key(j, &document)) > 0) {
		struct place place = json_place(j);
		if (json_number(j, &value) < 0 ||
		    receiver->take(context, place, document, value, j->e) < 0)
			return -1;
	}
	return more;
}

static int read_topics(struct topics *x, const struct json_receiver *receiver, void *context)
{
	struct json *j = &x->json;
	struct slice name;
	int more;
	if (json_open(j, '{') < 0)
		return -1;
	while ((more = json_next_key(j, &name)) > 0) {
		if (!ARRAY_ROOM(x->name, x->count, x->room))
			return err_memory(j->e);
		x->name[x->count++] = name;
		if (receiver->take_topic(context, json_place(j), name, j->e) < 0 ||
		    read_topic(j, receiver, context) < 0)
			return -1;
	}
	return more < 0 || json_finish(j) < 0 ? -1 : check_topics(x);
}

int json_topics_read(const struct input *in, const struct json_receiver *receiver, void *context,
		     struct err *e)
{
	struct topics x = { 0 };
	json_start(&x.json, in, e);
	int result = read_topics(&x, receiver, context);
	free(x.name);
	return result;
}
