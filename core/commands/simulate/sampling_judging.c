/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who shapes pools and samples, what is judged, and what the runs score with it.
 */
#include "core/base/parallel.h"
#include "core/commands/simulate/sampling_work.h"
#include "core/engine/bounds/measure_bounds.h"
#include "core/stats/random/uniform.h"

int sampling_score(const struct sampling_work *w, struct sampling_bench *b, bool sample, size_t run,
		   size_t topic, double *to, struct err *e)
{
	const struct sampling_result *r = w->r;
	size_t column = 0;
	b->view.view.services = &services;
	for (size_t m = 0; m < w->s->measures->count; m++) {
		const struct simulated_measure *x = &w->s->measures->measure[m];
		const struct request *q = sample ? x->estimate.request : x->actual.request;
		if (q->measure->score(&b->view.view, &q->parameters, b->value) < 0)
			return err_memory(e);
		for (size_t v = 0; v < q->values; v++, column++)
			to[(column * r->runs + run) * r->topics + topic] = b->value[v];
	}
	return 0;
}

/* ---- frames ---- */

/* Which runs shape the frames of a sample. */
static void split_runs(struct sampling_work *w)
{
	size_t runs = w->r->runs;
	for (size_t r = 0; r < runs; r++)
		w->shapes[r] = w->s->held == NULL || !w->s->held[r];
	struct uniform u = uniform_start(w->s->effort.seed, (uint64_t)w->sample, STREAM_HELD_OUT);
	for (size_t left = w->s->held_at_random; left > 0; left--) {
		size_t place = uniform_below(&u, runs--);
		size_t r = 0;
		while (!w->shapes[r] || place-- > 0)
			r++;
		w->shapes[r] = false;
	}
}

static int make_frame(void *context, size_t topic, int thread, struct err *e)
{
	(void)thread;
	const struct sampling_work *w = context;
	return frame_make(&w->frame[topic], w->topic[topic], w->shapes, w->r->runs, w->s->deepest,
			  e);
}

int sampling_frames(struct sampling_work *w, struct err *e)
{
	struct sampling_result *r = w->r;
	const struct number_list *depths = &w->s->depths;
	if (w->framed && w->s->held_at_random == 0)
		return 0; /* they are the same for all samples */
	w->framed = true;
	split_runs(w);
	if (parallel_each(w->s->effort.jobs, r->topics, make_frame, w, e) < 0)
		return -1;
	for (size_t d = 0; d <= r->depths; d++) { /* the last one is that of JUDGE_MIXED */
		size_t depth = d < r->depths ? (size_t)depths->value[d] : w->s->pool_depth;
		w->pooled[d] = 0;
		for (size_t t = 0; t < r->topics; t++)
			w->pooled[d] += (int64_t)frame_pool(&w->frame[t], depth);
	}
	return 0;
}

/* ---- one sample ---- */

/* Picks of a topic if `total` are shared out, as `sample --total` does. */
static int64_t share(int64_t total, size_t topics, size_t topic)
{
	int64_t count = (int64_t)topics;
	return total / count + ((int64_t)topic < total % count);
}

struct judging_plan {
	int64_t picks;
	size_t pool_depth;
	bool possible;
};

static struct judging_plan plan_judging(const struct sampling_work *w, size_t depth,
					enum judging judging, size_t topic)
{
	size_t pool = (size_t)w->s->depths.value[depth], topics = w->r->topics;
	int64_t all = w->pooled[depth], shallow = w->pooled[w->r->depths];
	switch (judging) {
	case JUDGE_POOL:
		return (struct judging_plan){ 0, pool, true };
	case JUDGE_SAMPLE:
		return (struct judging_plan){ share(all, topics, topic), 0, true };
	case JUDGE_MIXED:
		if (w->s->pool_depth >= pool)
			break;
		return (struct judging_plan){ share(all - shallow, topics, topic), w->s->pool_depth,
					      true };
	case JUDGE_BOTH:
		return (struct judging_plan){ share(all, topics, topic), pool, true };
	default:
		break;
	}
	return (struct judging_plan){ .possible = false };
}

bool sampling_is_due(const struct sampling_work *w, size_t cell)
{
	enum judging judging = (enum judging)(cell % JUDGINGS);
	bool settled = judging == JUDGE_POOL && w->sample > 0 && w->s->held_at_random == 0;
	return plan_judging(w, cell / JUDGINGS, judging, 0).possible && !settled;
}

static int judge_topic(void *context, size_t topic, int thread, struct err *e)
{
	const struct sampling_work *w = context;
	struct sampling_bench *b = &w->bench[thread];
	const struct sampling_result *r = w->r;
	const struct ranked_topic *t = w->topic[topic];
	if (frame_draw_start(&b->draw, &w->frame[topic], w->s->effort.seed + (uint64_t)w->sample,
			     e) < 0)
		return -1;
	for (size_t cell = 0; cell < sampling_cells(w); cell++) {
		enum judging judging = (enum judging)(cell % JUDGINGS);
		struct judging_plan p = plan_judging(w, cell / JUDGINGS, judging, topic);
		if (!sampling_is_due(w, cell))
			continue;
		if (frame_draw_make(&b->draw, p.picks, p.pool_depth, e) < 0)
			return -1;
		w->judged[cell * r->topics + topic] = (double)b->draw.judged;
		double *to = w->estimate + cell * r->columns * r->runs * r->topics;
		bool sampled = judging != JUDGE_POOL;
		for (size_t run = 0; run < r->runs; run++) {
			if ((sampled ? frame_view_sample : frame_view_judged)(
				    &b->view, t, run, w->s->level, b->draw.weight, e) < 0)
				return -1;
			if (sampling_score(w, b, sampled, run, topic, to, e) < 0)
				return -1;
		}
	}
	progress_step(&w->s->effort.progress);
	return 0;
}

int sampling_judge(struct sampling_work *w, struct err *e)
{
	return parallel_each(w->s->effort.jobs, w->r->topics, judge_topic, w, e);
}
