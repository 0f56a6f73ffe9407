/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/data/design/label_sizes.h"
#include "readers/strata_table.h"

struct label_size {
	uint64_t key[2]; /* topic and label */
	int64_t size;
	uint64_t line; /* in the file of sizes; 0: the judgments give it */
	UT_hash_handle hh;
};

static const unsigned hash_log2_buckets = 10;

static struct label_size *find(const struct label_sizes *x, uint64_t topic, uint64_t label)
{
	const uint64_t key[2] = { topic, label };
	struct label_size *found;
	HASH_FIND(hh, x->index, key, sizeof key, found);
	return found;
}

static int add(struct label_sizes *x, uint64_t topic, uint64_t label, int64_t size, uint64_t line,
	       struct err *e)
{
	struct label_size *g = arena_alloc(&x->memory, sizeof *g);
	if (g == NULL)
		return err_memory(e);
	*g = (struct label_size){ .key = { topic, label }, .size = size, .line = line };
	HASH_ADD(hh, x->index, key, sizeof g->key, g);
	return g->hh.tbl == NULL ? err_memory(e) : 0;
}

static int list_label(struct label_sizes *x, int64_t topic, int64_t label,
		      const struct stratum_record *r, struct err *e)
{
	struct listed_label *l = arena_alloc(&x->memory, sizeof *l);
	const char *name = l != NULL ? arena_copy(&x->memory, r->label) : NULL;
	if (name == NULL)
		return err_memory(e);
	*l = (struct listed_label){ .topic = (size_t)topic,
				    .label = label == NAME_UNKNOWN ? 0 : (uint32_t)label + 1,
				    .name = name,
				    .size = r->size };
	*x->end = l;
	x->end = &l->next;
	return 0;
}

/* Labels that no judgment has get numbers behind the others. */
static int64_t number_of(struct label_sizes *x, struct slice name, struct err *e)
{
	int64_t label = names_find(&x->j->stratum_names, name);
	if (label != NAME_UNKNOWN)
		return label;
	label = names_add(&x->names, &x->memory, name, e);
	return label < 0 ? -1 : (int64_t)x->j->stratum_names.count + label;
}

static int take_size(void *context, const struct stratum_record *r, struct err *e)
{
	struct label_sizes *x = context;
	int64_t topic = names_find(&x->j->names, r->topic);
	if (topic == NAME_UNKNOWN)
		return 0; /* nothing was judged there */
	int64_t label = number_of(x, r->label, e);
	if (label < 0 || list_label(x, topic, names_find(&x->j->stratum_names, r->label), r, e) < 0)
		return -1;
	const struct label_size *earlier = find(x, (uint64_t)topic, (uint64_t)label + 1);
	if (earlier == NULL)
		return add(x, (uint64_t)topic, (uint64_t)label + 1, r->size, r->place.line, e);
	if (earlier->line > 0)
		return stratum_twice(r, earlier->line, e);
	if (earlier->size == r->size)
		return 0;
	return err_at(e, r->place.path, r->place.line,
		      "stratum '%s' of topic '%s' has size %lld, but %lld in %.300s",
		      shown(r->label.at, r->label.length).text,
		      shown(r->topic.at, r->topic.length).text, (long long)r->size,
		      (long long)earlier->size, x->j->in.path);
}

int label_sizes_init(struct label_sizes *x, const struct judgments *j, const char *path,
		     struct err *e)
{
	*x = (struct label_sizes){ .j = j };
	x->end = &x->listed;
	for (size_t i = 0; i < j->strata.count; i++) {
		const struct given_stratum *g = &j->strata.given[i];
		if (add(x, g->topic, g->label, g->size, 0, e) < 0)
			return -1;
	}
	if (path == NULL)
		return 0;
	struct input in;
	if (input_read(&in, path, e) < 0)
		return -1;
	int result = stratum_sizes_read(&in, take_size, x, e);
	input_release(&in);
	return result;
}

void label_sizes_release(struct label_sizes *x)
{
	HASH_CLEAR(hh, x->index);
	names_release(&x->names);
	arena_release(&x->memory);
}

int64_t label_size(const struct label_sizes *x, size_t topic, uint32_t label)
{
	const struct label_size *g = label > 0 ? find(x, topic, label) : NULL;
	return g != NULL ? g->size : 0;
}
