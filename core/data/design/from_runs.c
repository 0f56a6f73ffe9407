/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/hash.h"
#include "core/data/design/label_cells.h"

/* One document of a topic, by name. */
struct member {
	const struct judgment *judgment; /* NULL: not among the judgments */
	struct cell *cell;
	UT_hash_handle hh;
	uint64_t signature[];
};

/* A cell being built: all documents of one signature. */
struct cell {
	int64_t size;
	const struct judgment *first; /* of these; NULL: nothing of the cell was sampled */
	size_t names; /* of strata in the judgments, different ones; none is one, too */
	struct design_stratum stratum;
	int32_t place; /* among the cells of the topic; -1: none */
	UT_hash_handle hh;
	uint64_t bits[];
};

struct run_cells {
	struct building *b;
	size_t first, runs; /* those that form the cells */
	bool named;	    /* a cell may be of one named stratum only */
	struct member *members;
	struct cell *cells;
	const struct cell *bottom; /* when they are made; NULL: there is none */
};

/* Of the two uthash tables, of members and of cells (core/base/hash.h). */
static const unsigned hash_log2_buckets = 10;

/*
 * Documents and signatures.
 */

static struct member *look_up(const struct run_cells *x, struct slice name, unsigned hash)
{
	struct member *m;
	HASH_FIND_BYHASHVALUE(hh, x->members, name.at, name.length, hash, m);
	return m;
}

static struct member *find_member(struct run_cells *x, struct slice name, unsigned hash)
{
	struct member *m = look_up(x, name, hash);
	if (m != NULL)
		return m;
	m = arena_zeroed(&x->b->memory, 1, sizeof *m + x->b->d->words * sizeof *m->signature);
	if (m == NULL)
		return NULL;
	HASH_ADD_KEYPTR_BYHASHVALUE(hh, x->members, name.at, (unsigned)name.length, hash, m);
	return m->hh.tbl != NULL ? m : NULL;
}

static int gather_documents(struct run_cells *x, struct err *e)
{
	const struct building *b = x->b;
	for (size_t r = x->first; r < x->first + x->runs; r++) {
		const struct run_topic *t = building_topic(b, r);
		for (size_t i = 0; t != NULL && i < t->count; i++) {
			struct slice name = piece_slice(&b->runs[r]->in, t->record[i].document);
			struct member *m = find_member(x, name, hash_bytes(name.at, name.length));
			if (m == NULL)
				return err_memory(e);
			m->signature[r / 64] |= UINT64_C(1) << (r % 64);
		}
	}
	const struct judgment_set *all = &b->topic->all;
	for (size_t i = 0; i < all->count; i++) {
		const struct judgment *y = &all->judgment[i];
		struct member *m = find_member(x, judgment_document(y), y->hash);
		if (m == NULL)
			return err_memory(e);
		m->judgment = y;
	}
	return 0;
}

static struct cell *find_cell(struct run_cells *x, const uint64_t *bits)
{
	size_t bytes = x->b->d->words * sizeof *bits;
	struct cell *c;
	HASH_FIND(hh, x->cells, bits, bytes, c);
	if (c != NULL)
		return c;
	c = arena_alloc(&x->b->d->memory, sizeof *c + bytes);
	if (c == NULL)
		return NULL;
	*c = (struct cell){ .stratum = { .signature = c->bits }, .place = -1 };
	memcpy(c->bits, bits, bytes);
	HASH_ADD(hh, x->cells, bits, (unsigned)bytes, c);
	return c->hh.tbl != NULL ? c : NULL;
}

static int count_member(struct run_cells *x, struct member *m, struct err *e)
{
	const struct judgment *y = m->judgment;
	struct cell *c = m->cell = find_cell(x, m->signature);
	if (c == NULL)
		return err_memory(e);
	c->size++;
	if (y == NULL)
		return 0;
	if (c->first == NULL) {
		c->first = y;
		c->names = 1;
		c->stratum.name =
			x->named && y->stratum > 0 ? x->b->stratum_name[y->stratum - 1] : NULL;
	}
	c->names += x->named && y->stratum != c->first->stratum;
	STRATUM_COUNT(x->b, &c->stratum, y);
	return 0;
}

