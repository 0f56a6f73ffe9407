/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/fetch.h"
#include "core/base/parallel.h"
#include "core/engine/evaluate/scoring.h"
#include "core/engine/evaluate/traps.h"

/* Whether a topic, NULL if it has no judgments, is evaluated here. */
static bool is_own(const struct scoring *s, const struct judged_topic *judged)
{
	size_t number = judged != NULL ? (size_t)(judged - s->x->judgments->topic) : 0;
	return s->options->shard == NULL || shard_computes(s->options->shard, number);
}

/* The judged topic that the run has at place `t`, or NULL. */
static const struct judged_topic *judged_at(const struct scoring *s, size_t t)
{
	const struct run *run = s->r->run;
	if (t >= run->topics || run->topic[t].judged == NAME_UNKNOWN)
		return NULL;
	return &s->x->judgments->topic[run->topic[t].judged];
}

static bool is_chosen(const struct scoring *s, const struct judged_topic *judged)
{
	const struct judgments *j = s->x->judgments;
	return judgments_have_chosen(j, (size_t)(judged - j->topic));
}

/*
 * With very many topics, in another order than the judgments', each would wait for memory several
 * times: ask for what the next ones need.
 */
static void fetch_ahead(const struct scoring *s, size_t t)
{
	const struct judged_topic *far = judged_at(s, t + 12), *middle = judged_at(s, t + 8),
				  *near = judged_at(s, t + 4);
	if (far != NULL)
		fetch(&far->all);
	if (middle != NULL) {
		fetch(middle->all.judgment);
		fetch(middle->all.grades);
		size_t number = (size_t)(middle - s->x->judgments->topic);
		for (size_t c = 0; c < s->x->asked->width; c += CACHE_LINE / sizeof *s->x->score)
			fetch_to_write(s->x->score + number * s->x->asked->width + c);
	}
	if (near != NULL && near->all.count > 0)
		fetch(near->all.judgment[0].document);
}

/*
 * Topics that stand one after the other in a run, scored by one thread. What they find besides
 * their rows is put together in the order of the run.
 */
struct chunk {
	size_t begin, end, found;
	struct evaluation x; /* with the rows of the whole; the rest is its own */
};

struct chunks {
	struct scoring *whole;
	struct scoring *scoring; /* of each thread */
	struct chunk *chunk;
	const char **run_text; /* of each chunk */
	size_t count;
};

static int score_chunk(void *context, size_t item, int thread, struct err *e)
{
	const struct chunks *c = context;
	struct chunk *k = &c->chunk[item];
	struct scoring *s = &c->scoring[thread];
	s->x = &k->x;
	for (size_t t = k->begin; t < k->end; t++) {
		const struct judged_topic *judged = judged_at(s, t);
		fetch_ahead(s, t);
		if (is_own(s, judged) && scoring_topic(s, judged, &s->r->run->topic[t], e) < 0)
			return -1;
		k->found += judged != NULL && is_chosen(s, judged);
	}
	return 0;
}

/* Parts with about the same number of documents, or of topics if each has intervals. */
static void cut_topics(struct chunks *c)
{
	const struct run *run = c->whole->r->run;
	size_t weight = 0, all = c->whole->r->sample != NULL ? run->topics : run->records.count;
	size_t number = 0;
	c->chunk[0].begin = 0;
	for (size_t t = 0; t < run->topics; t++) {
		weight += c->whole->r->sample != NULL ? 1 : run->topic[t].count;
		c->chunk[number].end = t + 1;
		if (weight >= all / c->count * (number + 1) && number + 1 < c->count &&
		    t + 1 < run->topics)
			c->chunk[++number].begin = t + 1;
	}
	c->count = number + 1;
}

