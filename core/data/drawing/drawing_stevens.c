/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stevens' design on the prior of average precision (Aslam & Pavlu 2008, section 2.4).
 *
 * The order of documents within a bucket does not matter, and documents of one weight add the same
 * to whichever bucket they are in. So only the weights are sorted, and names are compared only
 * where equal weights reach over the edge of a bucket that was picked: sorting all of them by name
 * as well took a third more time.
 */
#include "core/base/sort.h"
#include "core/data/drawing/drawing.h"
#include "core/data/runs/pool.h"

/* Puts the documents whose weight is that of the one at `at` in the order of their names. */
static void break_tie(struct keyed *order, size_t count, size_t at, struct keyed *spare,
		      const struct pool *p)
{
	size_t start = at, end = at + 1;
	while (start > 0 && order[start - 1].key == order[at].key)
		start--;
	while (end < count && order[end].key == order[at].key)
		end++;
	keyed_sort(order + start, end - start, spare, pool_by_name, p->document);
}

static int draw_from_bucket(struct drawing *d, size_t bucket, int64_t picked,
			    const struct keyed *order, struct keyed *heap, struct err *e)
{
	const struct stevens *s = &d->stevens;
	int64_t size = stevens_size(s, bucket);
	struct smallest smallest = { .heap = heap,
				     .room = (size_t)(picked < size ? picked : size) };
	for (int64_t i = 0; i < size; i++)
		smallest_keep(&smallest,
			      drawing_bits(d, pool_name(&d->pool.document[order[i].item])),
			      order[i].item);
	const char *stratum = arena_print(&d->memory, "bucket%zu", bucket + 1);
	if (stratum == NULL)
		return err_memory(e);
	for (size_t i = 0; i < smallest.count; i++) {
		uint64_t document = heap[i].item;
		const struct drawn_document row = {
			.name = pool_name(&d->pool.document[document]),
			.probability = stevens_inclusion(s->picks, size, s->weight[bucket]),
			.stratum = stratum,
			.size = size,
			.picks = s->picks,
		};
		if (d->certain[document] == UNCERTAIN && drawing_add(d, &row, e) < 0)
			return -1;
	}
	return 0;
}

int drawing_stevens(struct drawing *d, struct err *e)
{
	const struct pool *p = &d->pool;
	size_t count = p->count;
	double *weight = arena_alloc(&d->memory, 2 * count * sizeof *weight);
	double *sorted = weight + count;
	struct keyed *order = arena_alloc(&d->memory, 3 * count * sizeof *order);
	int64_t *picked = arena_alloc(&d->memory, count * sizeof *picked);
	if (weight == NULL || order == NULL || picked == NULL)
		return err_memory(e);
	struct keyed *spare = order + count, *heap = spare + count;
	if (pool_prior(p, weight, &d->memory, e) < 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		order[i] = (struct keyed){ key_descending(weight[i]), i };
	keyed_sort(order, count, spare, NULL, NULL);
	for (size_t i = 0; i < count; i++)
		sorted[i] = weight[order[i].item];
	d->of.available = (int64_t)count;
	struct stevens *s = &d->stevens;
	if (stevens_make(s, sorted, count, d->t->size, e) < 0)
		return -1;
	struct uniform u = uniform_start(d->o->seed, d->key, STREAM_FIRST);
	stevens_pick(s, &u, picked);
	d->prior = sorted;
	d->picked = picked;
	for (size_t b = 0; b < s->buckets; b++) {
		size_t first = b * (size_t)s->picks, last = first + (size_t)stevens_size(s, b) - 1;
		if (picked[b] == 0)
			continue;
		break_tie(order, count, first, spare, p);
		break_tie(order, count, last, spare, p);
		if (draw_from_bucket(d, b, picked[b], order + first, heap, e) < 0)
			return -1;
	}
	return 0;
}

/*
 * The residual stratum: a simple random sample of what the runs retrieve below the documents that
 * the design draws from, so that the sample stands for all documents of the runs.
 */

int drawing_below(struct drawing *d, struct err *e)
{
	const struct drawing_options *o = d->o;
	struct pool *whole = &d->whole;
	if (pool_make(whole, o->runs, d->t->run, o->run_count, SIZE_MAX, e) < 0)
		return -1;
	struct smallest smallest = { .room = whole->count < (size_t)o->below ? whole->count
									     : (size_t)o->below };
	smallest.heap = arena_alloc(&d->memory, (smallest.room + 1) * sizeof *smallest.heap);
	if (smallest.heap == NULL)
		return err_memory(e);
	for (size_t i = 0; i < whole->count; i++) {
		const struct pool_document *x = &whole->document[i];
		/* no run has it so high that it can be drawn already, and it is not certain */
		if (pool_find(&d->pool, pool_name(x), x->hash) != SIZE_MAX ||
		    (o->add_judged && drawing_judgment(d, pool_name(x), x->hash) != NULL))
			continue;
		d->of.residual++;
		smallest_keep(&smallest, drawing_bits(d, pool_name(x)), i);
	}
	for (size_t i = 0; i < smallest.count; i++) {
		const struct drawn_document row = {
			.name = pool_name(&whole->document[smallest.heap[i].item]),
			.probability = (double)smallest.count / (double)d->of.residual,
			.stratum = "below",
			.size = d->of.residual,
		};
		if (drawing_add(d, &row, e) < 0)
			return -1;
	}
	return 0;
}
