/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See sampling_simulation.h. Each sample goes through three steps: the frames of all topics, which
 * say how large the pools are; the scores of all runs on each topic, by each way of judging; and
 * how well they agree, over all topics (sampling_agreement.c). Topics and ways of judging are the
 * units of parallel work.
 */
#include "core/base/parallel.h"
#include "core/commands/simulate/sampling_simulation.h"
#include "core/data/drawing/frame.h"
#include "core/engine/bounds/measure_bounds.h"
#include "core/stats/random/uniform.h"

const char *const judging_names[JUDGINGS] = { "pool", "sample", "mixed", "both" };
const char *const run_group_names[RUN_GROUPS] = { "all", "shaping", "held-out" };

/* Working memory of one thread. */
struct sampling_bench {
	struct frame_draw draw;
	struct frame_view view;
	double *value; /* of one request */
};

struct sampling_work {
	const struct sampling_simulation *s;
	struct sampling_result *r;
	const struct ranked_topic **topic; /* those looked at */
	struct frame *frame;		   /* by topic */
	struct frame truth;		   /* where a pool is all that is known */
	bool *shapes;			   /* by run */
	double *actual;			   /* [column][run][topic] */
	double *actual_mean;		   /* [column][run] */
	bool *better;			   /* of the first column */
	double *estimate;		   /* [depth][judging][column][run][topic] */
	double *judged;			   /* [depth][judging][topic] */
	int64_t *pooled;		   /* by depth, and behind them that of JUDGE_MIXED */
	struct sampling_bench *bench;
	int64_t sample; /* number of the one that is looked at */
	bool framed;	/* the frames were made, of whatever sample */
	/* What it gave: each spread has one value, or none. */
	struct sampling_result one;
	struct arena memory;
};

/* Depths times ways of judging. */
static size_t cells_of(const struct sampling_work *w)
{
	return w->r->depths * JUDGINGS;
}

/* ---- scores ---- */

/*
 * The scores of all columns from the view, each at its place for a run and a topic; by the
 * estimates where the view is of a sample.
 */
static int score_view(const struct sampling_work *w, struct sampling_bench *b, bool sample,
		      size_t run, size_t topic, double *to, struct err *e)
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

/* Which runs shape what is judged, and the frames of all topics that follow. */
static int make_frames(struct sampling_work *w, struct err *e)
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

/* Whether there is such a way of judging, and whether it must be tried for this sample. */
static bool is_due(const struct sampling_work *w, size_t cell)
{
	enum judging judging = (enum judging)(cell % JUDGINGS);
	bool settled = judging == JUDGE_POOL && w->sample > 0 && w->s->held_at_random == 0;
	return plan_judging(w, cell / JUDGINGS, judging, 0).possible && !settled;
}

/* The scores of all runs by each way of judging that is due. */
static int judge_topic(void *context, size_t topic, int thread, struct err *e)
{
	const struct sampling_work *w = context;
	struct sampling_bench *b = &w->bench[thread];
	const struct sampling_result *r = w->r;
	const struct ranked_topic *t = w->topic[topic];
	if (frame_draw_start(&b->draw, &w->frame[topic], w->s->effort.seed + (uint64_t)w->sample,
			     e) < 0)
		return -1;
	for (size_t cell = 0; cell < cells_of(w); cell++) {
		enum judging judging = (enum judging)(cell % JUDGINGS);
		struct judging_plan p = plan_judging(w, cell / JUDGINGS, judging, topic);
		if (!is_due(w, cell))
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
			if (score_view(w, b, sampled, run, topic, to, e) < 0)
				return -1;
		}
	}
	progress_step(&w->s->effort.progress);
	return 0;
}

/* ---- the topics, and their scores with all judgments ---- */

/* Makes the documents that are judged in all into weights, if these are a pool of all runs. */
static int see_truth(struct sampling_work *w, const struct ranked_topic *t, struct err *e)
{
	struct sampling_bench *b = &w->bench[0];
	if (!w->s->pool_is_truth)
		return 0;
	for (size_t r = 0; r < w->r->runs; r++)
		w->shapes[r] = true;
	if (frame_make(&w->truth, t, w->shapes, w->r->runs, w->s->deepest, e) < 0 ||
	    frame_draw_start(&b->draw, &w->truth, 0, e) < 0)
		return -1;
	return frame_draw_make(&b->draw, 0, w->s->deepest, e);
}

/* What a run looks like with all judgments, after see_truth(). */
static int view_truth(struct sampling_work *w, const struct ranked_topic *t, size_t run,
		      struct err *e)
{
	struct sampling_bench *b = &w->bench[0];
	return frame_view_judged(&b->view, t, run, w->s->level,
				 w->s->pool_is_truth ? b->draw.weight : NULL, e);
}

