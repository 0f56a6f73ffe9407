#include "core/data/design/returned_sample.h"
#include "readers/csv.h"

enum { TOPIC, DOCUMENT, COLUMNS };

static const struct csv_column columns[COLUMNS] = {
	[TOPIC] = { .name = { "topic" } },
	[DOCUMENT] = { .name = { "docno", "document", "doc" } },
};

/* The documents of a sample under numbers, and which of them are judged. */
struct sample_rows {
	struct arena memory;
	struct names names; /* topic, tab, document */
	struct slice *document;
	struct place *place;
	bool *judged;
	size_t room;
	char *key;
	size_t key_room;
};

static void rows_release(struct sample_rows *r)
{
	names_release(&r->names);
	arena_release(&r->memory);
	free(r->document);
	free(r->place);
	free(r->judged);
	free(r->key);
}

/* One name for a document of a topic; valid until the next call. at = NULL: no memory. */
static struct slice key_of(struct sample_rows *r, struct slice topic, struct slice document)
{
	size_t length = topic.length + 1 + document.length;
	if (length > r->key_room) {
		char *more = realloc(r->key, 2 * length);
		if (more == NULL)
			return (struct slice){ NULL, 0 };
		r->key = more;
		r->key_room = 2 * length;
	}
	memcpy(r->key, topic.at, topic.length);
	r->key[topic.length] = '\t';
	memcpy(r->key + topic.length + 1, document.at, document.length);
	return (struct slice){ r->key, length };
}

static int make_room(struct sample_rows *r, struct err *e)
{
	if (r->names.count < r->room)
		return 0;
	size_t room = 2 * r->room + 64;
	struct slice *document = realloc(r->document, room * sizeof *document);
	r->document = document != NULL ? document : r->document;
	struct place *place = realloc(r->place, room * sizeof *place);
	r->place = place != NULL ? place : r->place;
	bool *judged = realloc(r->judged, room * sizeof *judged);
	r->judged = judged != NULL ? judged : r->judged;
	if (document == NULL || place == NULL || judged == NULL)
		return err_memory(e);
	r->room = room;
	return 0;
}

static int take_row(void *context, const struct csv_row *row, struct err *e)
{
	struct sample_rows *r = context;
	if (field_name(row->place, "topic", row->field[TOPIC], e) < 0)
		return -1;
	if (row->field[DOCUMENT].length == 0) /* to be drawn from the rest by the user */
		return 0;
	if (field_name(row->place, "document", row->field[DOCUMENT], e) < 0 || make_room(r, e) < 0)
		return -1;
	struct slice key = key_of(r, row->field[TOPIC], row->field[DOCUMENT]);
	if (key.at == NULL)
		return err_memory(e);
	int64_t number = names_add(&r->names, &r->memory, key, e);
	if (number < 0)
		return -1;
	r->document[number] = row->field[DOCUMENT];
	r->place[number] = row->place;
	r->judged[number] = false;
	return 0;
}

static int check_topic(const struct judgments *j, const struct judged_topic *t,
		       struct sample_rows *r, const char *path, struct err *e)
{
	for (size_t i = 0; i < t->all.count; i++) {
		struct slice document = judgment_document(&t->all.judgment[i]);
		struct slice key = key_of(r, slice_of(t->name), document);
		int64_t number = key.at != NULL ? names_find(&r->names, key) : NAME_UNKNOWN;
		if (key.at == NULL)
			return err_memory(e);
		if (number == NAME_UNKNOWN)
			return err_at(e, j->in.path, input_line(&j->in, document.at),
				      "document '%s' of topic '%.100s' is not in the sample %.300s",
				      shown(document.at, document.length).text, t->name, path);
		r->judged[number] = true;
	}
	return 0;
}

/* Documents that were drawn and have no judgment. */
static int check_missing(const struct judgments *j, const struct sample_rows *r, struct err *e)
{
	size_t missing = 0, first = 0;
	for (size_t i = r->names.count; i-- > 0;)
		if (!r->judged[i]) {
			missing++;
			first = i;
		}
	if (missing == 0)
		return 0;
	return err_at(e, r->place[first].path, r->place[first].line,
		      "document '%s' is not judged in %.300s, like %zu of %zu of the sample "
		      "(--partial allows it)",
		      shown(r->document[first].at, r->document[first].length).text, j->in.path,
		      missing, r->names.count);
}

int drawn_check(const struct judgments *j, const char *path, bool partial, struct err *e)
{
	struct input in;
	struct sample_rows r = { 0 };
	if (input_read(&in, path, e) < 0)
		return -1;
	int result = csv_read(&in, columns, COLUMNS, take_row, &r, e);
	for (size_t t = 0; t < j->topics && result == 0; t++)
		result = check_topic(j, &j->topic[t], &r, path, e);
	if (result == 0 && !partial)
		result = check_missing(j, &r, e);
	rows_release(&r);
	input_release(&in);
	return result;
}
