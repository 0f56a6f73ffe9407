/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/fetch.h"
#include "core/base/parallel.h"
#include "core/engine/bounds/bounds_of_kinds.h"
#include "core/engine/bounds/measure_bounds.h"
#include "core/engine/evaluate/scoring.h"
#include "core/engine/evaluate/traps.h"

/* How far documents outside the frame matter. */
static size_t furthest_cutoff(const struct request *q, size_t so_far)
{
	const struct parameters *p = &q->parameters;
	if (!quantity_is_joint(q->measure->quantity) || p->count == 0)
		return so_far;
	double most = p->value[p->count - 1];
	return most > (double)so_far ? (size_t)most : so_far;
}

void scoring_begin(struct scoring *s)
{
	struct join_options join = s->options->join;
	for (size_t i = 0; i < s->x->asked->requests; i++) {
		s->has_judged = s->has_judged || s->x->asked->request[i].judged_only;
		join.scores = join.scores || s->x->asked->request[i].measure->scores;
		join.beyond = furthest_cutoff(&s->x->asked->request[i], join.beyond);
	}
	if (s->options->memory != NULL)
		s->join[0] = *s->options->memory;
	for (int judged = 0; judged <= s->has_judged; judged++) {
		join.judged_only = join.judged_only || judged;
		join_init(&s->join[judged], &join, s->x->judgments, s->r->sample, s->r->number);
	}
}

void scoring_release(struct scoring *s)
{
	if (s->options->memory != NULL)
		*s->options->memory = s->join[0];
	else
		join_release(&s->join[0]);
	if (s->has_judged)
		join_release(&s->join[1]);
	if (s->x->asked->estimates > 0)
		yield_memory_release(&s->yields);
}

/* Of a run the first topic says it. */
static int store_text(struct evaluation *x, size_t request, size_t topic,
		      const struct topic_view *view, struct err *e)
{
	const struct request *q = &x->asked->request[request];
	const char **stored = q->measure->aggregate == AGGREGATE_RUN
				      ? &x->run_text[request]
				      : &x->text[topic * x->asked->text_width + q->text];
	char small[256];
	if (*stored != NULL)
		return 0;
	size_t length = q->measure->text(view, &q->parameters, small, sizeof small);
	char *text = arena_alloc(&x->memory, length + 1);
	if (text == NULL)
		return err_memory(e);
	if (length < sizeof small)
		memcpy(text, small, length + 1);
	else
		q->measure->text(view, &q->parameters, text, length + 1);
	*stored = text;
	return 0;
}

/*
 * Estimates.
 */

struct estimate_request scoring_request(const struct scoring *s, const char *method)
{
	struct estimate_request b = s->options->bounds;
	b.method = method;
	b.by_default = s->options->topic_method != NULL;
	b.estimate_size = sizeof(struct estimate);
	return b;
}

int scoring_estimates(struct scoring *s, const struct request *q, const struct topic_view *view,
		      const struct score_row *row, struct err *e)
{
	const struct measure *of = q->measure;
	const struct bounds_kind *kind = bounds_kind_of(of->quantity);
	for (size_t m = 0; m < q->methods; m++) {
		struct estimate *out = row->estimate + q->first_estimate + m * q->values;
		struct estimate_request b = scoring_request(s, q->method[m]);
		b.yields = &s->yields;
		for (size_t v = 0; v < q->values; v++)
			out[v] = value_alone(row->score[q->first + v]);
		/* only for the mean over topics, or for all topics together, when they are known */
		if (q->centre || (of->estimate == NULL && kind->bounds == NULL))
			continue;
		if ((of->estimate != NULL
			     ? of->estimate(view, &q->parameters, &b, out, e)
			     : kind->bounds(view, of->quantity, &q->parameters, &b, out, e)) < 0)
			return -1;
	}
	evaluation_add_topic_cautions(s->x, q, row, s->options->topics_shown);
	return 0;
}

/*
 * Topics.
 */

/* A document that the judgments do not have. */
static int not_listed(const struct scoring *s, const struct topic_view *view, struct err *e)
{
	size_t i = 0;
	while (i < view->retrieved && view->grade[i] >= 0)
		i++;
	struct document_number d = view->document(view, i);
	return err_data(e,
			"%.600s: topic '%.100s': nugget '%s' is not among those of %.600s: both "
			"files must use the same list of nuggets",
			s->r->run->in.path, view->topic,
			shown((struct slice){ d.text, d.length }).text, s->x->judgments->in.path);
}

