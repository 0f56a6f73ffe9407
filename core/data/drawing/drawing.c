/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/data/drawing/drawing.h"

/* ---- numbers of documents from a file ---- */

int shares_refuse_unused(const struct stratum_rows *s, bool rest_known, struct err *e)
{
	for (size_t i = 0; i < s->of.both.count; i++) {
		const struct stratum_record *x = &s->row[i].is;
		bool rest = slice_equal(x->label, slice_of("-")) && !rest_known;
		if (!s->row[i].used)
			return err_at(e, s->in.path, x->place.line,
				      "stratum '%s': topic '%s' of the runs has no such cell%s",
				      shown(x->label).text, shown(x->topic).text,
				      rest ? "; that of what no run retrieves needs -N or "
					     "--collection"
					   : "");
	}
	return 0;
}

void drawing_release(struct drawing *d)
{
	pool_release(&d->pool);
	pool_release(&d->whole);
	pool_cells_release(&d->cells);
	stevens_release(&d->stevens);
	document_table_release(&d->judged_table);
	arena_release(&d->memory);
	free(d->drawn);
}

/* ---- a topic ---- */

/*
 * What is known already.
 */

/*
 * Whether the document was seen by a judge. In a sample, a grade below 0 is a gray document; in
 * qrels, and if -1 may say that it was not sampled, it is none.
 */
static bool is_seen(const struct drawing *d, const struct judgment *j)
{
	enum sampling sampling = d->o->judged->format->sampling;
	return j->level >= 0 || sampling == SAMPLING_PROBABILITIES || sampling == SAMPLING_EITHER ||
	       (sampling == SAMPLING_STRATA && j->level < -1);
}

static void look_up_grades(struct drawing *d)
{
	bool sample = d->t->judged != NULL && d->o->judged->format->sampling != SAMPLING_NONE;
	for (size_t i = 0; sample && i < d->t->judged->all.count; i++)
		d->of.lost += is_seen(d, &d->t->judged->all.judgment[i]);
	for (size_t i = 0; i < d->count; i++) {
		struct drawn_document *x = &d->drawn[i];
		if (x->name.length == 0)
			continue;
		const struct judgment *j =
			drawing_record(d, x->name, hash_bytes(x->name.at, x->name.length));
		x->known = j != NULL && is_seen(d, j);
		x->grade = x->known ? (int32_t)j->level : 0;
		d->of.lost -= sample && x->known;
	}
}

/*
 * What is taken for certain.
 */

static bool is_outside(const struct drawing *d, const struct judgment *x)
{
	return x->level >= 0 && pool_find(&d->pool, judgment_document(x), x->hash) == SIZE_MAX;
}

static int find_certain(struct drawing *d, struct err *e)
{
	const struct pool *p = &d->pool;
	d->certain = arena_alloc(&d->memory, p->count);
	if (d->certain == NULL)
		return err_memory(e);
	memset(d->certain, UNCERTAIN, p->count);
	for (size_t i = 0; d->o->add_judged && i < p->count; i++) {
		const struct pool_document *x = &p->document[i];
		if (drawing_judgment(d, pool_name(x), x->hash) != NULL)
			d->certain[i] = CERTAIN_JUDGED;
	}
	for (size_t r = 0; r < p->runs; r++)
		for (size_t i = 0; i < d->o->pool_depth && i < pool_length(p, r); i++)
			d->certain[p->ranked[p->start[r] + i]] = CERTAIN_POOL;
	d->pooled = d->judged = d->outside = 0;
	for (size_t i = 0; i < p->count; i++) {
		d->pooled += d->certain[i] == CERTAIN_POOL;
		d->judged += d->certain[i] == CERTAIN_JUDGED;
	}
	if (d->o->add_judged && d->t->judged != NULL)
		for (size_t i = 0; i < d->t->judged->all.count; i++)
			d->outside += is_outside(d, &d->t->judged->all.judgment[i]);
	d->judged += d->outside;
	return 0;
}

static int add_one_certain(struct drawing *d, struct slice name, enum certainty why, struct err *e)
{
	bool pool = why == CERTAIN_POOL;
	const struct drawn_document row = { .name = name,
					    .probability = 1,
					    .stratum = pool ? "pool" : "judged",
					    .size = pool ? d->pooled : d->judged };
	return drawing_add(d, &row, e);
}

