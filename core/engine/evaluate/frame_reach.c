/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/parallel.h"
#include "core/data/runs/pool.h"
#include "core/engine/evaluate/frame_reach.h"

struct work {
	const struct sample *s;
	const struct judgments *j;
	const struct run *const *runs;
	size_t count;
	const struct run_topic **topic; /* of each judged topic and run, or NULL */
	struct pool *pool;		/* of each thread */
	struct frame_reach *reach;	/* of each judged topic */
};

/* The documents that a topic's sample was drawn from. */
static void measure_frame(const struct sample *s, const struct judgments *j, size_t topic,
			  struct frame_reach *x)
{
	const struct judgment_set *all = &j->topic[topic].all;
	const struct drawn_topic *strata = &s->drawn.topic[topic];
	size_t first = (size_t)(all->judgment - j->judgment);
	double n = 0, sum = 0, squares = 0;
	for (size_t b = 0; b < strata->count; b++)
		if (strata->stratum[b].picks == 0)
			x->frame += (double)strata->stratum[b].size;
	for (size_t i = first; i < first + all->count; i++) {
		int32_t b = s->drawn.place[i];
		double w = s->weight[i];
		bool counted =
			b >= 0 && strata->stratum[b].picks == 0 && strata->stratum[b].size > 0;
		if (counted || !(w > 0))
			continue;
		x->frame += w;
		if (w > 1) {
			n++;
			sum += w;
			squares += w * w;
		}
	}
	if (n > 1)
		x->variance = fmax(n / (n - 1) * (squares - sum * sum / n), 0);
	else if (n > 0)
		x->variance = squares;
}

/* How many documents the runs retrieve for a topic; one run has no document twice. */
static int count_retrieved(const struct work *w, size_t t, struct pool *p, size_t *count,
			   struct err *e)
{
	const struct run_topic *const *topic = w->topic + t * w->count;
	if (w->count == 1) {
		*count = topic[0] != NULL ? topic[0]->count : 0;
		return 0;
	}
	if (pool_make(p, w->runs, topic, w->count, SIZE_MAX, e) < 0)
		return -1;
	*count = p->count;
	return 0;
}

static int measure_topic(void *context, size_t t, int thread, struct err *e)
{
	struct work *w = context;
	struct frame_reach *x = &w->reach[t];
	size_t retrieved;
	if (count_retrieved(w, t, &w->pool[thread], &retrieved, e) < 0)
		return -1;
	if (retrieved == 0)
		return 0;
	x->topics = 1;
	x->retrieved = (double)retrieved;
	measure_frame(w->s, w->j, t, x);
	return 0;
}

static void topic_fields(void *context, size_t t, struct shard_line *l)
{
	const struct work *w = context;
	struct frame_reach *x = &w->reach[t];
	SHARD_FIELD(l, &x->topics);
	SHARD_FIELD(l, &x->retrieved);
	SHARD_FIELD(l, &x->frame);
	SHARD_FIELD(l, &x->variance);
}

static int measure_all(struct work *w, struct shard *shard, int jobs, struct frame_reach *x,
		       struct err *e)
{
	size_t topics = w->j->topics;
	for (size_t r = 0; r < w->count && !shard_merges(shard); r++)
		for (size_t i = 0; i < w->runs[r]->topics; i++) {
			const struct run_topic *t = &w->runs[r]->topic[i];
			if (t->judged != NAME_UNKNOWN)
				w->topic[(size_t)t->judged * w->count + r] = t;
		}
	if (shard_each(shard, jobs, topics, measure_topic, topic_fields, w, e) < 0)
		return -1;
	for (size_t t = 0; t < topics; t++) {
		x->topics += w->reach[t].topics;
		x->retrieved += w->reach[t].retrieved;
		x->frame += w->reach[t].frame;
		x->variance += w->reach[t].variance;
	}
	return 0;
}

int frame_reach_of(struct frame_reach *x, const struct sample *s, const struct judgments *j,
		   const struct run *const *runs, size_t count, int jobs, struct shard *shard,
		   struct err *e)
{
	int threads = parallel_threads(jobs, j->topics);
	struct arena memory = { 0 };
	struct work w = { .s = s,
			  .j = j,
			  .runs = runs,
			  .count = count,
			  .topic = arena_zeroed(&memory, j->topics * count, sizeof *w.topic),
			  .pool = arena_zeroed(&memory, (size_t)threads, sizeof *w.pool),
			  .reach = arena_zeroed(&memory, j->topics, sizeof *w.reach) };
	*x = (struct frame_reach){ 0 };
	int result = memory.failed ? err_memory(e) : measure_all(&w, shard, jobs, x, e);
	for (int i = 0; w.pool != NULL && i < threads; i++)
		pool_release(&w.pool[i]);
	arena_release(&memory);
	return result;
}

bool frame_reach_is_below(const struct frame_reach *x)
{
	double excess = x->retrieved - x->frame;
	return excess > x->retrieved / 20 && excess > 5 * sqrt(x->variance);
}