static int choose_topics(struct sampling_work *w, struct err *e)
{
	struct sampling_result *r = w->r;
	for (size_t i = 0; i < w->s->rankings->topics; i++) {
		const struct ranked_topic *t = &w->s->rankings->topic[i];
		if (see_truth(w, t, e) < 0 || view_truth(w, t, 0, e) < 0)
			return -1;
		int64_t relevant = w->bench[0].view.view.relevant;
		if (relevant == 0 || t->documents == 0) {
			r->skipped++;
			continue;
		}
		w->topic[r->topics++] = t;
		r->relevant += relevant;
	}
	return r->topics > 0 ? 0 : err_data(e, "no topic of the runs has a relevant document");
}

static int score_actual(struct sampling_work *w, struct err *e)
{
	struct sampling_result *r = w->r;
	struct sampling_bench *b = &w->bench[0];
	for (size_t t = 0; t < r->topics; t++) {
		if (see_truth(w, w->topic[t], e) < 0)
			return -1;
		for (size_t run = 0; run < r->runs; run++) {
			if (view_truth(w, w->topic[t], run, e) < 0 ||
			    score_view(w, b, false, run, t, w->actual, e) < 0)
				return -1;
		}
	}
	for (size_t c = 0; c < r->columns; c++) {
		const struct scored_runs s = { w->actual + c * r->runs * r->topics, r->runs,
					       r->topics };
		for (size_t run = 0; run < r->runs; run++)
			w->actual_mean[c * r->runs + run] = scored_mean(&s, run);
		if (c == 0 && significant_pairs(&s, w->better, e) < 0)
			return -1;
	}
	return 0;
}

/* ---- one sample ---- */

static void add_judged(struct sampling_work *w, size_t cell, size_t column)
{
	const struct sampling_result *r = w->r;
	double sum = 0;
	for (size_t t = 0; t < r->topics; t++)
		sum += w->judged[cell * r->topics + t];
	for (size_t g = 0; g < RUN_GROUPS; g++)
		spread_add(&sampling_figures(&w->one, column, g, cell)->judged,
			   sum / (double)r->topics);
}

/* The topics of the run that is looked at by topic. */
static void add_topics(struct sampling_work *w, size_t cell, size_t column)
{
	const struct sampling_result *r = w->r;
	size_t scores = r->runs * r->topics, at = w->s->by_topic * r->topics;
	for (size_t t = 0; t < r->topics; t++) {
		struct sampling_run_figures *f = sampling_topic_figures(r, column, cell, t);
		double estimate = w->estimate[(cell * r->columns + column) * scores + at + t];
		f->actual = w->actual[column * scores + at + t];
		spread_add(&f->estimate, estimate);
		spread_add(&f->squared_error, (estimate - f->actual) * (estimate - f->actual));
	}
}

/* One way of judging and one column. */
static int agree(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	struct sampling_work *w = context;
	const struct sampling_result *r = w->r;
	size_t cell = item / r->columns, column = item % r->columns;
	if (!is_due(w, cell))
		return 0;
	size_t scores = r->runs * r->topics;
	struct sampling_figures *figures[RUN_GROUPS];
	for (size_t g = 0; g < RUN_GROUPS; g++)
		figures[g] = sampling_figures(&w->one, column, g, cell);
	const struct agreement_frame f = {
		.actual = { w->actual + column * scores, r->runs, r->topics },
		.actual_mean = w->actual_mean + column * r->runs,
		.better = column == 0 ? w->better : NULL,
		.shapes = w->shapes,
	};
	add_judged(w, cell, column);
	if (r->topic != NULL)
		add_topics(w, cell, column);
	return agreement_add(&f, w->estimate + (cell * r->columns + column) * scores, figures,
			     sampling_run_figures(&w->one, column, cell, 0), e);
}

/* Figures that do not depend on how documents are judged. */
static void add_background(struct sampling_work *w)
{
	const struct sampling_result *r = w->r;
	int64_t reachable = 0;
	for (size_t t = 0; t < r->topics; t++)
		for (size_t i = 0; i < w->frame[t].count; i++)
			reachable += w->topic[t]->grade[w->frame[t].order[i]] >= w->s->level;
	w->one.unreachable = (double)(r->relevant - reachable);
	for (size_t d = 0; d < r->depths; d++)
		w->one.effort[d] = (double)w->pooled[d];
	for (enum run_group g = GROUP_ALL; g < RUN_GROUPS; g++) {
		w->one.pairs[g] = w->one.significant[g] = 0;
		for (size_t i = 0; i < r->runs * r->runs; i++) {
			size_t a = i / r->runs, b = i % r->runs;
			if (a == b || !in_group(w->shapes, a, g) || !in_group(w->shapes, b, g))
				continue;
			w->one.pairs[g]++;
			w->one.significant[g] += w->better[i];
		}
	}
}

