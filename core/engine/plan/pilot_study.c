/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/parallel.h"
#include "core/data/joined/pair_topics.h"
#include "core/data/runs/runs.h"
#include "core/engine/plan/pilot_study.h"
#include "core/stats/planning/pilot_judging.h"

/* Everything read, and what each topic comes to for each pair of runs. */
struct study_data {
	const struct pilot_question *question;
	struct judgments judgments;
	bool judgments_read;
	struct runs runs;
	struct rankings rankings;
	bool ranked;
	const struct ranked_topic **each; /* the topics that all runs have */
	size_t topics, pairs;
	struct pilot_topic *topic; /* pair by pair */
	struct worker *worker;	   /* by thread */
};

static void data_release(struct study_data *d)
{
	for (size_t i = 0; d->topic != NULL && i < d->topics * d->pairs; i++)
		pilot_topic_release(&d->topic[i]);
	if (d->ranked)
		rankings_release(&d->rankings);
	runs_release(&d->runs);
	if (d->judgments_read)
		judgments_release(&d->judgments);
	free(d->topic);
	free(d->each);
	free(d->worker);
}

static int read_files(struct study_data *d, struct err *e)
{
	const struct pilot_question *q = d->question;
	const struct rankings_options o = { .most_retrieved = (int64_t)q->length };
	if (judgments_read(&d->judgments, q->judgment_format, q->judgments, e) < 0)
		return -1;
	d->judgments_read = true;
	if (runs_read(&d->runs, q->run_format, q->run, q->runs, &d->judgments.names, q->jobs, e) <
		    0 ||
	    rankings_build(&d->rankings, &d->judgments, d->runs.each, q->runs, &o, e) < 0)
		return -1;
	d->ranked = true;
	return 0;
}

/* The judged topics that every run has, in the order of their names. */
static int choose_topics(struct study_data *d, struct pilot_result *out, struct err *e)
{
	const struct rankings *k = &d->rankings;
	d->each = calloc(k->topics + 1, sizeof *d->each);
	if (d->each == NULL)
		return err_memory(e);
	for (size_t i = 0; i < k->topics; i++) {
		bool all = true;
		for (size_t r = 0; r < k->runs; r++)
			all = all && k->topic[i].order[r] != NULL;
		if (all)
			d->each[d->topics++] = &k->topic[i];
	}
	out->topics = d->topics;
	out->left_out = k->topics - d->topics;
	if (d->topics < 2)
		return err_data(e,
				"%.600s: a pilot study needs two topics at least, and all runs "
				"have %zu of the judged ones",
				d->judgments.in.path, d->topics);
	return 0;
}

/* Working memory of one thread. */
struct worker {
	struct ap_numerator numerator;
	struct pair_document *pair;
	struct ap_document *document;
	uint32_t *place;
	size_t room;
	int64_t pooled, unjudged; /* as in struct pilot_result */
};

static void worker_release(struct worker *w)
{
	ap_numerator_release(&w->numerator);
	free(w->pair);
	free(w->document);
	free(w->place);
}

static int worker_room(struct worker *w, size_t documents, struct err *e)
{
	if (documents <= w->room)
		return 0;
	free(w->pair);
	free(w->document);
	free(w->place);
	w->room = 2 * documents;
	w->pair = malloc(w->room * sizeof *w->pair);
	w->document = malloc(w->room * sizeof *w->document);
	w->place = malloc(w->room * sizeof *w->place);
	if (w->pair != NULL && w->document != NULL && w->place != NULL)
		return 0;
	w->room = 0;
	return err_memory(e);
}

/* The documents that either of two runs has; also counts those of the deepest pool. */
static size_t take_pair(struct worker *w, const struct ranked_topic *t, size_t a, size_t b,
			const struct pilot_question *q)
{
	size_t count = pair_documents(t, a, b, w->place, w->pair);
	for (size_t i = 0; i < count; i++) {
		const struct pair_document *d = &w->pair[i];
		bool pooled = (d->rank[0] > 0 && d->rank[0] <= q->depth) ||
			      (d->rank[1] > 0 && d->rank[1] <= q->depth);
		w->document[i] = (struct ap_document){
			.rank_a = d->rank[0],
			.rank_b = d->rank[1],
			.relevant = d->grade >= 0 && d->grade >= q->level,
		};
		w->pooled += pooled;
		w->unjudged += pooled && d->grade < 0;
	}
	return count;
}

/* One topic for every pair. */
static int do_topic(void *context, size_t t, int thread, struct err *e)
{
	struct study_data *d = context;
	struct worker *w = &d->worker[thread];
	const struct pilot_question *q = d->question;
	size_t pair = 0;
	if (worker_room(w, d->each[t]->documents, e) < 0)
		return -1;
	for (size_t a = 0; a < q->runs; a++)
		for (size_t b = a + 1; b < q->runs; b++, pair++) {
			size_t count = take_pair(w, d->each[t], a, b, q);
			if (pilot_topic_init(&d->topic[pair * d->topics + t], w->document, count,
					     q->depth, q->unjudged, &w->numerator, e) < 0)
				return -1;
		}
	return 0;
}

