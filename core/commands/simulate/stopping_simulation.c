/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/parallel.h"
#include "core/base/sort.h"
#include "core/commands/simulate/stopping_simulation.h"
#include "core/engine/stop/stop_review.h"
#include "core/stats/random/variates.h"

/* What is reviewed: an urn, or a topic of a run. */
struct subject {
	size_t group;
	int64_t collection, all;
	const struct ranked_review *ranked; /* NULL: an urn */
};

/* What one rule did in one review. */
struct outcome {
	double recall, cost;
	bool stopped;
};

struct work {
	const struct stopping_simulation *s;
	struct subject *subject;
	size_t subjects, rules;
	struct outcome *outcome; /* [subject][sample][rule] */
};

/* ---- one review ---- */

/* Working memory of one review. */
struct desk {
	bool *relevant; /* by rank */
	bool *control;	/* the same documents */
	uint32_t *order;
	struct review_step *step;
	struct keyed *keyed;
};

static void desk_release(struct desk *d)
{
	free(d->relevant);
	free(d->control);
	free(d->order);
	free(d->step);
	free(d->keyed);
}

static int desk_init(struct desk *d, const struct subject *x, const struct stopping_simulation *s,
		     struct err *e)
{
	size_t n = (size_t)x->collection;
	*d = (struct desk){ .relevant = calloc(n, sizeof *d->relevant),
			    .control = calloc(n, sizeof *d->control),
			    .order = calloc(n, sizeof *d->order),
			    .step = calloc(n + (size_t)s->control, sizeof *d->step),
			    .keyed = x->ranked == NULL ? calloc(2 * n, sizeof *d->keyed) : NULL };
	bool room = d->relevant && d->control && d->order && d->step &&
		    (x->ranked != NULL || d->keyed != NULL);
	return room ? 0 : err_memory(e);
}

static void fill_urn(struct desk *d, const struct subject *x, double separation, struct random *g)
{
	size_t n = (size_t)x->collection;
	for (size_t i = 0; i < n; i++) {
		bool relevant = (int64_t)i < x->all;
		double score = random_normal(g) + (relevant ? separation : 0);
		d->keyed[i] = (struct keyed){ key_descending(score), relevant };
	}
	keyed_sort(d->keyed, n, d->keyed + n, NULL, NULL);
	for (size_t i = 0; i < n; i++)
		d->relevant[i] = d->keyed[i].item;
}

/* Relevant documents that are not ranked stand right behind the ranking: there it is shuffled. */
static void fill_ranking(struct desk *d, const struct subject *x)
{
	const struct ranked_review *r = x->ranked;
	int64_t left = r->all;
	for (size_t i = 0; i < r->ranked; i++) {
		d->relevant[i] = r->relevant[i];
		left -= r->relevant[i];
	}
	for (int64_t i = 0; i < left; i++)
		d->relevant[r->ranked + (size_t)i] = true;
}

/* A simple random sample, document by document. */
static void draw_control(struct desk *d, int64_t collection, int64_t size, struct random *g)
{
	for (int64_t i = 0; i < collection && size > 0; i++) {
		d->control[i] = random_uniform(g) * (double)(collection - i) < (double)size;
		size -= d->control[i];
	}
}

/* By rank down to `switched`, the others shuffled. */
static void put_in_order(struct desk *d, size_t count, size_t switched, struct random *g)
{
	for (size_t i = 0; i < count; i++)
		d->order[i] = (uint32_t)i;
	for (size_t i = count; i > switched + 1; i--) {
		size_t other = switched + (size_t)(random_uniform(g) * (double)(i - switched));
		uint32_t kept = d->order[i - 1];
		d->order[i - 1] = d->order[other];
		d->order[other] = kept;
	}
}

static size_t make_steps(struct desk *d, size_t count, size_t switched)
{
	size_t steps = 0;
	for (size_t i = 0; i < count; i++)
		if (d->control[i])
			d->step[steps++] = (struct review_step){ STEP_CONTROL, d->relevant[i] };
	for (size_t i = 0; i < count; i++) {
		uint32_t document = d->order[i];
		d->step[steps++] = (struct review_step){
			.kind = d->control[document] ? STEP_AGAIN
				: i < switched	     ? STEP_RANKED
						     : STEP_RANDOM,
			.relevant = d->relevant[document],
		};
	}
	return steps;
}

static int follow_rules(const struct work *w, const struct subject *x, const struct desk *d,
			size_t steps, struct outcome *out, struct err *e)
{
	struct review r;
	const struct stopping_simulation *s = w->s;
	if (review_init(&r, d->step, steps, x->collection, s->batch, s->rules.tail, e) < 0)
		return -1;
	for (size_t i = 0; i < w->rules; i++) {
		size_t look = stopping_look(stopping_rules[i], &r, &s->rules);
		bool stops = look != SIZE_MAX;
		const struct review_point *p = stops ? review_at(&r, look) : &r.at[steps];
		out[i] = (struct outcome){ .recall = (double)p->found / (double)x->all,
					   .cost = (double)p->judged / (double)x->collection,
					   .stopped = stops && p->judged < x->collection };
	}
	review_release(&r);
	return 0;
}