/*
 * Sizes.
 */

static bool is_bottom(const struct run_cells *x, const struct cell *c)
{
	for (size_t w = 0; w < x->b->d->words; w++)
		if (c->bits[w] != 0)
			return false;
	return true;
}

/* The bottom holds what no run retrieves: the rest of the collection. */
static int size_bottom(struct run_cells *x, struct err *e)
{
	const struct building *b = x->b;
	int64_t elsewhere = 0;
	for (const struct cell *c = x->cells; c != NULL; c = c->hh.next)
		elsewhere += is_bottom(x, c) ? 0 : c->size;
	uint64_t *none = arena_zeroed(&x->b->memory, b->d->words, sizeof *none);
	struct cell *bottom = none != NULL ? find_cell(x, none) : NULL;
	if (bottom == NULL)
		return err_memory(e);
	int64_t rest = b->o->collection_size - elsewhere;
	if (rest < bottom->size)
		return err_data(e,
				"-N %lld: topic '%s' has %lld documents in the runs and judgments, "
				"more than the collection",
				(long long)b->o->collection_size, b->topic->name,
				(long long)(elsewhere + bottom->size));
	bottom->size = rest;
	return 0;
}

static int size_is_missing(const struct run_cells *x, const struct cell *c, struct err *e)
{
	const struct building *b = x->b;
	if (c->stratum.name != NULL && c->names > 1)
		return err_data(
			e,
			"%.600s: stratum '%s' of topic '%s' shares its documents' runs with "
			"another stratum, and its size is not known: give the sizes with "
			"--strata, or with --pool the runs that formed the strata",
			b->j->in.path, c->stratum.name, b->topic->name);
	return err_data(e,
			"%.600s: topic '%s' has %lld judged documents that no run retrieves; how "
			"many such documents there are must be given by -N, the size of the "
			"collection%s",
			b->j->in.path, b->topic->name, (long long)c->stratum.sampled,
			c->stratum.name != NULL ? ", or by --strata" : "");
}

/* -1: it cannot be known, of the bottom without -N, or of one of two names. */
static int64_t size_of_cell(const struct run_cells *x, const struct cell *c)
{
	bool counted = !is_bottom(x, c) || x->b->o->collection_size > 0;
	return c->names == 1 && counted ? c->size : -1;
}

static int size_cell(struct run_cells *x, struct cell *c, struct err *e)
{
	struct building *b = x->b;
	c->stratum.named_size = named_size(b, x->named ? c->first->stratum : 0);
	c->stratum.size = size_of_cell(x, c);
	if (c->stratum.size < 0)
		return size_is_missing(x, c, e);
	return c->stratum.size < c->stratum.sampled
		       ? size_too_small(b->j->in.path, b->topic->name, &c->stratum, e)
		       : 0;
}

/*
 * Cells.
 */

/* The sampled cells in the order of their judgments, then the others; the bottom last. */
static int make_cells(struct run_cells *x, struct err *e)
{
	struct topic_strata *t = x->b->to;
	t->stratum = arena_alloc(&x->b->d->memory, HASH_COUNT(x->cells) * sizeof *t->stratum);
	if (t->stratum == NULL)
		return err_memory(e);
	for (int bottom = 0; bottom <= 1; bottom++) {
		for (const struct member *m = x->members; m != NULL; m = m->hh.next) {
			struct cell *c = m->cell;
			if (m->judgment == NULL || c->place >= 0 || is_bottom(x, c) != bottom)
				continue;
			if (size_cell(x, c, e) < 0)
				return -1;
			c->place = (int32_t)t->count;
			t->stratum[t->count++] = c->stratum;
		}
		for (const struct cell *c = x->cells; c != NULL; c = c->hh.next)
			if (c->first == NULL && bottom && is_bottom(x, c))
				t->outside = c->size;
			else if (c->first == NULL && !bottom && !is_bottom(x, c))
				t->stratum[t->count++] =
					(struct design_stratum){ .signature = c->bits,
								 .size = c->size };
	}
	for (const struct member *m = x->members; m != NULL; m = m->hh.next)
		if (m->judgment != NULL)
			weigh_judgment(x->b, m->judgment, m->cell->place);
	return 0;
}

