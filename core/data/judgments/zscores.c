/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/data/judgments/zscores.h"
#include "readers/zscores.h"

static const unsigned hash_log2_buckets = 10;

struct zscore_key {
	int64_t topic, measure; /* numbers of the names */
};

struct zscore {
	struct zscore_key key;
	double mean, deviation;
	uint64_t line;
	UT_hash_handle hh;
};

struct loading {
	struct zscores *z;
	const char *path;
};

static struct zscore *find(const struct zscores *z, const struct zscore_key *key)
{
	struct zscore *found;
	HASH_FIND(hh, z->index, key, sizeof *key, found);
	return found;
}

static int add(void *context, const struct zscore_record *r, uint64_t line, struct err *e)
{
	struct loading *l = context;
	struct zscores *z = l->z;
	struct zscore *x = arena_alloc(&z->memory, sizeof *x);
	if (x == NULL)
		return err_memory(e);
	*x = (struct zscore){ .mean = r->mean, .deviation = r->deviation, .line = line };
	x->key.topic = names_add(&z->topics, &z->memory, r->topic, e);
	x->key.measure = names_add(&z->measures, &z->memory, r->measure, e);
	if (x->key.topic < 0 || x->key.measure < 0)
		return -1;
	const struct zscore *earlier = find(z, &x->key);
	if (earlier != NULL)
		return err_at(e, l->path, line,
			      "measure '%s' of topic '%s' appears twice: first on line %llu",
			      shown(r->measure.at, r->measure.length).text,
			      shown(r->topic.at, r->topic.length).text,
			      (unsigned long long)earlier->line);
	HASH_ADD(hh, z->index, key, sizeof x->key, x);
	return x->hh.tbl == NULL ? err_memory(e) : 0;
}

int zscores_load(struct zscores *z, const char *path, struct err *e)
{
	*z = (struct zscores){ 0 };
	struct input in;
	if (input_read(&in, path, e) < 0)
		return -1;
	struct loading l = { z, in.path };
	int result = zscores_read(&in, add, &l, e);
	if (result == 0 && z->index == NULL)
		result = err_data(e, "%.600s: no z-scores in the file", in.path);
	input_release(&in);
	if (result < 0)
		zscores_release(z);
	return result;
}

void zscores_release(struct zscores *z)
{
	HASH_CLEAR(hh, z->index);
	names_release(&z->topics);
	names_release(&z->measures);
	arena_release(&z->memory);
}

double zscore_of(const struct zscores *z, const char *topic, const char *measure, double value)
{
	const double missing = -1000000;
	struct zscore_key key = { names_find(&z->topics, slice_of(topic)),
				  names_find(&z->measures, slice_of(measure)) };
	const struct zscore *found = find(z, &key);
	if (found == NULL)
		return missing;
	if (found->deviation == 0)
		return value == found->mean ? 0 : missing;
	return (value - found->mean) / found->deviation;
}
