/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/data/design/building.h"
#include "readers/strata_table.h"

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
	size_t before = x->pairs.count, judged = x->j->stratum_names.count;
	int64_t stratum = number_of(x, r->label, e);
	const char *name = arena_copy(&x->memory, r->label);
	if (stratum < 0 || name == NULL || !ARRAY_ROOM(x->listed, before, x->room))
		return err_memory(e);
	int64_t number = names_add_pair(&x->pairs, &x->memory, topic, stratum + 1, e);
	if (number < 0)
		return -1;
	if ((size_t)number < before)
		return stratum_twice(r, x->listed[number].line, e);
	x->listed[number] =
		(struct listed_stratum){ .number = (size_t)stratum < judged ? (uint32_t)stratum + 1
									    : 0,
					 .name = name,
					 .size = r->size,
					 .line = r->place.line };
	size_t last = x->last[topic];
	*(last > 0 ? &x->listed[last - 1].next : &x->first[topic]) = before + 1;
	x->last[topic] = before + 1;
	const struct given_stratum *given =
		given_strata_find(&x->j->strata, (size_t)topic, (uint32_t)stratum + 1);
	if (given == NULL || given->size == r->size)
		return 0;
	return err_at(e, r->place.path, r->place.line,
		      "stratum '%s' of topic '%s' has size %lld, but %lld in %.300s",
		      shown(r->label.at, r->label.length).text,
		      shown(r->topic.at, r->topic.length).text, (long long)r->size,
		      (long long)given->size, x->j->in.path);
}

int named_sizes_init(struct named_sizes *x, const struct judgments *j, const char *path,
		     struct err *e)
{
	*x = (struct named_sizes){ .j = j };
	if (path == NULL)
		return 0;
	x->first = arena_zeroed(&x->memory, j->topics, sizeof *x->first);
	x->last = arena_zeroed(&x->memory, j->topics, sizeof *x->last);
	if (x->memory.failed)
		return err_memory(e);
	struct input in;
	if (input_read(&in, path, e) < 0)
		return -1;
	int result = stratum_sizes_read(&in, take_size, x, e);
	input_release(&in);
	return result;
}

void named_sizes_release(struct named_sizes *x)
{
	names_release(&x->names);
	names_release(&x->pairs);
	free(x->listed);
	arena_release(&x->memory);
}

int64_t named_size(const struct named_sizes *x, size_t topic, uint32_t stratum)
{
	const struct given_stratum *given = given_strata_find(&x->j->strata, topic, stratum);
	int64_t number =
		given == NULL ? names_find_pair(&x->pairs, (int64_t)topic, stratum) : NAME_UNKNOWN;
	return given != NULL ? given->size : number != NAME_UNKNOWN ? x->listed[number].size : 0;
}

const struct listed_stratum *named_sizes_next(const struct named_sizes *x, size_t topic,
					      const struct listed_stratum *before)
{
	size_t at = before != NULL ? before->next : x->first != NULL ? x->first[topic] : 0;
	return at > 0 ? &x->listed[at - 1] : NULL;
}
