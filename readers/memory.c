/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/base/host.h"
#include "readers/memory.h"

/* Says what is wrong with a name. Apart, as the text that is shown takes much of the stack. */
__attribute__((noinline)) static int refuse_name(const struct given_records *r, const char *what,
						 struct slice name, struct err *e)
{
	if (name.length == 0)
		return err_data(e, "%.600s: a %s without a name", r->name, what);
	if (name.length > RECORDS_NAME_MAX)
		return err_data(e, "%.600s: a %s whose name has more than %d bytes", r->name, what,
				RECORDS_NAME_MAX);
	return err_data(e, "%.600s: the name of a %s has a NUL character: '%s'", r->name, what,
			shown(name).text);
}

__attribute__((noinline)) static int refuse_nan(const struct given_records *r,
						struct slice document, struct err *e)
{
	const struct given_topic *t = &r->topic[r->topics - 1];
	return err_data(e, "%.600s: topic '%s', document '%s': the value is nan", r->name,
			shown((struct slice){ r->bytes + t->at, t->length }).text,
			shown(document).text);
}

/* Copies a name behind the others. */
static int add_name(struct given_records *r, const char *what, struct slice name, size_t *at,
		    struct err *e)
{
	if (name.length == 0 || name.length > RECORDS_NAME_MAX ||
	    memchr(name.at, '\0', name.length) != NULL)
		return refuse_name(r, what, name, e);
	size_t end = r->size + name.length;
	size_t wanted = end + RECORDS_ZEROS;
	if (wanted > r->bytes_room && wanted < 2 * r->bytes_room)
		wanted = 2 * r->bytes_room;
	if (wanted > r->bytes_room && !ARRAY_RESIZE(r->bytes, wanted))
		return err_memory(e);
	r->bytes_room = wanted > r->bytes_room ? wanted : r->bytes_room;
	r->changes++;
	memcpy(r->bytes + r->size, name.at, name.length);
	memset(r->bytes + end, 0, RECORDS_ZEROS);
	*at = r->size;
	r->size = end;
	return 0;
}

int given_records_topic(struct given_records *r, struct slice topic, struct err *e)
{
	struct given_topic t = { .length = topic.length, .first = r->count };
	if (add_name(r, "topic", topic, &t.at, e) < 0)
		return -1;
	if (!ARRAY_ROOM(r->topic, r->topics, r->topic_room))
		return err_memory(e);
	r->topic[r->topics++] = t;
	return 0;
}

int given_records_add(struct given_records *r, struct slice document, double value, struct err *e)
{
	struct given_record x = { .length = document.length, .value = value };
	if (r->topics == 0)
		return err_usage(e, "%.600s: a document before the first topic", r->name);
	if (isnan(value))
		return refuse_nan(r, document, e);
	if (add_name(r, "document", document, &x.at, e) < 0)
		return -1;
	if (!ARRAY_ROOM(r->record, r->count, r->room))
		return err_memory(e);
	r->record[r->count++] = x;
	r->topic[r->topics - 1].count++;
	return 0;
}

int given_records_rank(struct given_records *r, double rank, struct err *e)
{
	char text[40];
	size_t at;
	int length = snprintf(text, sizeof text, " %.17g\n", rank);
	r->ranks = true;
	return add_name(r, "rank", (struct slice){ text, (size_t)length }, &at, e);
}

void given_records_clear(struct given_records *r)
{
	r->ranks = false;
	r->size = r->count = r->topics = 0;
	r->changes++;
}

void given_records_release(struct given_records *r)
{
	free(r->bytes);
	free(r->record);
	free(r->topic);
	*r = (struct given_records){ 0 };
}

uint64_t given_records_hash(const struct given_records *r, uint64_t *size)
{
	uint64_t hash = hash_lasting(r->bytes, r->size, 0);
	for (size_t t = 0; t < r->topics; t++)
		hash = hash_lasting(&r->topic[t], sizeof r->topic[t], hash);
	hash = hash_lasting(r->record, r->count * sizeof *r->record, hash);
	*size = r->size + r->count * sizeof r->record->value;
	return hash;
}

uint64_t given_records_number(const struct given_records *r, size_t at)
{
	size_t low = 0, high = r->count; /* names are in the order of the records */
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (r->record[middle].at <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? low : 1;
}

const struct memory_file *memory_file_find(const char *path)
{
	const struct host *h = host_get();
	if (h == NULL || h->files == NULL ||
	    strncmp(path, MEMORY_FOLDER, strlen(MEMORY_FOLDER)) != 0)
		return NULL;
	size_t number = 0;
	for (const char *p = path + strlen(MEMORY_FOLDER); *p >= '0' && *p <= '9'; p++)
		number = 10 * number + (size_t)(*p - '0');
	/* the path of the number, as another text may have its digits too */
	bool known = number < h->files->count && strcmp(h->files->file[number].path, path) == 0;
	return known ? &h->files->file[number] : NULL;
}
