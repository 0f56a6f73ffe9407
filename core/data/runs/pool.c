/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/fetch.h"
#include "core/base/hash.h"
#include "core/data/runs/pool.h"
#include "core/stats/sampling/stevens.h"

void pool_release(struct pool *p)
{
	arena_release(&p->memory);
	document_table_release(&p->table);
	ranking_release(&p->ranking);
}

static inline uint32_t *slot_of(const struct pool *p, struct slice name, unsigned hash)
{
	const struct documents documents = DOCUMENTS_OF(p->document, name, hash, true);
	return document_table_slot(&p->table, &documents, name, hash);
}

size_t pool_find(const struct pool *p, struct slice name, unsigned hash)
{
	uint32_t slot = *slot_of(p, name, hash);
	return slot != 0 ? slot - 1 : SIZE_MAX;
}

/* The number of the document at a rank, which is new to the pool or comes from an earlier run. */
static int64_t add_document(struct pool *p, uint32_t run, struct slice name, unsigned hash)
{
	uint32_t *slot = slot_of(p, name, hash);
	if (*slot == 0) {
		p->document[p->count] =
			(struct pool_document){ name.at, (uint32_t)name.length, hash };
		p->last_run[p->count] = 0;
		*slot = (uint32_t)++p->count;
	}
	uint32_t number = *slot - 1;
	if (p->last_run[number] == run + 1)
		return -1;
	p->last_run[number] = run + 1;
	return number;
}

/* How many documents ahead the place of a document in the table is fetched. */
enum { AHEAD = 8 };

static int add_run(struct pool *p, size_t number, const struct run *run,
		   const struct run_topic *topic, size_t depth, struct err *e)
{
	if (ranking_make(&p->ranking, run, topic, TIES_FALLING, e) < 0)
		return -1;
	size_t kept = topic->count < depth ? topic->count : depth;
	uint32_t *ranked = kept > 0 ? p->ranked + p->start[number] : NULL;
	unsigned hash[AHEAD];
	for (size_t i = 0; i < topic->count + AHEAD; i++) {
		if (i >= AHEAD) {
			size_t rank = i - AHEAD;
			struct slice name = piece_slice(&run->in, p->ranking.document[rank]);
			unsigned h = hash[rank % AHEAD];
			int64_t document = 0;
			if (rank < kept) {
				document = add_document(p, (uint32_t)number, name, h);
				ranked[rank] = (uint32_t)document;
			} else {
				size_t found = pool_find(p, name, h);
				if (found != SIZE_MAX && p->last_run[found] == number + 1)
					document = -1;
			}
			if (document < 0)
				return retrieved_twice(run, topic, e);
		}
		if (i < topic->count) {
			struct slice name = piece_slice(&run->in, p->ranking.document[i]);
			hash[i % AHEAD] = hash_bytes(name.at, name.length);
			fetch(&p->table.slot[hash[i % AHEAD] & p->table.mask]);
		}
	}
	p->start[number + 1] = p->start[number] + kept;
	return 0;
}

int pool_make(struct pool *p, const struct run *const *runs, const struct run_topic *const *topic,
	      size_t count, size_t depth, struct err *e)
{
	size_t lines = 0;
	for (size_t r = 0; r < count; r++)
		if (topic[r] != NULL)
			lines += topic[r]->count < depth ? topic[r]->count : depth;
	if (lines > DOCUMENTS_MAX)
		return err_data(e,
				"the runs have %zu documents for one topic: at most %u are allowed",
				lines, DOCUMENTS_MAX);
	arena_clear(&p->memory);
	p->document = arena_alloc(&p->memory, lines * sizeof *p->document);
	p->ranked = arena_alloc(&p->memory, lines * sizeof *p->ranked);
	p->last_run = arena_alloc(&p->memory, lines * sizeof *p->last_run);
	p->start = arena_alloc(&p->memory, (count + 1) * sizeof *p->start);
	if (p->memory.failed)
		return err_memory(e);
	if (document_table_start(&p->table, lines, e) < 0)
		return -1;
	p->count = 0;
	p->runs = count;
	p->start[0] = 0;
	for (size_t r = 0; r < count; r++) {
		p->start[r + 1] = p->start[r];
		if (topic[r] != NULL && add_run(p, r, runs[r], topic[r], depth, e) < 0)
			return -1;
	}
	return 0;
}

