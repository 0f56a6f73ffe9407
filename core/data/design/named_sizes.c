/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/sort.h"
#include "core/data/design/building.h"
#include "readers/strata_table.h"

struct known_size {
	int64_t size;
	uint64_t line; /* in the file of sizes; 0: the judgments give it */
};

/* The size of a stratum that was not met before is the one given here. NULL: `e` is filled. */
static struct known_size *find_or_add(struct named_sizes *x, int64_t topic, int64_t stratum,
				      int64_t size, struct err *e)
{
	size_t before = x->pairs.count;
	if (!ARRAY_ROOM(x->size, before, x->room)) {
		err_memory(e);
		return NULL;
	}
	int64_t number = names_add_pair(&x->pairs, &x->memory, topic, stratum, e);
	if (number < 0)
		return NULL;
	if (x->pairs.count > before)
		x->size[number] = (struct known_size){ .size = size };
	return &x->size[number];
}

static int list_stratum(struct named_sizes *x, int64_t topic, const struct stratum_record *r,
			struct err *e)
{
	int64_t number = names_find(&x->j->stratum_names, r->label);
	const char *name = arena_copy(&x->memory, r->label);
	if (name == NULL || !ARRAY_ROOM(x->listed, x->listed_count, x->listed_room))
		return err_memory(e);
	x->listed[x->listed_count++] =
		(struct listed_stratum){ .topic = (size_t)topic,
					 .number =
						 number == NAME_UNKNOWN ? 0 : (uint32_t)number + 1,
					 .name = name,
					 .size = r->size };
	return 0;
}

/* Strata that no judgment has get numbers behind the others. */
static int64_t number_of(struct named_sizes *x, struct slice name, struct err *e)
{
	int64_t stratum = names_find(&x->j->stratum_names, name);
	if (stratum != NAME_UNKNOWN)
		return stratum;
	stratum = names_add(&x->names, &x->memory, name, e);
	return stratum < 0 ? -1 : (int64_t)x->j->stratum_names.count + stratum;
}

static int take_size(void *context, const struct stratum_record *r, struct err *e)
{
	struct named_sizes *x = context;
	int64_t topic = names_find(&x->j->names, r->topic);
	if (topic == NAME_UNKNOWN)
		return 0; /* nothing was judged there */
	int64_t stratum = number_of(x, r->label, e);
	if (stratum < 0 || list_stratum(x, topic, r, e) < 0)
		return -1;
	struct known_size *known = find_or_add(x, topic, stratum + 1, r->size, e);
	if (known == NULL)
		return -1;
	if (known->line > 0)
		return stratum_twice(r, known->line, e);
	known->line = r->place.line;
	if (known->size == r->size)
		return 0;
	return err_at(e, r->place.path, r->place.line,
		      "stratum '%s' of topic '%s' has size %lld, but %lld in %.300s",
		      shown(r->label.at, r->label.length).text,
		      shown(r->topic.at, r->topic.length).text, (long long)r->size,
		      (long long)known->size, x->j->in.path);
}

static int by_topic(const void *a, const void *b, void *context)
{
	const struct listed_stratum *x = a, *y = b;
	(void)context;
	return (x->topic > y->topic) - (x->topic < y->topic);
}

int named_sizes_init(struct named_sizes *x, const struct judgments *j, const char *path,
		     struct err *e)
{
	*x = (struct named_sizes){ .j = j };
	for (size_t i = 0; i < j->strata.count; i++) {
		const struct given_stratum *g = &j->strata.given[i];
		if (find_or_add(x, g->topic, g->label, g->size, e) == NULL)
			return -1;
	}
	if (path == NULL)
		return 0;
	struct input in;
	if (input_read(&in, path, e) < 0)
		return -1;
	int result = stratum_sizes_read(&in, take_size, x, e);
	input_release(&in);
	stable_sort(x->listed, x->listed_count, sizeof *x->listed, by_topic, NULL);
	return result;
}

void named_sizes_release(struct named_sizes *x)
{
	names_release(&x->names);
	names_release(&x->pairs);
	free(x->size);
	free(x->listed);
	arena_release(&x->memory);
}

int64_t named_size(const struct named_sizes *x, size_t topic, uint32_t stratum)
{
	int64_t number = names_find_pair(&x->pairs, (int64_t)topic, stratum);
	return number != NAME_UNKNOWN ? x->size[number].size : 0;
}

const struct listed_stratum *named_sizes_listed(const struct named_sizes *x, size_t topic,
						size_t *count)
{
	size_t low = 0, high = x->listed_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (x->listed[middle].topic < topic)
			low = middle + 1;
		else
			high = middle;
	}
	for (*count = 0; low + *count < x->listed_count; ++*count)
		if (x->listed[low + *count].topic != topic)
			break;
	return *count > 0 ? x->listed + low : NULL;
}