/* The cell of a document in a pool, if any run retrieves it. */
static struct placed place_in_pool(const void *context, struct slice name, unsigned hash)
{
	const struct run_cells *x = context;
	const struct member *m = look_up(x, name, hash);
	const struct cell *c = m != NULL ? m->cell : x->bottom;
	return (struct placed){ c != NULL && c->first != NULL ? c->place : PLACE_NONE,
				m != NULL ? m->judgment : NULL };
}

/* Runs may cut a pool's cells. Others, which no run cuts, are divided by labels alone. */
static int divide_cells(struct run_cells *x, bool pool_only, struct err *e)
{
	const struct document_places places = { x, place_in_pool };
	struct label_cells cells;
	x->bottom = x->cells;
	while (x->bottom != NULL && !is_bottom(x, x->bottom))
		x->bottom = x->bottom->hh.next;
	if (!pool_only)
		return x->b->o->labels == NULL ? 0 : label_cells_divide(&cells, x->b, &places, e);
	for (size_t i = 0; i < x->b->to->count; i++)
		x->b->to->stratum[i].signature = NULL;
	return retrieved_parts(x->b, &places, e);
}

/* Does another cell have documents of this probability? */
static bool is_shared(const struct run_cells *x, const struct cell *c)
{
	for (const struct cell *other = x->cells; other != NULL; other = other->hh.next)
		if (other != c && other->first != NULL && rates_are_one(other->first, c->first))
			return true;
	return false;
}

/*
 * n/N is the probability to the digits printed. With few digits many n/N fit, so where several
 * cells share a probability, n of each must be p N to within one document. In a simple random
 * sample that the runs happen to divide, it is not.
 */
static bool rates_fit(const struct run_cells *x)
{
	for (const struct cell *c = x->cells; c != NULL; c = c->hh.next) {
		if (c->first == NULL)
			continue;
		int64_t size = size_of_cell(x, c);
		if (size < c->stratum.sampled || !rate_is(c->first, c->stratum.sampled, size))
			return false;
		double expected = c->first->probability * (double)size;
		if (fabs(expected - (double)c->stratum.sampled) > 1 && is_shared(x, c))
			return false;
	}
	for (const struct member *m = x->members; m != NULL; m = m->hh.next)
		if (m->judgment != NULL && !rates_are_one(m->judgment, m->cell->first))
			return false;
	return true;
}

/* Whether something was sampled of every cell but the bottom. */
static bool all_sampled(const struct run_cells *x)
{
	for (const struct cell *c = x->cells; c != NULL; c = c->hh.next)
		if (c->first == NULL && !is_bottom(x, c))
			return false;
	return true;
}

/*
 * If there are more different probabilities than cells, no cells can fit, and they need not be
 * formed. (With -N they are formed in any case, to check that a topic has no more documents.)
 */
static bool too_many_rates(const struct building *b, size_t runs)
{
	enum { RUNS = 4 };
	double rate[1 << RUNS];
	const struct judgment_set *all = &b->topic->all;
	size_t cells = (size_t)1 << (runs < RUNS ? runs : RUNS), rates = 0, k;
	if (runs > RUNS || b->o->collection_size > 0)
		return false;
	for (size_t i = 0; i < all->count; i++) {
		for (k = 0; k < rates && rate[k] != all->judgment[i].probability; k++)
			;
		if (k == cells)
			return true;
		if (k == rates)
			rate[rates++] = all->judgment[i].probability;
	}
	return false;
}