/* ---- cells ---- */

void pool_cells_release(struct pool_cells *c)
{
	free(c->cell);
	free(c->of);
}

/*
 * Each run in turn moves its documents out of the cells where they are into new ones: those without
 * this run, and with it. So documents with the same runs stay together, and no others do.
 */
static int split_cells(struct pool_cells *c, const struct pool *p, uint32_t run, struct err *e)
{
	size_t before = c->count;
	for (size_t i = 0; i < before; i++)
		c->cell[i].split = 0;
	for (size_t i = p->start[run]; i < p->start[run + 1]; i++) {
		uint32_t document = p->ranked[i], from = c->of[document];
		if (c->cell[from].split == 0) {
			if (!ARRAY_ROOM(c->cell, c->count, c->room))
				return err_memory(e);
			c->cell[from].split = (uint32_t)c->count;
			c->cell[c->count++] = (struct pool_cell){ .parent = from, .run = run };
		}
		c->cell[from].size--;
		c->of[document] = c->cell[from].split;
		c->cell[c->of[document]].size++;
	}
	return 0;
}

int pool_cells_make(struct pool_cells *c, const struct pool *p, struct err *e)
{
	if (!ARRAY_AT_LEAST(c->of, p->count + 1, c->documents) || !ARRAY_ROOM(c->cell, 0, c->room))
		return err_memory(e);
	memset(c->of, 0, p->count * sizeof *c->of);
	c->cell[0] = (struct pool_cell){ .size = (int64_t)p->count };
	c->count = 1;
	for (size_t r = 0; r < p->runs; r++)
		if (split_cells(c, p, (uint32_t)r, e) < 0)
			return -1;
	return 0;
}

/* ---- weights by rank ---- */

/*
 * Weights are at most 1 and, in lists of less than 2^31 documents, at least 2^-32: in units of
 * 2^-100 each is a whole number, and so is the sum over less than 2^27 runs, which fits.
 */
static const double exact_units = 0x1p100;

void prior_add(prior_sum *sum, const uint32_t *ranked, size_t length)
{
	struct ap_prior w = ap_prior_start(length);
	for (size_t i = length; i-- > 0;)
		sum[ranked[i]] += (prior_sum)(ap_prior_next(&w) * exact_units);
}

/* Rounded to nearest. The compiler's own conversion takes a tenth of the whole time. */
double prior_weight(prior_sum x)
{
	uint64_t high = (uint64_t)(x >> 64), low = (uint64_t)x;
	if (high == 0)
		return (double)low / exact_units;
	int shift = 64 - __builtin_clzll(high);
	uint64_t top = (uint64_t)(x >> shift);
	bool more = ((prior_sum)top << shift) != x;
	return (double)(top | more) * (double)(UINT64_C(1) << (shift - 1)) * 2 / exact_units;
}

int pool_by_name(uint64_t a, uint64_t b, const void *context)
{
	const struct pool_document *document = context;
	return slice_compare(pool_name(&document[a]), pool_name(&document[b]));
}

int pool_prior(const struct pool *p, double *weight, struct arena *memory, struct err *e)
{
	prior_sum *sum = arena_zeroed(memory, p->count, sizeof *sum);
	if (sum == NULL)
		return err_memory(e);
	for (size_t r = 0; r < p->runs; r++)
		prior_add(sum, p->ranked + p->start[r], pool_length(p, r));
	for (size_t i = 0; i < p->count; i++)
		weight[i] = prior_weight(sum[i]);
	return 0;
}