static int do_topics(struct study_data *d, struct pilot_result *out, struct err *e)
{
	size_t runs = d->question->runs;
	int workers = parallel_threads(d->question->jobs, d->topics);
	out->pairs = d->pairs = runs * (runs - 1) / 2;
	d->topic = calloc(d->pairs * d->topics, sizeof *d->topic);
	d->worker = calloc((size_t)workers, sizeof *d->worker);
	if (d->topic == NULL || d->worker == NULL)
		return err_memory(e);
	for (int i = 0; i < workers; i++)
		ap_numerator_init(&d->worker[i].numerator);
	int result = parallel_each(d->question->jobs, d->topics, do_topic, d, e);
	for (int i = 0; i < workers; i++) {
		out->pooled += d->worker[i].pooled;
		out->unjudged += d->worker[i].unjudged;
		worker_release(&d->worker[i]);
	}
	return result;
}

/* Means over all pairs and resamples. */
static int sum_up(const struct pilot_design *p, const struct pilot_observations *all,
		  struct pilot_result *out, struct err *e)
{
	out->cells = p->sizes * p->certainties;
	out->cell = calloc(out->cells, sizeof *out->cell);
	if (out->cell == NULL)
		return err_memory(e);
	for (size_t s = 0; s < p->sizes; s++)
		for (size_t c = 0; c < p->certainties; c++) {
			struct pilot_cell *x = &out->cell[s * p->certainties + c];
			*x = (struct pilot_cell){ p->certainty[c], p->size[s], 0, 0, 0 };
			for (size_t pair = 0; pair < out->pairs; pair++)
				for (int64_t k = 0; k < p->resamples; k++) {
					double j = all[pair].judgments[pilot_place(p, c, s, k)];
					*(isnan(j) ? &x->missed : &x->reached) += 1;
					x->judgments += isnan(j) ? 0 : j;
				}
			x->judgments = x->reached > 0 ? x->judgments / (double)x->reached : NAN;
			out->reached += x->reached;
			out->missed += x->missed;
		}
	return 0;
}

/* The regression over single observations. */
static int fit(const struct pilot_design *p, const struct pilot_observations *all,
	       struct pilot_result *out, struct err *e)
{
	if (out->reached == 0)
		return err_data(e, "none of the certainties is ever reached: the runs differ too "
				   "little, or the pools are not deep enough");
	double *row = malloc((out->reached + 1) * 3 * sizeof *row);
	if (row == NULL)
		return err_memory(e);
	double *certainty = row, *topics = row + out->reached, *judgments = topics + out->reached;
	size_t count = 0;
	for (size_t pair = 0; pair < out->pairs; pair++)
		for (size_t s = 0; s < p->sizes; s++)
			for (size_t c = 0; c < p->certainties; c++)
				for (int64_t k = 0; k < p->resamples; k++) {
					double j = all[pair].judgments[pilot_place(p, c, s, k)];
					if (isnan(j))
						continue;
					certainty[count] = p->certainty[c];
					topics[count] = p->size[s];
					judgments[count++] = j;
				}
	int result =
		judgment_model_fit(certainty, topics, judgments, count, &out->model, &out->fit, e);
	free(row);
	return result;
}

struct observing {
	const struct study_data *data;
	const struct pilot_design *design;
	struct pilot_observations *all; /* by pair */
};

static int observe_pair(void *context, size_t pair, int thread, struct err *e)
{
	(void)thread;
	const struct observing *x = context;
	const struct study_data *d = x->data;
	return pilot_observe(d->topic + pair * d->topics, d->topics, x->design, pair, &x->all[pair],
			     e);
}

static int observe_all(const struct study_data *d, struct pilot_result *out, struct err *e)
{
	const struct pilot_question *q = d->question;
	const struct pilot_design p = { .certainty = q->certainty.value,
					.certainties = q->certainty.count,
					.size = q->size.value,
					.sizes = q->size.count,
					.resamples = q->resamples,
					.seed = q->seed };
	struct pilot_observations *all = calloc(d->pairs, sizeof *all);
	if (all == NULL)
		return err_memory(e);
	struct observing x = { d, &p, all };
	int result = parallel_each(q->jobs, d->pairs, observe_pair, &x, e);
	if (result == 0)
		result = sum_up(&p, all, out, e);
	if (result == 0)
		result = fit(&p, all, out, e);
	for (size_t pair = 0; pair < d->pairs; pair++)
		free(all[pair].judgments);
	free(all);
	return result;
}

int pilot_study(const struct pilot_question *q, struct pilot_result *out, struct err *e)
{
	struct study_data d = { .question = q };
	*out = (struct pilot_result){ 0 };
	int result = read_files(&d, e);
	if (result == 0)
		result = choose_topics(&d, out, e);
	if (result == 0)
		result = do_topics(&d, out, e);
	if (result == 0)
		result = observe_all(&d, out, e);
	data_release(&d);
	return result;
}

void pilot_result_release(struct pilot_result *r)
{
	free(r->cell);
	*r = (struct pilot_result){ 0 };
}