static void forget(struct run_cells *x)
{
	HASH_CLEAR(hh, x->members);
	HASH_CLEAR(hh, x->cells);
}

static int build_cells(struct run_cells *x, bool pool_only, struct err *e)
{
	if (!x->named && too_many_rates(x->b, x->runs))
		return 0;
	int result = gather_documents(x, e);
	for (struct member *m = x->members; m != NULL && result == 0; m = m->hh.next)
		result = count_member(x, m, e);
	if (result == 0 && x->b->o->collection_size > 0)
		result = size_bottom(x, e);
	if (result == 0 && (x->named || (rates_fit(x) && (!pool_only || all_sampled(x)))))
		result = make_cells(x, e) < 0 || divide_cells(x, pool_only, e) < 0 ? -1 : 1;
	forget(x);
	return result;
}

int named_runs_build(struct building *b, struct err *e)
{
	struct run_cells x = { .b = b, .runs = b->d->runs, .named = true };
	return build_cells(&x, false, e);
}

int pool_build(struct building *b, struct err *e)
{
	size_t pools = b->o->pools;
	struct run_cells x = { .b = b, .first = b->d->runs - pools, .runs = pools };
	return build_cells(&x, true, e);
}

int runs_build(struct building *b, struct err *e)
{
	struct run_cells x = { .b = b, .runs = b->d->runs };
	return build_cells(&x, false, e);
}

/*
 * For from_sizes.c and from_rates.c, with labels of a model: in which of several strata a document
 * is that the judgments do not list, if label and runs tell. The key of a document is its class and
 * which runs of --pool retrieve it. If judged documents of a key are all in one stratum, the others
 * of this key are too, as in a sample that was drawn from label classes, from cells of runs, or
 * from both; the numbers of documents must add up to the sizes of the strata. Keys of which nothing
 * was judged belong to the only stratum that lacks as many documents.
 */

struct keyed_places {
	struct building *b;
	const struct document_places *listed; /* of documents that the judgments list */
	const struct labelled_topic *labels;
	struct run_cells pool;
	struct names keys; /* of a cell of the pool and a class, 0 being none */
	int32_t *place;	   /* of each key */
	int64_t *unlisted; /* keys of the documents that the judgments do not list, each once */
	size_t unlisted_count;
	int32_t elsewhere; /* of documents with neither label nor run */
};

/* Which runs of the pool retrieve each document; the cells get numbers. */
static int gather_pool(struct keyed_places *x, struct err *e)
{
	int32_t cells = 0;
	if (gather_documents(&x->pool, e) < 0)
		return -1;
	for (struct member *m = x->pool.members; m != NULL; m = m->hh.next) {
		m->cell = find_cell(&x->pool, m->signature);
		if (m->cell == NULL)
			return err_memory(e);
		if (m->cell->place < 0 && !is_bottom(&x->pool, m->cell))
			m->cell->place = cells++;
	}
	return 0;
}

/* The number of a document's cell, plus 1; 0 if no run of the pool retrieves it. */
static int64_t cell_of(const struct keyed_places *x, struct slice name, unsigned hash)
{
	const struct member *m = look_up(&x->pool, name, hash);
	return m != NULL ? m->cell->place + 1 : 0;
}

static int64_t key_of(const struct keyed_places *x, struct slice name, unsigned hash)
{
	return names_find_pair(&x->keys, cell_of(x, name, hash),
			       label_class(x->labels, name, hash) + 1);
}

static int64_t add_key(struct keyed_places *x, struct slice name, unsigned hash, struct err *e)
{
	return names_add_pair(&x->keys, &x->b->memory, cell_of(x, name, hash),
			      label_class(x->labels, name, hash) + 1, e);
}