/* What a measure cannot score. */
static int refuse_topic(const struct scoring *s, const struct measure *m,
			const struct topic_view *view, int failed, struct err *e)
{
	if (failed == SCORE_GRADE_TOO_HIGH)
		return err_data(e,
				"%.600s: topic '%.100s' has a grade above the highest one that %s "
				"takes (-h -m %s)",
				s->x->judgments->in.path, view->topic, m->name, m->name);
	if (failed == SCORE_NOT_TAKEN)
		return err_data(e,
				"%.600s: topic '%.100s' has a score that is none of those that %s "
				"takes: does the file need another -T? (-h -m %s)",
				s->r->run->in.path, view->topic, m->name, m->name);
	return failed == SCORE_NOT_LISTED ? not_listed(s, view, e) : err_memory(e);
}

bool scoring_needs_documents(const struct request_list *p, const struct evaluation_options *options)
{
	if (options->micro || options->keep_documents)
		return true;
	for (size_t i = 0; i < p->requests; i++) {
		const struct request *q = &p->request[i];
		const struct measure *m = q->measure;
		bool sums_up = m->summarise != NULL || m->quantity >= RANKING_AP;
		if ((q->methods > 0 && m->ranking && sums_up) || quantity_is_joint(m->quantity))
			return true;
	}
	return false;
}

/* A copy of a list; `from` may be NULL, and then it is. */
static void *keep(struct arena *memory, const void *from, size_t count, size_t size)
{
	void *copy = from != NULL ? arena_alloc(memory, count * size) : NULL;
	return copy != NULL ? memcpy(copy, from, count * size) : NULL;
}

/* For what is said of all topics. */
static int keep_sample(struct scoring *s, size_t topic, const struct sample_view *v, struct err *e)
{
	struct evaluation *x = s->x;
	struct sample_view *own = &x->kept[topic];
	*own = *v;
	own->first_grade = NULL;
	/* probabilities that give no strata are those of documents */
	if (v->strata > 0 && !scoring_needs_documents(x->asked, s->options)) {
		own->documents = own->unsampled_documents = own->beyond_documents = 0;
		own->class_size = NULL;
	}
	size_t others = own->unsampled_documents;
	size_t counts = v->variates.count * v->variates.classes;
	struct arena *m = &x->memory;
	own->stratum = keep(m, v->stratum, v->strata, sizeof *v->stratum);
	own->document = keep(m, v->document, own->documents, sizeof *v->document);
	own->unsampled = keep(m, v->unsampled, others, sizeof *v->unsampled);
	own->class_size =
		keep(m, own->class_size, v->drawn_strata * (v->classes + 1), sizeof *v->class_size);
	own->beyond = keep(m, v->beyond, own->beyond_documents, sizeof *v->beyond);
	own->cell = keep(m, v->cell, v->cells, sizeof *v->cell);
	own->variates.counts = keep(m, v->variates.counts, counts, sizeof *v->variates.counts);
	return m->failed ? err_memory(e) : 0;
}

/* How many documents of a run the judgments name. */
static void count_known(struct evaluation *x, const struct join *j,
			const struct judged_topic *judged)
{
	x->count.joined++;
	x->count.judged += judged->all.count;
	x->count.retrieved += j->retrieved;
	x->count.known += j->known;
	if (j->known == 0 && j->retrieved > 0)
		traps_keep_unmet(&x->traps, j, judged);
}

/* Joins the topic with its judgments; false in `asked` if nothing is asked of it. */
static int see_topic(struct evaluation *x, struct scored_topic *t, bool *asked, struct err *e)
{
	const struct topic_view *view = &t->view[0];
	*asked = false;
	for (int i = 0; i < 2 && t->join[i] != NULL; i++) {
		if (join_topic(t->join[i], t->judged, t->run, t->topic, &t->view[i], e) < 0)
			return -1;
		if (t->judged == NULL)
			return 0;
		t->view[i].runid = x->runid;
		t->view[i].services = &services;
	}
	if (t->topic != NULL)
		count_known(x, t->join[0], t->judged);
	int64_t known = view->collection_size > 0 ? view->collection_size
						  : view->relevant + view->nonrelevant;
	x->too_long = x->too_long || (int64_t)view->retrieved > known;
	t->number = (size_t)(t->judged - x->judgments->topic);
	*asked = judgments_have_chosen(x->judgments, t->number);
	return 0;
}