static int try_sample(struct sampling_work *w, struct err *e)
{
	const struct sampling_result *r = w->r;
	size_t cells = r->columns * cells_of(w);
	memset(w->one.figures, 0, cells * RUN_GROUPS * sizeof *w->one.figures);
	memset(w->one.run, 0, cells * r->runs * sizeof *w->one.run);
	if (make_frames(w, e) < 0 ||
	    parallel_each(w->s->effort.jobs, r->topics, judge_topic, w, e) < 0 ||
	    parallel_each(w->s->effort.jobs, cells, agree, w, e) < 0)
		return -1;
	add_background(w);
	return 0;
}

/* ---- all samples ---- */

/* struct sampling_figures has spreads and nothing else. */
enum { SPREADS = sizeof(struct sampling_figures) / sizeof(struct spread) };

static void only_field(struct shard_line *l, struct spread *s)
{
	double x = spread_mean(s); /* its only value */
	SHARD_FIELD(l, &x);
	*s = (struct spread){ 0 };
	spread_add(s, x);
}

static void cell_fields(const struct sampling_result *one, size_t column, size_t cell,
			struct shard_line *l)
{
	for (size_t g = 0; g < RUN_GROUPS; g++) {
		struct sampling_figures *f = sampling_figures(one, column, g, cell);
		for (size_t i = 0; i < SPREADS; i++)
			only_field(l, (struct spread *)f + i);
	}
	for (size_t r = 0; r < one->runs; r++) {
		struct sampling_run_figures *f = sampling_run_figures(one, column, cell, r);
		only_field(l, &f->estimate);
		only_field(l, &f->squared_error);
	}
}

static void sample_fields(void *context, size_t sample, struct shard_line *l)
{
	struct sampling_work *w = context;
	struct sampling_result *one = &w->one;
	(void)sample;
	SHARD_FIELD(l, &one->unreachable);
	for (size_t d = 0; d < one->depths; d++)
		SHARD_FIELD(l, &one->effort[d]);
	for (size_t g = 0; g < RUN_GROUPS; g++) {
		SHARD_FIELDS(l, &one->pairs[g], &one->significant[g]);
	}
	for (size_t i = 0; i < cells_of(w) * one->columns; i++)
		if (is_due(w, i / one->columns))
			cell_fields(one, i % one->columns, i / one->columns, l);
}

/* One way of judging and one column of a sample join the others. */
static void add_cell(struct sampling_work *w, size_t column, size_t cell)
{
	struct sampling_result *r = w->r;
	for (size_t g = 0; g < RUN_GROUPS; g++) {
		struct spread *to = (struct spread *)sampling_figures(r, column, g, cell);
		const struct spread *from =
			(struct spread *)sampling_figures(&w->one, column, g, cell);
		for (size_t i = 0; i < SPREADS; i++)
			spread_add(&to[i], spread_mean(&from[i]));
	}
	for (size_t run = 0; run < r->runs; run++) {
		struct sampling_run_figures *to = sampling_run_figures(r, column, cell, run);
		const struct sampling_run_figures *from =
			sampling_run_figures(&w->one, column, cell, run);
		to->actual = w->actual_mean[column * r->runs + run];
		spread_add(&to->estimate, spread_mean(&from->estimate));
		spread_add(&to->squared_error, spread_mean(&from->squared_error));
	}
}

static void add_sample(struct sampling_work *w)
{
	struct sampling_result *r = w->r;
	double samples = (double)w->s->effort.samples;
	r->unreachable += w->one.unreachable / samples;
	for (size_t d = 0; d < r->depths; d++)
		r->effort[d] += w->one.effort[d] / samples;
	for (size_t g = 0; g < RUN_GROUPS; g++) {
		r->pairs[g] += w->one.pairs[g] / samples;
		r->significant[g] += w->one.significant[g] / samples;
	}
	for (size_t i = 0; i < cells_of(w) * r->columns; i++)
		if (is_due(w, i / r->columns))
			add_cell(w, i % r->columns, i / r->columns);
}

static int simulate(struct sampling_work *w, struct err *e)
{
	struct shard *shard = w->s->effort.shard;
	for (w->sample = 0; w->sample < w->s->effort.samples; w->sample++) {
		size_t sample = (size_t)w->sample;
		if (shard_computes(shard, sample) && try_sample(w, e) < 0)
			return -1;
		if (shard_item(shard, sample, sample_fields, w, e) < 0)
			return -1;
		if (!shard_writes(shard))
			add_sample(w);
	}
	return 0;
}

