/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/hash.h"
#include "core/data/design/label_cells.h"
#include "core/data/design/retrieved_parts.h"

/* One document of a topic, by name. */
struct member {
	const struct judgment *judgment; /* NULL: not among the judgments */
	struct signature *of;
	struct part *part; /* where the judgment stands */
	UT_hash_handle hh;
	uint64_t signature[];
};

/* All documents of one signature. */
struct signature {
	int64_t size;
	size_t labels;	 /* different ones among its judged documents, "none" counted too */
	int64_t labeled; /* sum of the sizes of its parts */
	struct part *part;
	UT_hash_handle hh;
	uint64_t bits[];
};

/* A cell being built: the part of a signature with one label. */
struct part {
	struct signature *signature;
	uint32_t label; /* as struct judgment.part */
	int64_t listed; /* judgments */
	const struct judgment *first;
	struct design_stratum stratum;
	int32_t place; /* of the cell among those of the topic */
	UT_hash_handle hh;
	uint64_t key[]; /* signature and label */
};

struct run_cells {
	struct building *b;
	size_t first, runs; /* those that form the cells */
	bool labels;	    /* labels cut the cells */
	struct member *members;
	struct signature *signatures;
	struct part *parts;
};

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

static struct signature *find_signature(struct run_cells *x, const uint64_t *bits)
{
	size_t bytes = x->b->d->words * sizeof *bits;
	struct signature *s;
	HASH_FIND(hh, x->signatures, bits, bytes, s);
	if (s != NULL)
		return s;
	s = arena_alloc(&x->b->d->memory, sizeof *s + bytes);
	if (s == NULL)
		return NULL;
	*s = (struct signature){ 0 };
	memcpy(s->bits, bits, bytes);
	HASH_ADD(hh, x->signatures, bits, (unsigned)bytes, s);
	return s->hh.tbl != NULL ? s : NULL;
}

static struct part *find_part(struct run_cells *x, struct signature *s, uint32_t label)
{
	uint64_t key[2] = { (uint64_t)(uintptr_t)s, label };
	struct part *p;
	HASH_FIND(hh, x->parts, key, sizeof key, p);
	if (p != NULL)
		return p;
	p = arena_alloc(&x->b->memory, sizeof *p + sizeof key);
	if (p == NULL)
		return NULL;
	*p = (struct part){
		.signature = s,
		.label = label,
		.stratum = { .signature = s->bits,
			     .label = label > 0 ? x->b->label_name[label - 1] : NULL },
		.place = -1,
	};
	memcpy(p->key, key, sizeof key);
	HASH_ADD(hh, x->parts, key, sizeof key, p);
	s->labels++;
	s->part = p;
	return p->hh.tbl != NULL ? p : NULL;
}

static int count_member(struct run_cells *x, struct member *m, struct err *e)
{
	const struct judgment *y = m->judgment;
	m->of = find_signature(x, m->signature);
	if (m->of == NULL)
		return err_memory(e);
	m->of->size++;
	if (y == NULL)
		return 0;
	m->part = find_part(x, m->of, x->labels ? y->part : 0);
	if (m->part == NULL)
		return err_memory(e);
	m->part->listed++;
	if (m->part->first == NULL)
		m->part->first = y;
	STRATUM_COUNT(x->b, &m->part->stratum, y);
	return 0;
}

/*
 * Sizes.
 */

static bool is_bottom(const struct run_cells *x, const struct signature *s)
{
	for (size_t w = 0; w < x->b->d->words; w++)
		if (s->bits[w] != 0)
			return false;
	return true;
}