static int review_once(void *context, size_t item, int thread, struct err *e)
{
	const struct work *w = context;
	const struct stopping_simulation *s = w->s;
	const struct subject *x = &w->subject[item / (size_t)s->effort.samples];
	struct random g;
	struct desk d;
	(void)thread;
	int result = desk_init(&d, x, s, e);
	if (result == 0) {
		size_t count = (size_t)x->collection;
		size_t switched = (size_t)(s->ranked * (double)x->collection);
		random_init(&g, s->effort.seed, item, STREAM_STOPPING);
		if (x->ranked == NULL)
			fill_urn(&d, x, s->separation, &g);
		else
			fill_ranking(&d, x);
		if (x->ranked != NULL && switched > x->ranked->ranked)
			switched = x->ranked->ranked;
		draw_control(&d, x->collection, s->control, &g);
		put_in_order(&d, count, switched, &g);
		size_t steps = make_steps(&d, count, switched);
		result = follow_rules(w, x, &d, steps, w->outcome + item * w->rules, e);
	}
	desk_release(&d);
	progress_step(&s->effort.progress);
	return result;
}

static void review_fields(void *context, size_t item, struct shard_line *l)
{
	const struct work *w = context;
	for (size_t i = 0; i < w->rules; i++) {
		struct outcome *x = &w->outcome[item * w->rules + i];
		SHARD_FIELD(l, &x->recall);
		SHARD_FIELD(l, &x->cost);
		SHARD_FIELD(l, &x->stopped);
	}
}

/* ---- all of them ---- */

/* Adds what one rule did with one subject to its group. */
static void add_up(const struct work *w, size_t subject, size_t rule, struct stopping_figures *f)
{
	double n = (double)w->s->effort.samples, missed = 0;
	for (int64_t i = 0; i < w->s->effort.samples; i++) {
		size_t at = (subject * (size_t)w->s->effort.samples + (size_t)i) * w->rules + rule;
		const struct outcome *x = &w->outcome[at];
		missed += x->recall < w->s->rules.target * (1 - 1e-12);
		f->stopped += x->stopped / n;
		f->recall += x->recall / n;
		f->cost += x->cost / n;
	}
	f->missed += missed / n;
	f->error += missed / n * (1 - missed / n) / n;
	f->worst = fmax(f->worst, missed / n);
}

static void summarize(const struct work *w, struct stopping_group *group, size_t groups)
{
	for (size_t i = 0; i < w->subjects; i++)
		for (size_t k = 0; k < w->rules; k++)
			add_up(w, i, k, &group[w->subject[i].group].rule[k]);
	for (size_t g = 0; g < groups; g++)
		for (size_t k = 0; k < w->rules; k++) {
			struct stopping_figures *f = &group[g].rule[k];
			double n = (double)group[g].truths;
			f->missed /= n;
			f->stopped /= n;
			f->recall /= n;
			f->cost /= n;
			f->error = sqrt(f->error) / n;
		}
}

static int make_subjects(struct work *w, struct stopping_group *group, size_t *groups,
			 struct err *e)
{
	const struct stopping_simulation *s = w->s;
	for (size_t i = 0; i < w->subjects; i++) {
		struct subject *x = &w->subject[i];
		if (s->reviews != NULL) {
			x->ranked = &s->reviews->review[i];
			x->all = x->ranked->all;
			bool same = i > 0 && x->ranked->run == x->ranked[-1].run;
			*groups += !same;
			if (stop_collection(x->ranked, s->collection, &x->collection, e) < 0)
				return -1;
		} else {
			x->collection = s->collection;
			x->all = llround((double)s->collection * s->prevalence.value[i]);
			x->all = x->all > 0 ? x->all : 1;
			++*groups;
		}
		x->group = *groups - 1;
		if (s->control > x->collection)
			return err_data(e,
					"--control=%lld: more than the %lld documents of a "
					"collection",
					(long long)s->control, (long long)x->collection);
		struct stopping_group *y = &group[x->group];
		y->run = x->ranked != NULL ? x->ranked->run : NULL;
		y->collection += x->collection;
		y->prevalence += (double)x->all / (double)x->collection;
		y->truths++;
	}
	for (size_t g = 0; g < *groups; g++) {
		group[g].prevalence /= (double)group[g].truths;
		group[g].collection /= (int64_t)group[g].truths;
	}
	return 0;
}

struct stopping_group *stopping_simulate(const struct stopping_simulation *s, size_t *groups,
					 struct err *e)
{
	struct work w = { .s = s,
			  .subjects =
				  s->reviews != NULL ? s->reviews->count : s->prevalence.count };
	while (stopping_rules[w.rules] != NULL)
		w.rules++;
	size_t items = w.subjects * (size_t)s->effort.samples;
	struct stopping_group *group = calloc(w.subjects, sizeof *group);
	w.subject = calloc(w.subjects, sizeof *w.subject);
	w.outcome = calloc(items * w.rules, sizeof *w.outcome);
	*groups = 0;
	bool room = group != NULL && w.subject != NULL && w.outcome != NULL;
	int result = room ? make_subjects(&w, group, groups, e) : err_memory(e);
	progress_begin(&s->effort.progress, items);
	if (result == 0)
		result = shard_each(s->effort.shard, s->effort.jobs, items, review_once,
				    review_fields, &w, e);
	if (result == 0)
		summarize(&w, group, *groups);
	free(w.subject);
	free(w.outcome);
	if (result == 0)
		return group;
	free(group);
	return NULL;
}