static void put_together(struct chunks *c, size_t *found)
{
	struct evaluation *x = c->whole->x;
	for (size_t i = 0; i < c->count; i++) {
		struct chunk *k = &c->chunk[i];
		*found += k->found;
		x->topics += k->x.topics;
		x->retrieved += k->x.retrieved;
		x->known += k->x.known;
		x->joined += k->x.joined;
		x->judged += k->x.judged;
		x->too_long = x->too_long || k->x.too_long;
		evaluation_add_cautions(x->caution, k->x.caution);
		traps_add(&x->traps, &k->x.traps);
		arena_absorb(&x->memory, &k->x.memory);
		for (size_t q = 0; q < x->asked->requests; q++)
			if (x->run_text[q] == NULL)
				x->run_text[q] = k->x.run_text[q];
	}
}

static size_t chunks_of(const struct scoring *s)
{
	enum { DOCUMENTS = 1 << 14, CHUNKS_OF_THREAD = 8 }; /* fewer are not worth a thread */
	const struct run *run = s->r->run;
	size_t most = s->r->sample != NULL ? run->topics : run->records.count / DOCUMENTS;
	if (s->options->jobs <= 1 || most <= 1)
		return 1;
	size_t wanted = (size_t)s->options->jobs * CHUNKS_OF_THREAD;
	return most < wanted ? most : wanted;
}

/* The topics that the run has; `found` gets how many of them are judged. */
static int score_chunks(struct scoring *s, size_t *found, struct err *e)
{
	struct evaluation *x = s->x;
	struct chunks c = { .whole = s, .count = chunks_of(s) };
	size_t texts = x->asked->requests + 1;
	int threads = parallel_threads(s->options->jobs, c.count), result = 0;
	c.chunk = calloc(c.count, sizeof *c.chunk);
	c.run_text = calloc(c.count * texts, sizeof *c.run_text);
	c.scoring = calloc((size_t)threads, sizeof *c.scoring);
	if (c.chunk == NULL || c.run_text == NULL || c.scoring == NULL) {
		result = err_memory(e);
	} else {
		cut_topics(&c);
		for (int t = 0; t < threads; t++) {
			c.scoring[t] = (struct scoring){ .x = x, .options = s->options, .r = s->r };
			scoring_begin(&c.scoring[t]);
		}
		for (size_t i = 0; i < c.count; i++) {
			c.chunk[i].x = *x;
			c.chunk[i].x.memory = (struct arena){ 0 };
			c.chunk[i].x.run_text = c.run_text + i * texts;
		}
		result = parallel_each(threads, c.count, score_chunk, &c, e);
		put_together(&c, found);
		for (int t = 0; t < threads; t++)
			scoring_release(&c.scoring[t]);
	}
	free(c.scoring);
	free(c.run_text);
	free(c.chunk);
	return result;
}

static int score_topics_of_run(struct scoring *s, struct err *e)
{
	struct evaluation *x = s->x;
	size_t found = 0;
	if (score_chunks(s, &found, e) < 0)
		return -1;
	x->missing = x->judgments->chosen_count - found;
	for (size_t t = 0; s->join.options.complete && t < x->judgments->topics; t++) {
		const struct judged_topic *judged = &x->judgments->topic[t];
		if (!x->evaluated[t] && is_own(s, judged) && scoring_topic(s, judged, NULL, e) < 0)
			return -1;
	}
	return 0;
}

/*
 * A run that a table does not name in a topic took no part in it. A table that names no run at all
 * has something to say of each topic.
 */
static int score_topics_of_table(struct scoring *s, struct err *e)
{
	const struct strata *strata = &s->r->sample->strata;
	for (size_t t = 0; t < strata->topics; t++) {
		bool named = strata->no_run;
		for (size_t c = 0; c < strata->topic[t].count; c++)
			named = named ||
				stratum_has_run(&strata->topic[t].stratum[c], s->r->number);
		const struct judged_topic *judged = &s->x->judgments->topic[t];
		if (named && is_own(s, judged) && scoring_topic(s, judged, NULL, e) < 0)
			return -1;
	}
	return 0;
}

int scoring_run_topics(struct scoring *s, struct err *e)
{
	return s->r->run != NULL ? score_topics_of_run(s, e) : score_topics_of_table(s, e);
}