/* The bottom holds what no run retrieves: the rest of the collection. */
static int size_bottom(struct run_cells *x, struct err *e)
{
	const struct building *b = x->b;
	int64_t elsewhere = 0;
	for (const struct signature *s = x->signatures; s != NULL; s = s->hh.next)
		elsewhere += is_bottom(x, s) ? 0 : s->size;
	uint64_t *none = arena_zeroed(&x->b->memory, b->d->words, sizeof *none);
	struct signature *bottom = none != NULL ? find_signature(x, none) : NULL;
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

static int size_is_missing(const struct run_cells *x, const struct part *p, struct err *e)
{
	const struct building *b = x->b;
	if (p->label > 0 && p->signature->labels > 1)
		return err_data(
			e,
			"%.600s: stratum '%s' of topic '%s' shares its documents' runs with "
			"another stratum, and its size is not known: give the sizes with "
			"--strata, or with --pool the runs that formed the strata",
			b->j->in.path, p->stratum.label, b->topic->name);
	return err_data(e,
			"%.600s: topic '%s' has %lld judged documents that no run retrieves; how "
			"many such documents there are must be given by -N, the size of the "
			"collection%s",
			b->j->in.path, b->topic->name, (long long)p->listed,
			p->label > 0 ? ", or by --strata" : "");
}

/* A part with the only label of its signature is all of it; -1: the size cannot be known. */
static int64_t size_of_part(const struct run_cells *x, const struct part *p)
{
	bool counted = !is_bottom(x, p->signature) || x->b->o->collection_size > 0;
	return p->signature->labels == 1 && counted ? p->signature->size : -1;
}

static int size_parts(struct run_cells *x, struct err *e)
{
	for (struct part *p = x->parts; p != NULL; p = p->hh.next) {
		p->stratum.label_size = label_size(&x->b->sizes, x->b->number, p->label);
		p->stratum.size = size_of_part(x, p);
		if (p->stratum.size < 0)
			return size_is_missing(x, p, e);
		if (p->stratum.size < p->stratum.sampled)
			return size_too_small(x->b->j->in.path, x->b->topic->name, &p->stratum, e);
		p->signature->labeled += p->stratum.size;
	}
	return 0;
}

/*
 * Cells.
 */

static int make_cells(struct run_cells *x, struct err *e)
{
	struct topic_strata *t = x->b->to;
	size_t most = HASH_COUNT(x->parts) + HASH_COUNT(x->signatures);
	t->stratum = arena_alloc(&x->b->d->memory, most * sizeof *t->stratum);
	if (t->stratum == NULL)
		return err_memory(e);
	for (int bottom = 0; bottom <= 1; bottom++) {
		for (struct part *p = x->parts; p != NULL; p = p->hh.next) {
			if (is_bottom(x, p->signature) != bottom)
				continue;
			p->place = (int32_t)t->count;
			t->stratum[t->count++] = p->stratum;
		}
		for (const struct signature *s = x->signatures; s != NULL; s = s->hh.next) {
			int64_t rest = s->size - s->labeled;
			if (is_bottom(x, s) != bottom || rest <= 0)
				continue;
			if (bottom) /* of a bottom with a sample nothing is left over */
				t->outside = rest;
			else
				t->stratum[t->count++] =
					(struct design_stratum){ .signature = s->bits,
								 .size = rest };
		}
	}
	for (const struct member *m = x->members; m != NULL; m = m->hh.next)
		if (m->judgment != NULL)
			weigh_judgment(x->b, m->judgment, m->part->place);
	return 0;
}

/* The cell of a document in a pool, if any run retrieves it. */
struct pool_places {
	const struct run_cells *cells;
	const struct part *bottom; /* NULL: nothing was sampled of it */
};

static struct placed place_in_pool(const void *context, struct slice name, unsigned hash)
{
	const struct pool_places *x = context;
	const struct member *m = look_up(x->cells, name, hash);
	const struct part *p = m != NULL ? m->of->part : x->bottom;
	return (struct placed){ p != NULL ? p->place : PLACE_NONE, m != NULL ? m->judgment : NULL };
}

static const struct part *bottom_of(const struct run_cells *x)
{
	const struct part *bottom = NULL;
	for (const struct part *p = x->parts; p != NULL; p = p->hh.next)
		bottom = is_bottom(x, p->signature) ? p : bottom;
	return bottom;
}

/* Runs may cut a pool's cells. */
static int count_retrieved(struct run_cells *x, struct err *e)
{
	const struct pool_places places = { x, bottom_of(x) };
	for (size_t i = 0; i < x->b->to->count; i++)
		x->b->to->stratum[i].signature = NULL;
	return retrieved_parts(x->b, &(struct document_places){ &places, place_in_pool }, e);
}

/* Cells that no run cuts are divided by labels alone. */
static int divide_cells(struct run_cells *x, struct err *e)
{
	const struct pool_places places = { x, bottom_of(x) };
	struct label_cells cells;
	return x->b->o->labels == NULL
		       ? 0
		       : label_cells_divide(&cells, x->b,
					    &(struct document_places){ &places, place_in_pool }, e);
}

static void forget(struct run_cells *x)
{
	HASH_CLEAR(hh, x->members);
	HASH_CLEAR(hh, x->signatures);
	HASH_CLEAR(hh, x->parts);
}

static int gather(struct run_cells *x, struct err *e)
{
	if (gather_documents(x, e) < 0)
		return -1;
	for (struct member *m = x->members; m != NULL; m = m->hh.next)
		if (count_member(x, m, e) < 0)
			return -1;
	return x->b->o->collection_size > 0 ? size_bottom(x, e) : 0;
}

int label_runs_build(struct building *b, struct err *e)
{
	struct run_cells x = { .b = b, .runs = b->d->runs, .labels = true };
	int result = gather(&x, e);
	if (result == 0)
		result = size_parts(&x, e);
	if (result == 0)
		result = make_cells(&x, e);
	if (result == 0)
		result = divide_cells(&x, e);
	forget(&x);
	return result < 0 ? -1 : 1;
}

/* Does another cell have documents of this probability? */
static bool is_shared(const struct run_cells *x, const struct part *p)
{
	for (const struct part *other = x->parts; other != NULL; other = other->hh.next)
		if (other != p && rates_are_one(other->first, p->first))
			return true;
	return false;
}

/*
 * n/N is the probability to the digits printed. Few digits fit many rates: cells of one probability
 * must be as large a part of the sample as it says, to one document. A simple random sample that
 * runs divide is not.
 */
static bool rates_fit(const struct run_cells *x)
{
	for (const struct part *p = x->parts; p != NULL; p = p->hh.next) {
		int64_t size = size_of_part(x, p);
		if (size < p->stratum.sampled || !rate_is(p->first, p->stratum.sampled, size))
			return false;
		double expected = p->first->probability * (double)size;
		if (fabs(expected - (double)p->stratum.sampled) > 1 && is_shared(x, p))
			return false;
	}
	for (const struct member *m = x->members; m != NULL; m = m->hh.next)
		if (m->judgment != NULL && !rates_are_one(m->judgment, m->part->first))
			return false;
	return true;
}

/* Whether something was sampled of every cell but the bottom. */
static bool all_sampled(const struct run_cells *x)
{
	for (const struct signature *s = x->signatures; s != NULL; s = s->hh.next)
		if (s->part == NULL && !is_bottom(x, s))
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

static int build_of_rates(struct run_cells *x, bool pool_only, struct err *e)
{
	if (too_many_rates(x->b, x->runs))
		return 0;
	int result = gather(x, e);
	if (result == 0 && rates_fit(x) && (!pool_only || all_sampled(x))) {
		result = size_parts(x, e);
		if (result == 0)
			result = make_cells(x, e);
		if (result == 0)
			result = pool_only ? count_retrieved(x, e) : divide_cells(x, e);
		result = result < 0 ? -1 : 1;
	}
	forget(x);
	return result;
}

int pool_build(struct building *b, struct err *e)
{
	size_t pools = b->o->pools;
	struct run_cells x = { .b = b, .first = b->d->runs - pools, .runs = pools };
	return build_of_rates(&x, true, e);
}

int runs_build(struct building *b, struct err *e)
{
	struct run_cells x = { .b = b, .runs = b->d->runs };
	return build_of_rates(&x, false, e);
}
