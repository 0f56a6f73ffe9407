/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/base/parallel.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/topics/simultaneous.h"

void centre_scores(const struct score_block *x, double *mean, double *rest)
{
	for (size_t s = 0; s < x->systems; s++) {
		const double *score = x->score + s * x->topics;
		double sum = 0;
		for (size_t t = 0; t < x->topics; t++)
			sum += score[t];
		if (mean != NULL)
			mean[s] = sum / (double)x->topics;
		for (size_t t = 0; t < x->topics; t++)
			rest[t * x->systems + s] = score[t] - sum / (double)x->topics;
	}
}

/* ---- the largest of many statistics ---- */

enum { BLOCK = 16 * DRAWN_AT_ONCE }; /* draws that a thread takes at once */

struct drawing_work {
	struct drawn_maximum *d;
	const struct maximum_drawing *how;
	double *memory; /* of each thread */
};

static int draw_block(void *context, size_t block, int thread, struct err *e)
{
	const struct drawing_work *w = context;
	const struct maximum_drawing *how = w->how;
	(void)e;
	double *memory = w->memory + (size_t)thread * (how->counts + how->room);
	int64_t from = (int64_t)block * BLOCK, to = from + BLOCK;
	if (to > w->d->count)
		to = w->d->count;
	for (int64_t i = from; i < to && how->some == NULL; i++)
		w->d->value[i] = how->one(how->of, i, memory);
	for (int64_t i = from; i < to && how->some != NULL; i += DRAWN_AT_ONCE)
		how->some(how->of, i, (size_t)(to - i < DRAWN_AT_ONCE ? to - i : DRAWN_AT_ONCE),
			  memory, w->d->value + i);
	return 0;
}

int drawn_maximum_draw(struct drawn_maximum *d, int64_t count, int jobs,
		       const struct maximum_drawing *how, struct err *e)
{
	size_t blocks = (size_t)(count + BLOCK - 1) / BLOCK;
	size_t threads = (size_t)parallel_threads(jobs, blocks), room = how->counts + how->room;
	*d = (struct drawn_maximum){ calloc((size_t)count + 1, sizeof *d->value), count };
	struct drawing_work w = { d, how, calloc(threads * room + 1, sizeof(double)) };
	int result = d->value == NULL || w.memory == NULL
			     ? err_memory(e)
			     : parallel_each(jobs, blocks, draw_block, &w, e);
	for (size_t i = 0; result == 0 && i < threads * how->counts; i++)
		how->total[i % how->counts] += w.memory[i / how->counts * room + i % how->counts];
	free(w.memory);
	if (result < 0)
		drawn_maximum_release(d);
	else
		qsort(d->value, (size_t)count, sizeof *d->value, ascending);
	return result;
}

void drawn_maximum_release(struct drawn_maximum *d)
{
	free(d->value);
	*d = (struct drawn_maximum){ 0 };
}

double drawn_maximum_p(const struct drawn_maximum *d, double value)
{
	size_t below = first_at_least(d->value, (size_t)d->count, value);
	return (1 + (double)((size_t)d->count - below)) / (1 + (double)d->count);
}

double drawn_maximum_quantile(const struct drawn_maximum *d, double alpha)
{
	/* how many draws may reach the quantile; rounding must not lose one */
	double above = near_floor(alpha * (1 + (double)d->count)) - 1;
	if (above < 0)
		return INFINITY;
	int64_t place = d->count - 1 - (int64_t)above;
	return place < 0 ? 0 : d->value[place];
}

/* ---- ranks ---- */

void rank_sets_begin(struct rank_set *set, size_t systems)
{
	for (size_t i = 0; i < systems; i++)
		set[i] = (struct rank_set){ 1, systems };
}

void rank_sets_add(struct rank_set *set, const struct system_pair *p, struct interval difference,
		   bool lower_better)
{
	bool above = difference.lower > 0, below = difference.upper < 0;
	if (!above && !below)
		return;
	size_t better = above != lower_better ? p->a : p->b;
	size_t worse = better == p->a ? p->b : p->a;
	set[better].last--;
	set[worse].first++;
}
