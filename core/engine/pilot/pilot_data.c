/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/parallel.h"
#include "core/data/joined/pair_topics.h"
#include "core/engine/pilot/pilot_data.h"

int pilot_formats(struct pilot_question *q, struct formats *f, const char *judgments,
		  const char *runs, struct err *e)
{
	const struct judgment_format *j = &f->judgments;
	q->formats = f;
	if (formats_find(f, judgments, runs, e) < 0)
		return -1;
	if (j->kind != JUDGMENTS_GRADED || j->sampling == SAMPLING_PROBABILITIES ||
	    j->sampling == SAMPLING_STRATA)
		return err_usage(e,
				 "-R %s: a pilot study needs pools that were judged completely: "
				 "qrels or csv",
				 j->name);
	return 0;
}

void pilot_data_release(struct pilot_data *d)
{
	for (size_t i = 0; d->topic != NULL && i < d->topics * d->pairs; i++)
		pilot_topic_release(&d->topic[i]);
	rankings_release(&d->rankings);
	runs_release(&d->runs);
	judgments_release(&d->judgments);
	arena_release(&d->memory);
}

static int read_files(struct pilot_data *d, struct err *e)
{
	const struct pilot_question *q = d->question;
	const struct join_options o = { .most_retrieved = (int64_t)q->length };
	if (judgments_read(&d->judgments, &q->formats->judgments, q->judgments, e) < 0 ||
	    runs_read(&d->runs, &q->formats->runs, q->run, q->runs, &d->judgments.names, NULL,
		      q->jobs, e) < 0)
		return -1;
	return rankings_build(&d->rankings, &d->judgments, d->runs.each, q->runs, &o, false, e);
}

/* The judged topics that every run has, in the order of their names. */
static int choose_topics(struct pilot_data *d, struct err *e)
{
	const struct rankings *k = &d->rankings;
	d->each = arena_zeroed(&d->memory, k->topics, sizeof *d->each);
	if (d->each == NULL)
		return err_memory(e);
	for (size_t i = 0; i < k->topics; i++) {
		bool all = true;
		for (size_t r = 0; r < k->runs; r++)
			all = all && k->topic[i].order[r] != NULL;
		if (all)
			d->each[d->topics++] = &k->topic[i];
	}
	d->left_out = k->topics - d->topics;
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
	int64_t pooled, unjudged; /* as in struct pilot_data */
};

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
	struct pilot_data *d = context;
	struct worker *w = &d->worker[thread];
	const struct pilot_question *q = d->question;
	size_t pair = 0;
	for (size_t a = 0; a < q->runs; a++)
		for (size_t b = a + 1; b < q->runs; b++, pair++) {
			size_t count = take_pair(w, d->each[t], a, b, q);
			if (pilot_topic_init(&d->topic[pair * d->topics + t], w->document, count,
					     q->depth, q->unjudged, &w->numerator, e) < 0)
				return -1;
		}
	return 0;
}

static int do_topics(struct pilot_data *d, struct err *e)
{
	size_t runs = d->question->runs, most = 0; /* documents of a topic */
	int workers = parallel_threads(d->question->jobs, d->topics);
	d->pairs = runs * (runs - 1) / 2;
	d->topic = arena_zeroed(&d->memory, d->pairs * d->topics, sizeof *d->topic);
	d->worker = arena_zeroed(&d->memory, (size_t)workers, sizeof *d->worker);
	for (size_t t = 0; t < d->topics; t++)
		most = d->each[t]->documents > most ? d->each[t]->documents : most;
	for (int i = 0; i < workers && d->worker != NULL; i++) {
		struct worker *w = &d->worker[i];
		w->pair = arena_zeroed(&d->memory, most, sizeof *w->pair);
		w->document = arena_zeroed(&d->memory, most, sizeof *w->document);
		w->place = arena_zeroed(&d->memory, most, sizeof *w->place);
	}
	if (d->memory.failed)
		return err_memory(e);
	int result = parallel_each(d->question->jobs, d->topics, do_topic, d, e);
	for (int i = 0; i < workers; i++) {
		d->pooled += d->worker[i].pooled;
		d->unjudged += d->worker[i].unjudged;
		ap_numerator_release(&d->worker[i].numerator);
	}
	return result;
}

int pilot_data_init(struct pilot_data *d, const struct pilot_question *q, struct err *e)
{
	*d = (struct pilot_data){ .question = q };
	return read_files(d, e) < 0 || choose_topics(d, e) < 0 ? -1 : do_topics(d, e);
}

struct pilot_design pilot_design(const struct pilot_question *q)
{
	static const double certainty[] = { .55, .6, .65, .7, .75, .8, .85, .9, .95, .99 };
	static const double size[] = { 1, 2, 5, 10, 20, 50, 100, 200 };
	return (struct pilot_design){ certainty,    sizeof certainty / sizeof *certainty,
				      size,	    sizeof size / sizeof *size,
				      q->resamples, q->seed };
}
