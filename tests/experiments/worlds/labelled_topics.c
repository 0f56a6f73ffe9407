/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "tests/experiments/worlds/labelled_worlds.h"
#include "core/stats/learnt_prior/labelled_mean.h"
#include "core/stats/random/uniform.h"
#include "core/stats/sampling/jury.h"

/* Parts: by which runs retrieve documents (bit 0 the first, bit 1 the second). */
enum { PARTS = 4, CLASSES_MOST = LABEL_CLASSES_MAX + 1 };

/* Samples of one size. */
struct topics_drawing {
	const struct labelled_topics *asked;
	bool tried[WITH_OR_WITHOUT];
	double truth[LABELLED_QUANTITIES];
	size_t classes[WITH_OR_WITHOUT]; /* with one for documents without a label, the first */
	struct label_variates variates[WITH_OR_WITHOUT];
	bool counts[WITH_OR_WITHOUT][JUDGES_MOST * CLASSES_MOST];
};

static int part_of(const struct labelled_topics *q, const struct ranked_pool_document *d)
{
	int part = 0;
	for (int side = 0; side < 2; side++)
		part |= is_first(d->rank[side], q->depth) << side;
	return part;
}

static size_t class_of(const struct ranked_pool_document *d, int kind)
{
	return kind == NO_LABELS ? 0 : (size_t)(d->class_of[kind] + 1);
}

/* As in an evaluation. */
static void make_variates(struct topics_drawing *x, int kind)
{
	const struct ranked_world *w = x->asked->world;
	int64_t size[CLASSES_MOST] = { 0 };
	uint16_t at[2 * CLASSES_MOST] = { 0 };
	double grade[CLASSES_MOST], made[CLASSES_MOST]; /* made-up ones are relevant from 1 on */
	size_t classes = x->classes[kind];
	struct jury jury = jury_made((enum label_kind)kind, w->classes, at);
	struct label_cut cut[JUDGES_MOST];
	struct label_variates *v = &x->variates[kind];
	for (size_t k = 0; k < CLASSES_MOST; k++) {
		grade[k] = (double)k;
		made[k] = (double)k - 1 + w->level;
	}
	enum label_kind judge[2] = { (enum label_kind)kind };
	struct jury two;
	if (kind < KINDS)
		jury_of_kind((enum label_kind)kind, w->classes, judge, &two);
	for (size_t g = 0; g < jury.judges; g++)
		jury.judge[g].value = judge[g] == KIND_FILE ? grade : made;
	for (size_t i = 0; i < w->first[w->topics]; i++)
		size[class_of(&w->document[i], kind)]++;
	*v = (struct label_variates){ x->counts[kind], classes, 0, 0 };
	v->count = jury_cuts(&jury, size, w->level, JUDGES_MOST, cut, &v->judges);
	for (size_t i = 0; i < v->count; i++)
		for (size_t k = 0; k < classes; k++)
			x->counts[kind][i * classes + k] = jury_counts(&jury, &cut[i], k);
}

/* The cells of a topic: all documents, the first of which are drawn. */
static size_t cells_of(const struct topics_drawing *x, size_t topic, const size_t *item,
		       size_t drawn, int kind, bool two_runs, struct label_cell *all,
		       struct label_cell *out)
{
	const struct ranked_world *w = x->asked->world;
	size_t classes = x->classes[kind], cells = 0;
	size_t documents = w->first[topic + 1] - w->first[topic];
	memset(all, 0, PARTS * classes * sizeof *all);
	for (size_t i = 0; i < documents; i++) {
		const struct ranked_pool_document *d = &w->document[w->first[topic] + item[i]];
		int part = part_of(x->asked, d) & (two_runs ? 3 : 1);
		struct label_cell *c = &all[(size_t)part * classes + class_of(d, kind)];
		c->size++;
		c->sampled += i < drawn;
		c->relevant += i < drawn && d->grade >= w->level;
	}
	for (size_t i = 0; i < PARTS * classes; i++) {
		struct label_cell *c = &all[i];
		c->part = c->label = (uint32_t)(i / classes);
		c->in[0] = c->part & 1;
		c->in[1] = c->part >> 1 & 1;
		c->class_of = (int32_t)(i % classes);
		if (c->size > 0)
			out[cells++] = *c;
	}
	return cells;
}

struct topics_scratch {
	struct label_cell all[PARTS * CLASSES_MOST]; /* of a topic, with empty ones */
	struct arena memory;			     /* of what follows */
	size_t *item;
	struct label_cell *cell;
	struct labelled_cells *topic;
	struct labelled_memo memo;
};

static int scratch_init(struct topics_scratch *s, const struct ranked_world *w, struct err *e)
{
	size_t documents = w->first[w->topics];
	s->item = arena_zeroed(&s->memory, documents + 1, sizeof *s->item);
	s->cell = arena_zeroed(&s->memory, documents + 1, sizeof *s->cell);
	s->topic = arena_zeroed(&s->memory, w->topics + 1, sizeof *s->topic);
	return s->memory.failed ? err_memory(e) : 0;
}