static int add_unlisted(struct keyed_places *x, struct slice name, unsigned hash, struct err *e)
{
	if (x->listed->find(x->listed->context, name, hash).judgment != NULL)
		return 0;
	int64_t key = add_key(x, name, hash, e);
	x->unlisted[x->unlisted_count++] = key;
	return key < 0 ? -1 : 0;
}

/* Keys of all documents: those that are judged, those with a label, and those that only the pool
 * has. */
static int make_keys(struct keyed_places *x, struct err *e)
{
	const struct judgment_set *all = &x->b->topic->all;
	size_t labelled = x->labels != NULL ? x->labels->count : 0;
	x->unlisted = arena_alloc(&x->b->memory,
				  (labelled + HASH_COUNT(x->pool.members)) * sizeof *x->unlisted);
	if (x->unlisted == NULL)
		return err_memory(e);
	for (size_t i = 0; i < all->count; i++)
		if (add_key(x, judgment_document(&all->judgment[i]), all->judgment[i].hash, e) < 0)
			return -1;
	for (size_t i = 0; i < labelled; i++)
		if (add_unlisted(x, label_document(x->labels, i), x->labels->hash[i], e) < 0)
			return -1;
	for (const struct member *m = x->pool.members; m != NULL; m = m->hh.next) {
		struct slice name = { m->hh.key, m->hh.keylen };
		if (label_find(x->labels, name, m->hh.hashv) == LABEL_NONE &&
		    add_unlisted(x, name, m->hh.hashv, e) < 0)
			return -1;
	}
	return 0;
}

/* The stratum of each key that was judged; PLACE_UNKNOWN: several, PLACE_NONE: nothing was. */
static int place_keys(struct keyed_places *x, struct err *e)
{
	const struct judgment_set *all = &x->b->topic->all;
	x->place = arena_zeroed(&x->b->memory, x->keys.count + 1, sizeof *x->place);
	if (x->place == NULL)
		return err_memory(e);
	for (size_t k = 0; k < x->keys.count; k++)
		x->place[k] = PLACE_NONE;
	for (size_t i = 0; i < all->count; i++) {
		const struct judgment *y = &all->judgment[i];
		int32_t place = x->b->d->place[y - x->b->j->judgment];
		int32_t *of = &x->place[key_of(x, judgment_document(y), y->hash)];
		*of = *of == PLACE_NONE || *of == place ? place : PLACE_UNKNOWN;
	}
	return 0;
}

static int wrong_sizes(const struct keyed_places *x, size_t h, int64_t lack, struct err *e)
{
	const struct design_stratum *c = &x->b->to->stratum[h];
	return err_data(
		e,
		"%.400s: topic '%.200s': by their labels%s, stratum '%.100s' has %lld "
		"documents, but its size is %lld: judgments that list all documents of their "
		"strata (-R strata) would tell where each is",
		x->b->o->labels->list.in.path, x->b->to->name,
		x->b->o->pools > 0 ? " and the runs of --pool" : "", c->name != NULL ? c->name : "",
		(long long)(c->size - lack), (long long)c->size);
}

/*
 * Numbers must add up; what has no place yet goes to the only stratum that lacks as many. `lack`:
 * documents of each stratum that were not found yet; `homeless`: those of keys of which nothing was
 * judged.
 */
static int settle(struct keyed_places *x, const int64_t *lack, int64_t homeless, struct err *e)
{
	size_t open = 0, last = 0, count = x->b->to->count;
	for (size_t h = 0; h < count; h++) {
		if (lack[h] < 0)
			return wrong_sizes(x, h, lack[h], e);
		open += lack[h] > 0;
		last = lack[h] > 0 ? h : last;
	}
	bool fits = open == 1 && homeless <= lack[last];
	x->elsewhere = open == 0 ? PLACE_NONE : !fits || open > 1 ? PLACE_UNKNOWN : (int32_t)last;
	for (size_t k = 0; k < x->keys.count; k++)
		if (x->place[k] == PLACE_NONE)
			x->place[k] = homeless == 0 || fits ? x->elsewhere : PLACE_UNKNOWN;
	return 0;
}

