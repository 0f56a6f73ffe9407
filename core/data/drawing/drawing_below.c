/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/smallest.h"
#include "core/data/drawing/drawing_below.h"

/* Some run retrieves it, none so high that it can be drawn already, and it is not certain. */
static bool is_below(const struct drawing *d, const struct pool_document *x)
{
	if (pool_find(&d->pool, pool_name(x), x->hash) != SIZE_MAX)
		return false;
	return !d->o->add_judged || drawing_judgment(d, pool_name(x), x->hash) == NULL;
}

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
	d->residual = 0;
	for (size_t i = 0; i < whole->count; i++) {
		if (!is_below(d, &whole->document[i]))
			continue;
		d->residual++;
		uint64_t bits = drawing_bits(d, pool_name(&whole->document[i]));
		if (smallest_wants(&smallest, bits))
			smallest_keep(&smallest, bits, i);
	}
	for (size_t i = 0; i < smallest.count; i++) {
		const struct drawn_document row = {
			.name = pool_name(&whole->document[smallest.heap[i].item]),
			.probability = (double)smallest.count / (double)d->residual,
			.stratum = "below",
			.size = d->residual,
		};
		if (drawing_add(d, &row, e) < 0)
			return -1;
	}
	return 0;
}