/* What is kept of a topic that is scored, and whether it looks like a mistake. */
static int keep_topic(struct scoring *s, struct scored_topic *t, struct err *e)
{
	struct evaluation *x = s->x;
	struct topic_view *view = &t->view[0];
	if (view->level != s->join[0].options.level)
		join_level(&s->join[0], t->judged, s->join[0].options.level, view);
	if (x->kept != NULL && keep_sample(s, t->number, view->sample, e) < 0)
		return -1;
	if (s->options->traps && t->topic != NULL &&
	    traps_look(&x->traps, x, t, s->options->several, e) < 0)
		return -1;
	x->evaluated[t->number] = true;
	x->topics++;
	return 0;
}

static void replace_by_zscores(const struct scoring *s, const struct request *q,
			       const struct score_row *row, const char *topic)
{
	for (size_t v = 0; v < q->values; v++)
		row->score[q->first + v] = row->score[q->first_for_all + v] = zscore_of(
			s->options->zscores, topic, q->column[v].name, row->score[q->first + v]);
}

/* Scores one topic with each measure. `judged` is NULL if it has no judgments, `topic` if the run
 * lacks it. */
static int score_topic(struct scoring *s, const struct judged_topic *judged,
		       const struct run_topic *topic, struct err *e)
{
	struct evaluation *x = s->x;
	struct scored_topic t = { .run = s->r->run,
				  .topic = topic,
				  .judged = judged,
				  .join = { &s->join[0], s->has_judged ? &s->join[1] : NULL } };
	bool asked;
	if (see_topic(x, &t, &asked, e) < 0)
		return -1;
	if (!asked)
		return 0;
	const struct score_row row = evaluation_row(x, t.number);
	for (size_t i = 0; i < x->asked->requests; i++) {
		const struct request *q = &x->asked->request[i];
		const struct measure *m = q->measure;
		struct topic_view *seen = &t.view[q->judged_only];
		s->join[0].sampled.view.capped = q->capped;
		if (q->level != seen->level)
			join_level(&s->join[q->judged_only], judged, q->level, seen);
		if (m->value == VALUE_TEXT) {
			if (store_text(x, i, t.number, seen, e) < 0)
				return -1;
			continue;
		}
		int failed = m->score(seen, &q->parameters, row.score + q->first);
		/* what is peculiar to trec_eval is so under its own name: NumRel(rel=2) is what it
		 * says */
		if (failed == 0 && m->score_for_all != NULL)
			failed = (q->asked_as == NULL ? m->score_for_all : m->score)(
				seen, &q->parameters, row.score + q->first_for_all);
		if (failed != 0)
			return refuse_topic(s, m, seen, failed, e);
		if (q->methods > 0 && scoring_estimates(s, q, seen, &row, e) < 0)
			return -1;
		if (s->options->zscores != NULL)
			replace_by_zscores(s, q, &row, seen->topic);
	}
	return keep_topic(s, &t, e);
}

/*
 * All topics of a run.
 */

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
	return judged != NULL && judgments_have_chosen(j, (size_t)(judged - j->topic));
}

void scoring_count_topics(const struct scoring *s)
{
	size_t found = 0;
	for (size_t t = 0; t < s->r->run->topics; t++) {
		s->x->ranks_end = found < 1000 ? t + 1 : s->x->ranks_end;
		found += is_chosen(s, judged_at(s, t));
	}
	s->x->count.missing = s->x->judgments->chosen_count - found;
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
	size_t begin, end;
	struct evaluation x; /* with the rows of the whole; the rest is its own */
};

struct chunks {
	struct scoring *whole;
	struct scoring *scoring; /* of each thread */
	struct chunk *chunk;
	size_t count;
};

int score_topics(struct scoring *s, size_t begin, size_t end, struct err *e)
{
	for (size_t t = begin; t < end; t++) {
		const struct judged_topic *judged = judged_at(s, t);
		fetch_ahead(s, t);
		if (is_own(s, judged) && score_topic(s, judged, &s->r->run->topic[t], e) < 0)
			return -1;
	}
	return 0;
}