static int place_all(struct keyed_places *x, struct err *e)
{
	if (gather_pool(x, e) < 0 || make_keys(x, e) < 0 || place_keys(x, e) < 0)
		return -1;
	int64_t *lack = arena_zeroed(&x->b->memory, x->b->to->count + 1, sizeof *lack),
		homeless = 0;
	if (lack == NULL)
		return err_memory(e);
	for (size_t h = 0; h < x->b->to->count; h++)
		lack[h] = x->b->to->stratum[h].size - x->b->to->stratum[h].sampled;
	for (size_t i = 0; i < x->unlisted_count; i++) {
		int32_t place = x->place[x->unlisted[i]];
		if (place >= 0)
			lack[place]--;
		homeless += place == PLACE_NONE;
	}
	return settle(x, lack, homeless, e);
}

/* As document_places.find; the context is a struct keyed_places. */
static struct placed keyed_places_find(const void *context, struct slice name, unsigned hash)
{
	const struct keyed_places *x = context;
	struct placed at = x->listed->find(x->listed->context, name, hash);
	if (at.judgment != NULL)
		return at;
	int64_t key = key_of(x, name, hash);
	at.place = key != NAME_UNKNOWN ? x->place[key] : x->elsewhere;
	return at;
}

static int retrieved_parts_by_key(struct building *b, const struct document_places *listed,
				  struct err *e)
{
	struct keyed_places x = {
		.b = b,
		.listed = listed,
		.labels = labels_of_topic(b->o->labels, b->number),
		.pool = { .b = b, .first = b->d->runs - b->o->pools, .runs = b->o->pools },
	};
	int result = place_all(&x, e);
	if (result == 0)
		result = retrieved_parts(b, &(struct document_places){ &x, keyed_places_find }, e);
	forget(&x.pool);
	names_release(&x.keys);
	return result;
}

/*
 * For the same two, with or without labels: in which stratum any document is.
 */

struct listed {
	const struct building *b;
	struct document_table table;
	int32_t elsewhere; /* where a document is that they do not list */
};

static struct placed place_of_listed(const void *context, struct slice name, unsigned hash)
{
	const struct listed *x = context;
	const struct judgment *y = judgments_find(&x->table, x->b->topic->all.judgment, name, hash);
	return (struct placed){ y != NULL ? x->b->d->place[y - x->b->j->judgment] : x->elsewhere,
				y };
}

/* A collection that the strata do not fill has documents in none of them. */
static int32_t place_elsewhere(const struct building *b)
{
	int32_t place = PLACE_NONE;
	int64_t sum = 0;
	for (size_t i = 0; i < b->to->count; i++) {
		const struct design_stratum *c = &b->to->stratum[i];
		sum += c->size;
		if (listed_of(b, c) < c->size)
			place = place == PLACE_NONE ? (int32_t)i : PLACE_UNKNOWN;
	}
	bool filled = b->o->collection_size == 0 || sum == b->o->collection_size;
	return place == PLACE_NONE || filled ? place : PLACE_UNKNOWN;
}

int retrieved_parts_of_listed(struct building *b, struct err *e)
{
	const struct judgment_set *all = &b->topic->all;
	struct listed x = { .b = b, .elsewhere = place_elsewhere(b) };
	const struct document_places listed = { &x, place_of_listed };
	bool by_key = b->o->labels != NULL && x.elsewhere == PLACE_UNKNOWN;
	int result = judgments_tabulate(&x.table, all->judgment, all->count, e);
	if (result == 0)
		result = (by_key ? retrieved_parts_by_key : retrieved_parts)(b, &listed, e);
	document_table_release(&x.table);
	return result;
}