/* ---- all of it ---- */

static void release(struct sampling_work *w)
{
	for (size_t t = 0; w->frame != NULL && t < w->r->topics; t++)
		arena_release(&w->frame[t].memory);
	for (int i = 0; w->bench != NULL && i < w->s->effort.jobs; i++) {
		frame_draw_release(&w->bench[i].draw);
		arena_release(&w->bench[i].view.memory);
	}
	arena_release(&w->truth.memory);
	arena_release(&w->memory);
}

/* Room that is needed before the topics are known. */
static int prepare(struct sampling_work *w, struct err *e)
{
	struct arena *m = &w->memory;
	w->topic = arena_zeroed(m, w->s->rankings->topics + 1, sizeof *w->topic);
	w->shapes = arena_zeroed(m, w->r->runs, sizeof *w->shapes);
	w->bench = arena_zeroed(m, (size_t)w->s->effort.jobs, sizeof *w->bench);
	for (int i = 0; w->bench != NULL && i < w->s->effort.jobs; i++)
		w->bench[i].value = arena_zeroed(m, w->r->columns, sizeof *w->bench[i].value);
	return m->failed ? err_memory(e) : 0;
}

static int make_room_for_samples(struct sampling_work *w, struct err *e)
{
	struct sampling_result *r = w->r;
	struct arena *own = &w->memory, *out = &r->memory;
	size_t scores = r->columns * r->runs * r->topics, cells = cells_of(w);
	w->frame = arena_zeroed(own, r->topics, sizeof *w->frame);
	w->actual = arena_zeroed(own, scores, sizeof *w->actual);
	w->actual_mean = arena_zeroed(own, r->columns * r->runs, sizeof *w->actual_mean);
	w->better = arena_zeroed(own, r->runs * r->runs, sizeof *w->better);
	w->estimate = arena_zeroed(own, cells * scores, sizeof *w->estimate);
	w->judged = arena_zeroed(own, cells * r->topics, sizeof *w->judged);
	w->pooled = arena_zeroed(own, r->depths + 1, sizeof *w->pooled);
	r->effort = arena_zeroed(out, r->depths, sizeof *r->effort);
	r->figures = arena_zeroed(out, r->columns * RUN_GROUPS * cells, sizeof *r->figures);
	r->run = arena_zeroed(out, r->columns * cells * r->runs, sizeof *r->run);
	r->topic_name = arena_zeroed(out, r->topics, sizeof *r->topic_name);
	for (size_t t = 0; r->topic_name != NULL && t < r->topics; t++)
		r->topic_name[t] = w->topic[t]->judged->name;
	if (w->s->by_topic != SIZE_MAX)
		r->topic = arena_zeroed(out, r->columns * cells * r->topics, sizeof *r->topic);
	w->one = (struct sampling_result){
		.columns = r->columns,
		.depths = r->depths,
		.runs = r->runs,
		.effort = arena_zeroed(own, r->depths, sizeof *r->effort),
		.figures = arena_zeroed(own, r->columns * RUN_GROUPS * cells, sizeof *r->figures),
		.run = arena_zeroed(own, r->columns * cells * r->runs, sizeof *r->run),
	};
	return own->failed || out->failed ? err_memory(e) : 0;
}

static int name_columns(struct sampling_result *r, const struct simulated_measures *m,
			struct err *e)
{
	for (size_t i = 0; i < m->count; i++)
		r->columns += m->measure[i].actual.request->values;
	r->column = arena_zeroed(&r->memory, r->columns, sizeof *r->column);
	if (r->column == NULL)
		return err_memory(e);
	size_t column = 0;
	for (size_t i = 0; i < m->count; i++)
		for (size_t v = 0; v < m->measure[i].actual.request->values; v++)
			r->column[column++] = m->measure[i].as[v];
	return 0;
}

int sampling_simulate(const struct sampling_simulation *s, struct sampling_result *r, struct err *e)
{
	*r = (struct sampling_result){ .depths = s->depths.count, .runs = s->rankings->runs };
	struct sampling_work w = { .s = s, .r = r };
	bool failed = name_columns(r, s->measures, e) < 0 || prepare(&w, e) < 0 ||
		      choose_topics(&w, e) < 0 || make_room_for_samples(&w, e) < 0;
	if (!failed) {
		progress_begin(&s->effort.progress, (size_t)s->effort.samples * r->topics);
		failed = score_actual(&w, e) < 0 || simulate(&w, e) < 0;
	}
	release(&w);
	if (failed)
		arena_release(&r->memory);
	return failed ? -1 : 0;
}