/* Draws `each` documents of every topic, all of them if it is INFINITY. */
static void draw(const struct topics_drawing *x, struct topics_scratch *s, double each,
		 size_t number)
{
	const struct ranked_world *w = x->asked->world;
	struct uniform u = uniform_start(x->asked->effort->seed, number, STREAM_LABELLED_SAMPLE);
	for (size_t t = 0; t < w->topics; t++) {
		size_t documents = w->first[t + 1] - w->first[t], *item = s->item + w->first[t];
		for (size_t i = 0; i < documents; i++)
			item[i] = i;
		if (each < (double)documents)
			uniform_choose(&u, item, documents, (size_t)each);
	}
}

static int estimate(const struct topics_drawing *x, struct topics_scratch *s, double each, int kind,
		    int quantity, struct labelled_result *out, struct err *e)
{
	const struct ranked_world *w = x->asked->world;
	struct learnt_request q = { .of = { .quantity = x->asked->quantity_of[quantity],
					    .beta = 1 } };
	bool two_runs = quantity >= LABELLED_DIFFERENCE;
	size_t used = 0;
	tails_set(&q.ends, x->asked->level, TAIL_BOTH);
	for (size_t t = 0; t < w->topics; t++) {
		size_t documents = w->first[t + 1] - w->first[t];
		size_t drawn = each < (double)documents ? (size_t)each : documents;
		s->topic[t] = (struct labelled_cells){ .cell = s->cell + used };
		s->topic[t].cells = cells_of(x, t, s->item + w->first[t], drawn, kind, two_runs,
					     s->all, s->cell + used);
		used += s->topic[t].cells;
	}
	return labelled_mean(s->topic, w->topics, &x->variates[kind], &q, two_runs, &s->memo, out,
			     e);
}

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	const struct topics_drawing *x = question;
	struct topics_scratch *s = scratch;
	int result = scratch_init(s, x->asked->world, e);
	if (result == 0)
		draw(x, s, x->asked->each, number);
	for (int kind = 0; kind < WITH_OR_WITHOUT; kind++)
		for (int q = 0; q < LABELLED_QUANTITIES && result == 0; q++) {
			struct labelled_result r = { 0 };
			struct claim *c = &to[kind * LABELLED_QUANTITIES + q];
			if (!x->tried[kind] || !x->asked->wanted[q])
				continue;
			result = estimate(x, s, x->asked->each, kind, q, &r, e);
			double error = r.without.estimate - x->truth[q];
			*c = (struct claim){ .truth = x->truth[q],
					     .estimate = r.with.estimate,
					     .interval = r.with.interval,
					     .more = { error * r.off, r.off * r.off, error,
						       r.off } };
		}
	arena_release(&s->memory);
	return result;
}

/* True values, with everything judged. */
static int take_truths(struct topics_drawing *x, struct topics_scratch *s, struct err *e)
{
	int result = scratch_init(s, x->asked->world, e);
	if (result == 0)
		draw(x, s, INFINITY, 0);
	for (int q = 0; q < LABELLED_QUANTITIES && result == 0; q++) {
		struct labelled_result r = { 0 };
		result = estimate(x, s, INFINITY, NO_LABELS, q, &r, e);
		x->truth[q] = r.without.estimate;
	}
	arena_release(&s->memory);
	return result;
}

static int simulate(struct topics_drawing *x, const struct labelled_topics *q,
		    struct topics_scratch *s, struct records *lines, struct err *e)
{
	x->asked = q;
	for (int k = 0; k < WITH_OR_WITHOUT; k++) {
		size_t classes =
			k == NO_LABELS ? 0 : classes_of_kind((enum label_kind)k, q->world->classes);
		x->tried[k] = k == NO_LABELS || (q->kind[k] && classes > 0);
		x->classes[k] = classes + 1;
		if (x->tried[k])
			make_variates(x, k);
	}
	if (take_truths(x, s, e) < 0)
		return -1;
	return labelled_run(&(struct labelled){ .world = q->world->name,
						.quantities = q->quantities,
						.wanted = q->wanted,
						.tried = x->tried,
						.sampled = (int64_t)q->each,
						.level = q->level,
						.effort = q->effort,
						.best = true },
			    sizeof *s, one_sample, x, lines, e);
}

int labelled_topics(const struct labelled_topics *q, struct records *lines, struct err *e)
{
	struct arena memory = { 0 };
	struct topics_scratch *s = arena_zeroed(&memory, 1, sizeof *s);
	struct topics_drawing *x = arena_zeroed(&memory, 1, sizeof *x);
	int result = memory.failed ? err_memory(e) : simulate(x, q, s, lines, e);
	arena_release(&memory);
	return result;
}
