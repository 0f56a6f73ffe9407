/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/data/joined/rankings.h"
#include "core/data/runs/pool.h"

/* Working memory, used again for each topic. */
struct numbering {
	struct pool pool;
	struct arena memory; /* of the current topic */
	bool by_name;
};

/* The documents that a run retrieves, under the numbers of the pool. */
static int copy_order(struct rankings *k, const struct pool *p, struct ranked_topic *t, size_t run,
		      struct err *e)
{
	t->count[run] = pool_length(p, run);
	t->order[run] = arena_alloc(&k->memory, (t->count[run] + 1) * sizeof **t->order);
	if (t->order[run] == NULL)
		return err_memory(e);
	if (t->count[run] > 0)
		memcpy(t->order[run], p->ranked + p->start[run], t->count[run] * sizeof **t->order);
	return 0;
}

static int grade_documents(struct rankings *k, const struct pool *p, struct ranked_topic *t,
			   struct err *e)
{
	const struct judgment_set *s = &t->judged->all;
	t->grade = arena_alloc(&k->memory, (t->documents + 1) * sizeof *t->grade);
	if (t->grade == NULL)
		return err_memory(e);
	for (size_t i = 0; i < t->documents; i++)
		t->grade[i] = GRADE_UNPOOLED;
	for (size_t i = 0; i < s->count; i++) {
		const struct judgment *x = &s->judgment[i];
		size_t at = pool_find(p, judgment_document(x), x->hash);
		if (at != SIZE_MAX)
			t->grade[at] = x->level < 0 ? GRADE_UNJUDGED : (int32_t)x->level;
	}
	return 0;
}

/* Gives the documents new numbers, in the order of their names. */
static int number_by_name(struct rankings *k, struct numbering *n, struct ranked_topic *t,
			  struct err *e)
{
	const struct pool_document *document = n->pool.document;
	int32_t *grade = arena_alloc(&k->memory, (t->documents + 1) * sizeof *grade);
	t->name = arena_alloc(&k->memory, (t->documents + 1) * sizeof *t->name);
	struct keyed *keyed = arena_alloc(&n->memory, 2 * t->documents * sizeof *keyed);
	uint32_t *place = arena_alloc(&n->memory, t->documents * sizeof *place);
	if (grade == NULL || t->name == NULL || keyed == NULL || place == NULL)
		return err_memory(e);
	if (t->documents == 0)
		return 0;
	for (size_t i = 0; i < t->documents; i++)
		keyed[i] = (struct keyed){ key_of_text(pool_name(&document[i])), i };
	keyed_sort(keyed, t->documents, keyed + t->documents, pool_by_name, document);
	for (size_t i = 0; i < t->documents; i++) {
		size_t before = (size_t)keyed[i].item;
		place[before] = (uint32_t)i;
		grade[i] = t->grade[before];
		t->name[i] = hash_name(pool_name(&document[before]));
	}
	t->grade = grade;
	for (size_t r = 0; r < k->runs; r++)
		for (size_t i = 0; i < t->count[r]; i++)
			t->order[r][i] = place[t->order[r][i]];
	return 0;
}

/* -M first, then -J, as in the join of a single run. */
static void shorten(struct ranked_topic *t, size_t runs, const struct join_options *o)
{
	for (size_t r = 0; r < runs; r++) {
		if ((uint64_t)t->count[r] > (uint64_t)o->most_retrieved)
			t->count[r] = (size_t)o->most_retrieved;
		if (!o->judged_only)
			continue;
		size_t kept = 0;
		for (size_t i = 0; i < t->count[r]; i++)
			if (t->grade[t->order[r][i]] >= 0)
				t->order[r][kept++] = t->order[r][i];
		t->count[r] = kept;
	}
}

static int build_topic(struct rankings *k, struct numbering *n, const struct run *const *runs,
		       const struct run_topic *const *topic, const struct join_options *o,
		       struct ranked_topic *t, struct err *e)
{
	arena_clear(&n->memory);
	t->order = arena_zeroed(&k->memory, k->runs, sizeof *t->order);
	t->count = arena_zeroed(&k->memory, k->runs, sizeof *t->count);
	if (k->memory.failed)
		return err_memory(e);
	if (pool_make(&n->pool, runs, topic, k->runs, SIZE_MAX, e) < 0)
		return -1;
	t->documents = n->pool.count;
	for (size_t r = 0; r < k->runs; r++)
		if ((topic[r] != NULL || o->complete) && copy_order(k, &n->pool, t, r, e) < 0)
			return -1;
	if (grade_documents(k, &n->pool, t, e) < 0 ||
	    (n->by_name && number_by_name(k, n, t, e) < 0))
		return -1;
	shorten(t, k->runs, o);
	return 0;
}

int rankings_build(struct rankings *k, const struct judgments *j, const struct run *const *runs,
		   size_t count, const struct join_options *o, bool by_name, struct err *e)
{
	*k = (struct rankings){ .runs = count };
	struct numbering n = { .by_name = by_name };
	const struct run_topic **topic = runs_by_topic(runs, count, j->topics, &k->memory);
	k->topic = arena_zeroed(&k->memory, j->topics, sizeof *k->topic);
	int result = k->memory.failed ? err_memory(e) : 0;
	for (size_t i = 0; i < j->topics && result == 0; i++) {
		size_t number = j->sorted[i];
		struct ranked_topic *t = &k->topic[k->topics];
		if (!judgments_have_chosen(j, number))
			continue;
		t->judged = &j->topic[number];
		result = build_topic(k, &n, runs, topic + number * count, o, t, e);
		k->topics++;
	}
	pool_release(&n.pool);
	arena_release(&n.memory);
	if (result < 0)
		rankings_release(k);
	return result;
}

void rankings_release(struct rankings *k)
{
	arena_release(&k->memory);
	*k = (struct rankings){ 0 };
}