static int add_certain(struct drawing *d, struct err *e)
{
	for (size_t i = 0; i < d->pool.count; i++)
		if (d->certain[i] != UNCERTAIN &&
		    add_one_certain(d, pool_name(&d->pool.document[i]), d->certain[i], e) < 0)
			return -1;
	for (size_t i = 0; d->outside > 0 && i < d->t->judged->all.count; i++) {
		const struct judgment *x = &d->t->judged->all.judgment[i];
		struct slice name = judgment_document(x);
		if (!is_outside(d, x))
			continue;
		if (d->o->collection != NULL && !collection_has(d->o->collection, name, x->hash))
			return err_at(e, d->o->judged->in.path,
				      input_line(&d->o->judged->in, name.at),
				      "document '%s' of topic '%s' is not in the collection",
				      shown(name).text, d->t->name);
		if (add_one_certain(d, name, CERTAIN_JUDGED, e) < 0)
			return -1;
	}
	return 0;
}

/* By document number; those without one come last. */
static int by_document(const void *a, const void *b)
{
	const struct drawn_document *x = a, *y = b;
	if (x->name.length == 0 || y->name.length == 0)
		return (x->name.length == 0) - (y->name.length == 0);
	return slice_compare(x->name, y->name);
}

/*
 * What the random numbers of the topic depend on beside the seed. Known documents that are taken
 * for certain may come from an earlier sample, drawn with the same seed; the new one must be
 * independent of it, so its numbers depend on what is known.
 */
static uint64_t key_of_topic(const struct drawing_options *o, const struct drawing_topic *t)
{
	uint64_t key = hash_name(slice_of(t->name));
	if (!o->add_judged || t->judged == NULL)
		return key;
	for (size_t i = 0; i < t->judged->all.count; i++)
		if (t->judged->all.judgment[i].level >= 0)
			key += hash_name(judgment_document(&t->judged->all.judgment[i]));
	return key;
}

/* Every document of the runs must be in the collection, if that is known. */
static int refuse_strangers(const struct drawing *d, struct err *e)
{
	const struct pool *p = &d->pool;
	for (size_t i = 0; d->o->collection != NULL && i < p->count; i++) {
		const struct pool_document *x = &p->document[i];
		if (collection_has(d->o->collection, pool_name(x), x->hash))
			continue;
		size_t at = 0, run = 0;
		while (p->ranked[at] != i)
			at++;
		while (p->start[run + 1] <= at)
			run++;
		const struct input *in = &d->o->runs[run]->in;
		return err_at(e, in->path, input_line(in, x->name),
			      "document '%s' of topic '%s' is not in the collection",
			      shown(pool_name(x)).text, d->t->name);
	}
	return 0;
}

/* No document may be in two strata of a list, whose documents are in the order of the file. */
static int refuse_doubles(const struct drawing *d, struct err *e)
{
	const struct pool *p = &d->pool;
	if (!d->o->listed || p->start[p->runs] == p->count)
		return 0;
	size_t run = 0, at = 0; /* new documents have the numbers 0, 1, 2 ... */
	for (size_t met = 0; p->ranked[at] >= met; at++)
		met++;
	while (p->start[run + 1] <= at)
		run++;
	const struct input *in = &d->o->runs[run]->in;
	const struct pool_document *x = &p->document[p->ranked[at]];
	const char *again = piece_slice(in, d->t->run[run]->record[at - p->start[run]].document).at;
	bool later = again > x->name;
	return err_at(e, in->path, input_line(in, later ? again : x->name),
		      "document '%s' of topic '%s' appears twice: first on line %llu",
		      shown(pool_name(x)).text, d->t->name,
		      (unsigned long long)input_line(in, later ? x->name : again));
}

int drawing_make(struct drawing *d, const struct drawing_options *o, const struct drawing_topic *t,
		 struct err *e)
{
	const bool families = o->collection != NULL && o->collection->family != NULL;
	arena_clear(&d->memory);
	d->prior = NULL;
	d->o = o;
	d->t = t;
	d->count = 0;
	d->of = (struct drawing_counts){ 0 };
	d->key = key_of_topic(o, t);
	const struct judgment_set *known = t->judged != NULL ? &t->judged->all : NULL;
	if (pool_make(&d->pool, o->runs, t->run, o->run_count, o->depth, e) < 0 ||
	    refuse_doubles(d, e) < 0 || refuse_strangers(d, e) < 0 ||
	    (known != NULL &&
	     judgments_tabulate(&d->judged_table, known->judgment, known->count, e) < 0) ||
	    find_certain(d, e) < 0 || add_certain(d, e) < 0)
		return -1;
	if ((o->design == DESIGN_STEVENS && drawing_stevens(d, e) < 0) ||
	    (o->below > 0 && drawing_below(d, e) < 0) ||
	    (o->design == DESIGN_STRATA &&
	     (families ? drawing_families : drawing_strata)(d, e) < 0))
		return -1;
	look_up_grades(d);
	if (d->count > 1)
		qsort(d->drawn, d->count, sizeof *d->drawn, by_document);
	return 0;
}
