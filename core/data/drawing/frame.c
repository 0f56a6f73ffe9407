/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/base/sort.h"
#include "core/data/drawing/frame.h"
#include "core/data/joined/join.h"
#include "core/data/runs/pool.h"

int frame_make(struct frame *f, const struct ranked_topic *t, const bool *shapes, size_t runs,
	       size_t deepest, struct err *e)
{
	arena_clear(&f->memory);
	size_t documents = t->documents;
	prior_sum *prior = arena_zeroed(&f->memory, documents + 1, sizeof *prior);
	struct keyed *keyed = arena_alloc(&f->memory, (2 * documents + 1) * sizeof *keyed);
	f->topic = t;
	f->count = 0;
	f->best = arena_zeroed(&f->memory, documents + 1, sizeof *f->best);
	f->order = arena_alloc(&f->memory, (documents + 1) * sizeof *f->order);
	f->weight = arena_alloc(&f->memory, (documents + 1) * sizeof *f->weight);
	if (f->memory.failed)
		return err_memory(e);
	for (size_t r = 0; r < runs; r++) {
		if (!shapes[r])
			continue;
		prior_add(prior, t->order[r], t->count[r] < deepest ? t->count[r] : deepest);
		for (size_t i = 0; i < t->count[r]; i++) {
			uint32_t *best = &f->best[t->order[r][i]], rank = (uint32_t)i + 1;
			*best = *best == 0 || rank < *best ? rank : *best;
		}
	}
	for (size_t i = 0; i < documents; i++)
		if (prior[i] > 0)
			keyed[f->count++] =
				(struct keyed){ key_descending(prior_weight(prior[i])), i };
	keyed_sort(keyed, f->count, keyed + documents, NULL, NULL); /* equal ones stay by name */
	for (size_t i = 0; i < f->count; i++) {
		f->order[i] = (uint32_t)keyed[i].item;
		f->weight[i] = prior_weight(prior[keyed[i].item]);
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
	if (d->memory.failed)
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

static int make_room_for_frame(struct frame_view *v, size_t documents, struct err *e)
{
	arena_clear(&v->memory);
	v->sampled = arena_alloc(&v->memory, (documents + 1) * sizeof *v->sampled);
	v->grade = arena_alloc(&v->memory, (documents + 1) * sizeof *v->grade);
	v->relevant_at = arena_alloc(&v->memory, (documents + 1) * sizeof *v->relevant_at);
	v->retrieved = arena_alloc(&v->memory, documents + 1);
	return v->memory.failed ? err_memory(e) : 0;
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
		v->grade[i] = weight == NULL	     ? t->grade[document]
			      : weight[document] > 0 ? grade_of(t, document)
						     : GRADE_UNPOOLED;
	}
	v->view = (struct topic_view){ .topic = t->judged->name,
				       .retrieved = t->count[run],
				       .grade = v->grade };
	view_relevant(&v->view, level, v->relevant_at);
	if (weight == NULL) {
		judgment_set_count(&t->judged->all, level, &v->view.relevant, &v->view.nonrelevant);
		v->view.positive = t->judged->all.positive;
	}
	for (size_t i = 0; weight != NULL && i < t->documents; i++) {
		if (!(weight[i] > 0))
			continue;
		*(grade_of(t, i) >= level ? &v->view.relevant : &v->view.nonrelevant) += 1;
		v->view.positive += grade_of(t, i) > 0;
	}
	return 0;
}

static void add_sampled(struct frame_view *v, const struct ranked_topic *t, size_t document,
			double weight, int32_t rank)
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
			add_sampled(v, t, document, weight[document], (int32_t)i);
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
