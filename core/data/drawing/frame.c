/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/base/sort.h"
#include "core/data/drawing/frame.h"
#include "core/data/runs/pool.h"

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
	arena_release(&d->memory);
}

int frame_draw_start(struct frame_draw *d, const struct frame *f, uint64_t seed, struct err *e)
{
	size_t documents = f->topic->documents;
	arena_clear(&d->memory);
	d->weight = arena_alloc(&d->memory, documents * sizeof *d->weight);
	d->bits = arena_alloc(&d->memory, documents * sizeof *d->bits);
	d->picked = arena_alloc(&d->memory, documents * sizeof *d->picked);
	d->heap = arena_alloc(&d->memory, documents * sizeof *d->heap);
	if (d->weight == NULL || d->bits == NULL || d->picked == NULL || d->heap == NULL)
		return err_memory(e);
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

/* ---- the frame as a view ---- */

void frame_view_release(struct frame_view *v)
{
	arena_release(&v->memory);
}

static int make_room_for_frame(struct frame_view *v, size_t documents, struct err *e)
{
	arena_clear(&v->memory);
	v->sampled = arena_alloc(&v->memory, (documents + 1) * sizeof *v->sampled);
	v->grade = arena_alloc(&v->memory, (documents + 1) * sizeof *v->grade);
	v->relevant_at = arena_alloc(&v->memory, (documents + 1) * sizeof *v->relevant_at);
	v->retrieved = arena_alloc(&v->memory, documents + 1);
	bool room = v->sampled != NULL && v->grade != NULL && v->relevant_at != NULL;
	return room && v->retrieved != NULL ? 0 : err_memory(e);
}

/* The ranking with the grades that `v->grade` has. */
static void see_ranking(struct frame_view *v, const struct ranked_topic *t, size_t run,
			int32_t level)
{
	size_t relevant = 0, unjudged = 0;
	for (size_t i = 0; i < t->count[run]; i++) {
		v->relevant_at[relevant] = (uint32_t)i;
		relevant += v->grade[i] >= level;
		unjudged += v->grade[i] < 0 && v->grade[i] >= level;
	}
	v->view = (struct topic_view){ .topic = t->judged->name,
				       .retrieved = t->count[run],
				       .grade = v->grade,
				       .relevant_retrieved = relevant,
				       .relevant_at = v->relevant_at,
				       .relevant_unjudged = unjudged,
				       .level = level };
}

int frame_view_all(struct frame_view *v, const struct ranked_topic *t, size_t run, int32_t level,
		   struct err *e)
{
	if (make_room_for_frame(v, t->documents, e) < 0)
		return -1;
	for (size_t i = 0; i < t->count[run]; i++)
		v->grade[i] = t->grade[t->order[run][i]];
	see_ranking(v, t, run, level);
	judgment_set_count(&t->judged->all, level, &v->view.relevant, &v->view.nonrelevant);
	v->view.positive = t->judged->all.positive;
	return 0;
}

static int32_t grade_of(const struct ranked_topic *t, size_t document)
{
	return t->grade[document] >= 0 ? t->grade[document] : 0;
}

int frame_view_judged(struct frame_view *v, const struct ranked_topic *t, size_t run, int32_t level,
		      const double *weight, struct err *e)
{
	if (make_room_for_frame(v, t->documents, e) < 0)
		return -1;
	for (size_t i = 0; i < t->count[run]; i++) {
		size_t document = t->order[run][i];
		v->grade[i] = weight[document] > 0 ? grade_of(t, document) : GRADE_UNPOOLED;
	}
	see_ranking(v, t, run, level);
	for (size_t i = 0; i < t->documents; i++) {
		if (!(weight[i] > 0))
			continue;
		*(grade_of(t, i) >= level ? &v->view.relevant : &v->view.nonrelevant) += 1;
		v->view.positive += grade_of(t, i) > 0;
	}
	return 0;
}

static void add_sampled(struct frame_view *v, const struct ranked_topic *t, size_t document,
			double weight, int64_t rank)
{
	v->sampled[v->sample.documents++] = (struct sampled_document){
		.grade = grade_of(t, document), .weight = weight, .rank = rank, .drawn = -1
	};
}

/* Those that are not retrieved come in the order of their names, as in a file of judgments. */
int frame_view_sample(struct frame_view *v, const struct ranked_topic *t, size_t run, int32_t level,
		      const double *weight, struct err *e)
{
	if (make_room_for_frame(v, t->documents, e) < 0)
		return -1;
	v->sample = (struct sample_view){ .document = v->sampled,
					  .retrieved = (int64_t)t->count[run],
					  .weights_given = true };
	memset(v->retrieved, 0, t->documents + 1);
	for (size_t i = 0; i < t->count[run]; i++) {
		size_t document = t->order[run][i];
		v->retrieved[document] = 1;
		if (weight[document] > 0)
			add_sampled(v, t, document, weight[document], (int64_t)i);
	}
	for (size_t i = 0; i < t->documents; i++)
		if (weight[i] > 0 && !v->retrieved[i])
			add_sampled(v, t, i, weight[i], -1);
	v->view = (struct topic_view){ .topic = t->judged->name,
				       .retrieved = t->count[run],
				       .level = level,
				       .sample = &v->sample };
	return 0;
}