static int score_chunk(void *context, size_t item, int thread, struct err *e)
{
	const struct chunks *c = context;
	struct chunk *k = &c->chunk[item];
	struct scoring *s = &c->scoring[thread];
	s->x = &k->x;
	return score_topics(s, k->begin, k->end, e);
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

static void put_together(struct chunks *c)
{
	struct evaluation *x = c->whole->x;
	for (size_t i = 0; i < c->count; i++) {
		struct chunk *k = &c->chunk[i];
		x->topics += k->x.topics;
		x->count.retrieved += k->x.count.retrieved;
		x->count.known += k->x.count.known;
		x->count.joined += k->x.count.joined;
		x->count.judged += k->x.count.judged;
		x->too_long = x->too_long || k->x.too_long;
		evaluation_add_cautions(x->caution, k->x.caution);
		traps_add(&x->traps, &k->x.traps);
		arena_absorb(&x->memory, &k->x.memory);
		for (size_t q = 0; q < x->asked->requests; q++)
			if (x->run_text[q] == NULL)
				x->run_text[q] = k->x.run_text[q];
	}
}

size_t scoring_chunks(const struct scoring *s)
{
	enum { DOCUMENTS = 1 << 14, CHUNKS_OF_THREAD = 8 }; /* fewer are not worth a thread */
	const struct run *run = s->r->run;
	size_t most = s->r->sample != NULL ? run->topics : run->records.count / DOCUMENTS;
	if (s->options->jobs <= 1 || most <= 1)
		return 1;
	size_t wanted = (size_t)s->options->jobs * CHUNKS_OF_THREAD;
	return most < wanted ? most : wanted;
}

int score_in_threads(struct scoring *s, size_t chunks, struct err *e)
{
	struct evaluation *x = s->x;
	struct chunks c = { .whole = s, .count = chunks };
	size_t texts = x->asked->requests;
	int threads = parallel_threads(s->options->jobs, c.count);
	struct arena memory = { 0 };
	const char **run_text = arena_zeroed(&memory, c.count * texts, sizeof *run_text);
	c.chunk = arena_zeroed(&memory, c.count, sizeof *c.chunk);
	c.scoring = arena_zeroed(&memory, (size_t)threads, sizeof *c.scoring);
	if (memory.failed) {
		arena_release(&memory);
		return err_memory(e);
	}
	cut_topics(&c);
	for (int t = 0; t < threads; t++) {
		c.scoring[t] = (struct scoring){ .x = x, .options = s->options, .r = s->r };
		scoring_begin(&c.scoring[t]);
	}
	for (size_t i = 0; i < c.count; i++) {
		c.chunk[i].x = *x;
		c.chunk[i].x.memory = (struct arena){ 0 };
		c.chunk[i].x.run_text = run_text + i * texts;
	}
	int result = parallel_each(threads, c.count, score_chunk, &c, e);
	put_together(&c);
	for (int t = 0; t < threads; t++)
		scoring_release(&c.scoring[t]);
	arena_release(&memory);
	return result;
}

/* In trec_eval 9 a topic that the run lacks adds 0 to every mean. */
static void add_nothing(struct evaluation *x, size_t topic)
{
	for (size_t i = 0; i < x->asked->requests; i++) {
		const struct request *q = &x->asked->request[i];
		double *score = evaluation_row(x, topic).score + q->first_for_all;
		for (size_t v = 0; measure_is_averaged(q->measure) && v < q->values; v++)
			score[v] = 0;
	}
}

int score_lacking_topics(struct scoring *s, struct err *e)
{
	struct evaluation *x = s->x;
	for (size_t t = 0; s->join[0].options.complete && t < x->judgments->topics; t++) {
		const struct judged_topic *judged = &x->judgments->topic[t];
		if (x->evaluated[t] || !is_own(s, judged) ||
		    !judgments_have_chosen(x->judgments, t))
			continue;
		if (score_topic(s, judged, NULL, e) < 0)
			return -1;
		x->lacking[t] = true;
		if (s->join[0].options.trec_eval_9)
			add_nothing(x, t);
	}
	return 0;
}

int score_topics_of_table(struct scoring *s, struct err *e)
{
	const struct design *strata = s->r->sample;
	for (size_t t = 0; t < strata->topics; t++) {
		bool named = strata->no_run || topic_has_run(&strata->topic[t], s->r->number);
		const struct judged_topic *judged = &s->x->judgments->topic[t];
		if (named && is_own(s, judged) && score_topic(s, judged, NULL, e) < 0)
			return -1;
	}
	return 0;
}
