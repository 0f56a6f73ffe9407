/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/base/smallest.h"
#include "core/data/drawing/frame.h"
#include "core/data/drawing/pool_prior.h"

void frame_release(struct frame *f)
{
	arena_release(&f->memory);
}

static void find_best_ranks(struct frame *f, const bool *shapes, size_t runs)
{
	const struct ranked_topic *t = f->topic;
	memset(f->best, 0, t->documents * sizeof *f->best);
	for (size_t r = 0; r < runs; r++)
		for (size_t i = 0; shapes[r] && i < t->count[r]; i++) {
			uint32_t *best = &f->best[t->order[r][i]], rank = (uint32_t)i + 1;
			*best = *best == 0 || rank < *best ? rank : *best;
		}
}

/* The prior of average precision, as a pool of the runs has it; 0: not to be drawn. */
static int weigh(struct frame *f, const bool *shapes, size_t runs, size_t deepest, double *weight,
		 struct err *e)
{
	const struct ranked_topic *t = f->topic;
	size_t lines = 0;
	for (size_t r = 0; r < runs; r++)
		lines += shapes[r] ? t->count[r] : 0;
	struct pool p = { .count = t->documents };
	p.ranked = arena_alloc(&f->memory, (lines + 1) * sizeof *p.ranked);
	p.start = arena_alloc(&f->memory, (runs + 1) * sizeof *p.start);
	if (p.ranked == NULL || p.start == NULL)
		return err_memory(e);
	p.start[0] = 0;
	for (size_t r = 0; r < runs; r++) {
		if (!shapes[r])
			continue;
		size_t length = t->count[r] < deepest ? t->count[r] : deepest;
		if (length > 0)
			memcpy(p.ranked + p.start[p.runs], t->order[r], length * sizeof *p.ranked);
		p.start[p.runs + 1] = p.start[p.runs] + length;
		p.runs++;
	}
	return pool_prior(&p, weight, &f->memory, e);
}

int frame_make(struct frame *f, const struct ranked_topic *t, const bool *shapes, size_t runs,
	       size_t deepest, struct err *e)
{
	arena_clear(&f->memory);
	size_t documents = t->documents;
	double *weight = arena_alloc(&f->memory, (documents + 1) * sizeof *weight);
	struct keyed *keyed = arena_alloc(&f->memory, (2 * documents + 1) * sizeof *keyed);
	f->topic = t;
	f->count = 0;
	f->best = arena_alloc(&f->memory, (documents + 1) * sizeof *f->best);
	f->order = arena_alloc(&f->memory, (documents + 1) * sizeof *f->order);
	f->weight = arena_alloc(&f->memory, (documents + 1) * sizeof *f->weight);
	if (weight == NULL || keyed == NULL || f->best == NULL || f->order == NULL ||
	    f->weight == NULL)
		return err_memory(e);
	find_best_ranks(f, shapes, runs);
	if (weigh(f, shapes, runs, deepest, weight, e) < 0)
		return -1;
	for (size_t i = 0; i < documents; i++)
		if (weight[i] > 0)
			keyed[f->count++] = (struct keyed){ key_descending(weight[i]), i };
	keyed_sort(keyed, f->count, keyed + documents, NULL, NULL); /* equal ones stay by name */
	for (size_t i = 0; i < f->count; i++) {
		f->order[i] = (uint32_t)keyed[i].item;
		f->weight[i] = weight[keyed[i].item];
	}
	return 0;
}

size_t frame_pool(const struct frame *f, size_t depth)
{
	size_t count = 0;
	for (size_t i = 0; i < f->topic->documents; i++)
		count += f->best[i] > 0 && f->best[i] <= depth;
	return count;
}

void frame_draw_release(struct frame_draw *d)
{
	stevens_release(&d->stevens);
	free(d->weight);
	free(d->bits);
	free(d->picked);
	free(d->heap);
}

int frame_draw_start(struct frame_draw *d, const struct frame *f, uint64_t seed, struct err *e)
{
	size_t documents = f->topic->documents;
	if (documents > d->room) {
		d->room = 0;
		if (!ARRAY_RENEW(d->weight, documents) || !ARRAY_RENEW(d->bits, documents) ||
		    !ARRAY_RENEW(d->picked, documents) || !ARRAY_RENEW(d->heap, documents))
			return err_memory(e);
		d->room = documents;
	}
	d->frame = f;
	d->seed = seed;
	d->key = hash_name(slice_of(f->topic->judged->name));
	for (size_t i = 0; i < f->count; i++)
		d->bits[i] = uniform_permanent(seed, d->key, f->topic->name[f->order[i]]);
	return 0;
}

/* The documents with the smallest numbers in the bucket that begins at `first`. */
static void draw_from_bucket(struct frame_draw *d, size_t bucket, size_t first)
{
	const struct frame *f = d->frame;
	const struct stevens *s = &d->stevens;
	int64_t size = stevens_size(s, bucket), picked = d->picked[bucket];
	struct smallest smallest = { .heap = d->heap,
				     .room = (size_t)(picked < size ? picked : size) };
	for (size_t i = first; i < first + (size_t)size; i++)
		if (smallest_wants(&smallest, d->bits[i]))
			smallest_keep(&smallest, d->bits[i], f->order[i]);
	double probability = stevens_inclusion(s->picks, size, s->weight[bucket]);
	for (size_t i = 0; i < smallest.count; i++)
		d->weight[d->heap[i].item] = 1 / probability;
	d->judged += smallest.count;
}

static int draw_sample(struct frame_draw *d, int64_t picks, struct err *e)
{
	const struct frame *f = d->frame;
	struct stevens *s = &d->stevens;
	if (stevens_make(s, f->weight, f->count, picks, e) < 0)
		return -1;
	struct uniform u = uniform_start(d->seed, d->key, STREAM_FIRST);
	stevens_pick(s, &u, d->picked);
	for (size_t b = 0; b < s->buckets; b++)
		if (d->picked[b] > 0)
			draw_from_bucket(d, b, b * (size_t)picks);
	return 0;
}

int frame_draw_make(struct frame_draw *d, int64_t picks, size_t pool_depth, struct err *e)
{
	const struct frame *f = d->frame;
	d->judged = 0;
	for (size_t i = 0; i < f->topic->documents; i++)
		d->weight[i] = 0;
	if (picks > 0 && f->count > 0 && draw_sample(d, picks, e) < 0)
		return -1;
	for (size_t i = 0; pool_depth > 0 && i < f->topic->documents; i++) {
		if (f->best[i] == 0 || f->best[i] > pool_depth)
			continue;
		d->judged += d->weight[i] == 0;
		d->weight[i] = 1;
	}
	return 0;
}
