/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/fetch.h"
#include "core/base/pages.h"
#include "core/base/parallel.h"
#include "core/engine/evaluate/evaluation.h"
#include "core/engine/evaluate/evaluation_fields.h"
#include "core/engine/evaluate/mean_bounds.h"
#include "core/engine/evaluate/outside_frame.h"
#include "core/engine/evaluate/services.h"
#include "core/engine/evaluate/traps.h"
#include "core/stats/distribution/yield_memory.h"

/* State of evaluating one run. */
struct scoring {
	struct evaluation *x;
	const struct evaluation_options *options;
	const struct evaluated_run *r;
	struct join join;
	struct join judged; /* the same without the unjudged, for requests with judged_only */
	bool has_judged;    /* there are such requests */
	struct yield_memory yields;
};

static void scoring_join(struct scoring *s, const struct judgments *judgments)
{
	struct join_options judged = s->options->join;
	judged.judged_only = true;
	join_init(&s->join, &s->options->join, judgments, s->r->sample, s->r->number);
	join_init(&s->judged, &judged, judgments, s->r->sample, s->r->number);
	for (size_t i = 0; i < s->x->asked->requests; i++)
		s->has_judged = s->has_judged || s->x->asked->request[i].judged_only;
}

static void scoring_release(struct scoring *s)
{
	join_release(&s->join);
	join_release(&s->judged);
	yield_memory_release(&s->yields);
}

static int store_text(struct evaluation *x, const struct request *q, const struct topic_view *view,
		      const char **stored, struct err *e)
{
	char small[256];
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

static struct estimate_request request_for(const struct scoring *s, const char *method)
{
	const struct mean_request *b = &s->options->bounds;
	return (struct estimate_request){ .method = method,
					  .by_default = s->options->by_default,
					  .ends = b->interval.ends,
					  .random_topics = b->random_topics,
					  .resamples = b->resamples,
					  .estimate_size = sizeof(struct estimate) };
}

static void add_caution(struct evaluation *x, const char *text)
{
	const struct caution one[CAUTIONS_MAX] = { { text, 1 } };
	evaluation_add_cautions(x->caution, one);
}

/* A value of which it is not known how sure it is. */
static struct estimate value_alone(double value)
{
	return (struct estimate){ .value = value, .se = NAN, .bounds = { NAN, NAN } };
}

/* How sure the values of one request are, by each of its methods. */
static int store_estimates(struct scoring *s, const struct request *q,
			   const struct topic_view *view, const struct score_row *row,
			   struct err *e)
{
	for (size_t m = 0; m < q->methods; m++) {
		struct estimate *out = row->estimate + q->first_estimate + m * q->values;
		struct estimate_request b = request_for(s, q->method[m]);
		b.yields = &s->yields;
		for (size_t v = 0; v < q->values; v++)
			out[v] = value_alone(row->score[q->first + v]);
		if (q->centre) /* the method is only for the mean over topics */
			continue;
		if (measure_bounds(q->measure, view, &q->parameters, &b, out, e) < 0)
			return -1;
		for (size_t v = 0; v < q->values; v++)
			if (out[v].caution != NULL)
				add_caution(s->x, out[v].caution);
	}
	return 0;
}

/*
 * Topics.
 */

static int store_scores(struct scoring *s, const struct request *q, size_t topic,
			const struct topic_view *view, struct err *e)
{
	const struct measure *m = q->measure;
	const struct score_row row = evaluation_row(s->x, topic);
	double *value = row.score + q->first, *for_all = row.score + q->first_for_all;
	int failed = m->score(view, &q->parameters, value);
	if (failed == 0 && m->score_for_all != NULL)
		failed = m->score_for_all(view, &q->parameters, for_all);
	if (failed == SCORE_GRADE_TOO_HIGH)
		return err_data(e,
				"%.600s: topic '%.100s' has a grade above the highest one that %s "
				"takes (-h -m %s)",
				s->x->judgments->in.path, view->topic, m->name, m->name);
	if (failed != 0)
		return err_memory(e);
	if (q->methods > 0 && store_estimates(s, q, view, &row, e) < 0)
		return -1;
	for (size_t v = 0; s->options->zscores != NULL && v < q->values; v++)
		value[v] = for_all[v] =
			zscore_of(s->options->zscores, view->topic, q->column[v].name, value[v]);
	return 0;
}

/* Whether what is said of all topics looks at the documents of samples, and not at strata alone. */
static bool needs_documents(const struct request_list *p, const struct evaluation_options *options)
{
	if (options->micro || options->keep_documents)
		return true;
	for (size_t i = 0; i < p->requests; i++) {
		const struct request *q = &p->request[i];
		const struct measure *m = q->measure;
		bool sums_up = m->summarise != NULL || m->quantity == RANKING_AP ||
			       m->quantity == RANKING_AP_CORRECTED ||
			       m->quantity >= REGRESSION_PRECISION;
		if (q->methods > 0 && m->ranking && sums_up)
			return true;
	}
	return false;
}

static int keep_no_others(struct kept_sample *k)
{
	k->view.unsampled = NULL;
	k->view.unsampled_documents = 0;
	k->view.document_class = k->view.unsampled_class = NULL;
	return 0;
}

/* The documents that were not sampled, and the classes of all. */
static int keep_others(struct kept_sample *k, const struct sample_view *v, struct arena *memory,
		       struct err *e)
{
	size_t others = v->unsampled_documents;
	bool classes = v->document_class != NULL;
	struct unsampled_document *unsampled = arena_alloc(memory, others * sizeof *unsampled);
	int32_t *of = arena_alloc(memory, (v->documents + others + 1) * sizeof *of);
	if (unsampled == NULL || of == NULL)
		return err_memory(e);
	if (others > 0)
		memcpy(unsampled, v->unsampled, others * sizeof *unsampled);
	if (classes && v->documents > 0)
		memcpy(of, v->document_class, v->documents * sizeof *of);
	if (classes && others > 0)
		memcpy(of + v->documents, v->unsampled_class, others * sizeof *of);
	k->view.unsampled = unsampled;
	k->view.document_class = classes ? of : NULL;
	k->view.unsampled_class = classes ? of + v->documents : NULL;
	return 0;
}

static int keep_sample(struct scoring *s, size_t topic, const struct sample_view *v, struct err *e)
{
	struct kept_sample *k = &s->x->kept[topic];
	/* probabilities that give no strata are those of documents */
	bool all = v->strata == 0 || needs_documents(s->x->asked, s->options);
	size_t documents = all ? v->documents : 0;
	k->view = *v;
	k->stratum = arena_alloc(&s->x->memory, v->strata * sizeof *k->stratum);
	k->document = arena_alloc(&s->x->memory, documents * sizeof *k->document);
	if (k->stratum == NULL || k->document == NULL)
		return err_memory(e);
	if (v->strata > 0)
		memcpy(k->stratum, v->stratum, v->strata * sizeof *k->stratum);
	if (documents > 0)
		memcpy(k->document, v->document, documents * sizeof *k->document);
	k->view.stratum = k->stratum;
	k->view.document = k->document;
	k->view.documents = documents;
	return all ? keep_others(k, v, &s->x->memory, e) : keep_no_others(k);
}

/* How many documents of a run are in the sample. */
static void count_sampled(struct evaluation *x, const struct run_topic *topic,
			  const struct sample_view *sample)
{
	x->retrieved += topic->count;
	x->sampled += sample->unsampled_documents;
	for (size_t i = 0; i < sample->documents; i++)
		x->sampled += sample->document[i].rank >= 0;
}

static int score_topic(struct scoring *s, const struct judged_topic *judged,
		       const struct run_topic *topic, struct err *e)
{
	struct evaluation *x = s->x;
	struct topic_view view, view_of_judged = { 0 };
	if (join_topic(&s->join, judged, s->r->run, topic, &view, e) < 0)
		return -1;
	if (judged == NULL)
		return 0;
	if (s->has_judged &&
	    join_topic(&s->judged, judged, s->r->run, topic, &view_of_judged, e) < 0)
		return -1;
	view.runid = view_of_judged.runid = x->runid;
	view.services = view_of_judged.services = &services;
	if (topic != NULL && view.sample != NULL)
		count_sampled(x, topic, view.sample);
	int64_t known =
		view.collection_size > 0 ? view.collection_size : view.relevant + view.nonrelevant;
	x->too_long = x->too_long || (int64_t)view.retrieved > known;
	size_t number = (size_t)(judged - x->judgments->topic);
	if (!judgments_have_chosen(x->judgments, number))
		return 0;
	for (size_t i = 0; i < x->asked->requests; i++) {
		const struct request *q = &x->asked->request[i];
		struct topic_view *seen = q->judged_only ? &view_of_judged : &view;
		if (q->level != seen->level)
			join_level(q->judged_only ? &s->judged : &s->join, judged, q->level, seen);
		const char **text = q->measure->aggregate == AGGREGATE_RUN
					    ? &x->run_text[i]
					    : &x->text[number * x->asked->text_width + q->text];
		if (q->measure->value != VALUE_TEXT && store_scores(s, q, number, seen, e) < 0)
			return -1;
		if (q->measure->value == VALUE_TEXT && *text == NULL &&
		    store_text(x, q, seen, text, e) < 0)
			return -1;
	}
	if (view.level != s->join.options.level)
		join_level(&s->join, judged, s->join.options.level, &view);
	if (x->kept != NULL && keep_sample(s, number, view.sample, e) < 0)
		return -1;
	if (s->options->traps && topic != NULL &&
	    traps_look(&x->traps, x, &s->join, judged, s->r->run, topic, s->options->several, &view,
		       e) < 0)
		return -1;
	x->evaluated[number] = true;
	x->topics++;
	return 0;
}

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
		if (is_own(s, judged) && score_topic(s, judged, &s->r->run->topic[t], e) < 0)
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
		x->sampled += k->x.sampled;
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
			scoring_join(&c.scoring[t], x->judgments);
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
		if (!x->evaluated[t] && is_own(s, judged) && score_topic(s, judged, NULL, e) < 0)
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
		if (named && is_own(s, judged) && score_topic(s, judged, NULL, e) < 0)
			return -1;
	}
	return 0;
}

/*
 * All topics.
 */

/* Means leave out topics where the value is undefined. */
static double aggregate(const struct evaluation *x, const struct request *q, double sum,
			size_t defined)
{
	switch (q->measure->aggregate) {
	case AGGREGATE_MEAN:
		return sum / (double)defined;
	case AGGREGATE_GEOMETRIC:
		return exp(sum / (double)defined);
	case AGGREGATE_COUNT:
		return (double)x->topics;
	case AGGREGATE_SUM:
	case AGGREGATE_NONE:
	case AGGREGATE_RUN:
		return sum;
	}
	return NAN;
}

/* Sums in the bytewise order of the topics' names, row by row. */
static int add_up(struct evaluation *x, struct err *e)
{
	const struct judgments *j = x->judgments;
	size_t width = x->asked->width;
	struct arena memory = { 0 };
	double *sum = arena_zeroed(&memory, width + 1, sizeof *sum);
	size_t *defined = arena_zeroed(&memory, width + 1, sizeof *defined);
	int result = memory.failed ? err_memory(e) : 0;
	for (size_t i = 0; i < j->topics && result == 0; i++) {
		const double *row = x->score + j->sorted[i] * width;
		if (i + 8 < j->topics)
			for (size_t c = 0; c < width; c += CACHE_LINE / sizeof *row)
				fetch(x->score + j->sorted[i + 8] * width + c);
		for (size_t c = 0; x->evaluated[j->sorted[i]] && c < width; c++) {
			if (isnan(row[c]))
				continue;
			sum[c] += row[c];
			defined[c]++;
		}
	}
	for (size_t i = 0; i < x->asked->requests && result == 0; i++) {
		const struct request *q = &x->asked->request[i];
		for (size_t c = 0; q->measure->value != VALUE_TEXT && c < q->values; c++)
			x->overall.score[q->first + c] = aggregate(x, q, sum[q->first_for_all + c],
								   defined[q->first_for_all + c]);
	}
	arena_release(&memory);
	return result;
}

/* Working memory for what is said of all topics. */
struct gathered {
	struct estimate *estimate;
	const struct sample_view **sample;
};

/* The topics' estimates of one value by one method, in the order of the names. */
static struct topics_view gather(const struct evaluation *x, const struct request *q, size_t place,
				 const struct gathered *room)
{
	struct topics_view v = { .estimate = room->estimate,
				 .estimate_size = sizeof *room->estimate,
				 .sample = x->kept != NULL ? room->sample : NULL,
				 .level = q->level,
				 .services = &services };
	for (size_t i = 0; i < x->judgments->topics; i++) {
		size_t t = x->judgments->sorted[i];
		if (!x->evaluated[t])
			continue;
		room->estimate[v.topics] = evaluation_row(x, t).estimate[place];
		if (x->kept != NULL)
			room->sample[v.topics] = &x->kept[t].view;
		v.topics++;
	}
	return v;
}

/* One value by one method: a single topic has its own bounds. */
static int bound_mean(struct scoring *s, const struct request *q, size_t m, size_t value,
		      const struct gathered *room, struct err *e)
{
	struct evaluation *x = s->x;
	size_t place = q->first_estimate + m * q->values + value, defined = 0, only = 0;
	struct estimate *out = &x->overall.estimate[place];
	struct topics_view v = gather(x, q, place, room);
	struct estimate_request b = request_for(s, q->method[m]);
	v.value = value;
	for (size_t t = 0; t < v.topics; t++)
		if (!isnan(v.estimate[t].value)) {
			defined++;
			only = t;
		}
	if (defined == 1 && !b.random_topics) {
		*out = v.estimate[only];
		return 0;
	}
	*out = value_alone(x->overall.score[q->first + value]);
	if (s->options->topic_method != NULL && strcmp(s->options->topic_method, b.method) == 0) {
		b.method = out->method = s->options->mean_method;
		b.other_method = true;
	}
	if (measure_mean(q->measure, &v, &q->parameters, &b, out, e) < 0)
		return -1;
	if (out->caution != NULL)
		add_caution(x, out->caution);
	/* the first method decides on the estimate that is printed */
	if (m == 0 && out->estimator != NULL && s->options->zscores == NULL)
		x->overall.score[q->first + value] = out->value;
	return 0;
}

static int bound_means(struct scoring *s, struct err *e)
{
	struct evaluation *x = s->x;
	const struct gathered room = {
		.estimate = calloc(x->topics + 1, sizeof *room.estimate),
		.sample = calloc(x->topics + 1, sizeof *room.sample),
	};
	int result = room.estimate == NULL || room.sample == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < x->asked->requests; i++) {
		const struct request *q = &x->asked->request[i];
		for (size_t k = 0; k < q->methods * q->values && result == 0; k++)
			result = bound_mean(s, q, k / q->values, k % q->values, &room, e);
	}
	free(room.estimate);
	free(room.sample);
	return result;
}

/* All topics as one: their strata and documents side by side. */
static int pool_topics(const struct evaluation *x, struct kept_sample *pooled, struct err *e)
{
	size_t strata = 0, documents = 0;
	for (size_t t = 0; t < x->judgments->topics; t++) {
		strata += x->kept[t].view.strata;
		documents += x->kept[t].view.documents;
	}
	*pooled = (struct kept_sample){
		.stratum = calloc(strata + 1, sizeof *pooled->stratum),
		.document = calloc(documents + 1, sizeof *pooled->document),
	};
	if (pooled->stratum == NULL || pooled->document == NULL)
		return err_memory(e);
	struct sample_view *v = &pooled->view;
	for (size_t i = 0; i < x->judgments->topics; i++) {
		const struct sample_view *k = &x->kept[x->judgments->sorted[i]].view;
		for (size_t c = 0; c < k->strata; c++)
			pooled->stratum[v->strata++] = k->stratum[c];
		for (size_t d = 0; d < k->documents; d++)
			pooled->document[v->documents++] = k->document[d];
		v->retrieved += k->retrieved;
		v->outside += k->outside;
		v->outside_counted = (i == 0 || v->outside_counted) && k->outside_counted;
		v->weights_given = v->weights_given || k->weights_given;
		v->gray_sampled += k->gray_sampled;
		v->post_stratified = v->post_stratified || k->post_stratified;
		v->labelled = v->labelled || k->labelled;
		v->design_strata += k->design_strata;
	}
	v->stratum = pooled->stratum;
	v->document = pooled->document;
	return 0;
}

bool evaluation_has_micro(const struct request *q)
{
	bool cut = q->measure->kind == PARAMETERS_CUTOFFS && q->parameters.count > 0;
	return q->measure->input == INPUT_SAMPLE && q->measure->value == VALUE_REAL && !cut &&
	       !q->measure->ranking;
}

static int score_pooled(struct scoring *s, struct err *e)
{
	struct evaluation *x = s->x;
	struct kept_sample pooled = { 0 };
	int result = pool_topics(x, &pooled, e);
	pooled.view.gray = s->r->sample->gray;
	pooled.view.outside_as = s->r->sample->outside_as;
	struct topic_view view = { .runid = x->runid,
				   .sample = &pooled.view,
				   .services = &services };
	for (size_t i = 0; i < x->asked->requests && result == 0; i++) {
		const struct request *q = &x->asked->request[i];
		if (!evaluation_has_micro(q))
			continue;
		view.level = q->level;
		if (q->measure->score(&view, &q->parameters, x->micro.score + q->first) < 0)
			result = err_memory(e);
		else
			result = store_estimates(s, q, &view, &x->micro, e);
	}
	free(pooled.stratum);
	free(pooled.document);
	return result;
}

/* Nothing was evaluated: names topics of both files. */
static int no_topics(const struct scoring *s, const char *path, struct err *e)
{
	const struct judgments *j = s->x->judgments;
	const struct run *run = s->r->run;
	if (run == NULL || run->topics == 0 || j->topics == 0)
		return err_data(e, "%.600s: no topic of the run has judgments in %.300s", path,
				j->in.path);
	return err_data(e,
			"%.400s: no topic of the run has judgments in %.300s: the run has '%s', "
			"and judged is '%.80s'",
			path, j->in.path,
			shown(run->topic[0].name.at, run->topic[0].name.length).text,
			j->topic[j->sorted[0]].name);
}

/*
 * Groups of topics.
 */

/* Which topics of a group were evaluated; their number is the answer. */
static size_t mark_group(const struct evaluation *x, size_t group, bool *own)
{
	size_t count = 0;
	for (size_t t = 0; t < x->judgments->topics; t++) {
		own[t] = x->evaluated[t] && x->groups->of[t] == group;
		count += own[t];
	}
	return count;
}

/* The row of a group of which the run has no topic. */
static void empty_row(const struct evaluation *x, struct score_row *row)
{
	for (size_t i = 0; i < x->asked->estimates; i++)
		row->estimate[i] = value_alone(NAN);
	for (size_t i = 0; i < x->asked->mean_bounds; i++)
		row->mean_bound[i] = NAN;
}

/* As for all topics, with those of one group alone. */
static int finish_group(const struct scoring *s, size_t group, bool *own, struct err *e)
{
	struct evaluation *x = s->x, part = *x;
	struct scoring of_group = { .x = &part, .options = s->options, .r = s->r };
	part.evaluated = own;
	part.topics = mark_group(x, group, own);
	part.overall = x->group[group];
	int result = add_up(&part, e);
	if (part.topics == 0)
		empty_row(x, &part.overall);
	else if (result == 0 &&
		 (bound_means(&of_group, e) < 0 || mean_bounds(&part, &s->options->bounds, e) < 0))
		result = -1;
	part.evaluated = x->evaluated;
	part.empty_groups += part.topics == 0;
	part.topics = x->topics;
	part.overall = x->overall;
	*x = part; /* with its memory, and what it counted */
	return result;
}

/* Each group counts alike; those without a value are left out. */
static void average_groups(struct evaluation *x)
{
	for (size_t i = 0; i < x->asked->requests; i++) {
		const struct request *q = &x->asked->request[i];
		for (size_t v = 0; measure_is_averaged(q->measure) && v < q->values; v++) {
			double sum = 0;
			size_t defined = 0;
			for (size_t g = 0; g < x->groups->count; g++) {
				double mean = x->group[g].score[q->first + v];
				sum += isnan(mean) ? 0 : mean;
				defined += isnan(mean) ? 0 : 1;
			}
			x->macro.score[q->first + v] = sum / (double)defined;
		}
	}
}

static int finish_groups(const struct scoring *s, struct err *e)
{
	struct evaluation *x = s->x;
	if (x->groups == NULL)
		return 0;
	bool *own = calloc(x->judgments->topics + 1, sizeof *own);
	int result = own == NULL ? err_memory(e) : 0;
	for (size_t g = 0; g < x->groups->count && result == 0; g++)
		result = finish_group(s, g, own, e);
	free(own);
	if (result == 0)
		average_groups(x);
	return result;
}

/* What is said of all topics, when each of them is done. */
static int finish(struct scoring *s, struct err *e)
{
	struct evaluation *x = s->x;
	const char *path = s->r->run != NULL ? s->r->run->in.path : x->runid;
	if (x->topics == 0 && x->judgments->chosen != NULL)
		return err_data(e, "%.600s: none of the chosen topics is in the run", path);
	if (x->topics == 0)
		return no_topics(s, path, e);
	if (add_up(x, e) < 0 || bound_means(s, e) < 0 ||
	    mean_bounds(x, &s->options->bounds, e) < 0 || finish_groups(s, e) < 0)
		return -1;
	bool pairs = s->r->sample != NULL && s->r->sample->strata.by != NULL;
	if (x->kept != NULL && (pairs || requests_need_frame(x->asked)) &&
	    outside_frame_find(x, e) < 0)
		return -1;
	return s->options->micro && x->kept != NULL ? score_pooled(s, e) : 0;
}

static int score_run(struct scoring *s, struct err *e)
{
	const struct shard *shard = s->options->shard;
	if ((s->r->run != NULL ? score_topics_of_run(s, e) : score_topics_of_table(s, e)) < 0)
		return -1;
	return shard != NULL && shard_writes(shard) ? 0 : finish(s, e);
}

static size_t score_size(const struct evaluation *x)
{
	return (x->judgments->topics * x->asked->width + 1) * sizeof *x->score;
}

static void make_row(struct evaluation *x, struct score_row *row)
{
	const struct request_list *p = x->asked;
	row->score = arena_zeroed(&x->memory, p->width + 1, sizeof *row->score);
	row->estimate = arena_zeroed(&x->memory, p->estimates + 1, sizeof *row->estimate);
	row->mean_bound = arena_zeroed(&x->memory, p->mean_bounds + 1, sizeof *row->mean_bound);
}

static int make_room(struct evaluation *x, const struct evaluated_run *r, struct err *e)
{
	const struct request_list *asked = x->asked;
	size_t topics = x->judgments->topics;
	const char *id = r->run != NULL ? r->run->id : r->sample->strata.run[r->number];
	x->runid = arena_copy(&x->memory, slice_of(id));
	x->path = r->run != NULL ? r->run->in.path : NULL;
	x->evaluated = arena_zeroed(&x->memory, topics, sizeof *x->evaluated);
	x->score = pages_reserve(score_size(x));
	x->text = arena_zeroed(&x->memory, topics * asked->text_width + 1, sizeof *x->text);
	x->run_text = arena_zeroed(&x->memory, asked->requests + 1, sizeof *x->run_text);
	x->estimate = arena_zeroed(&x->memory, topics * asked->estimates + 1, sizeof *x->estimate);
	if (r->sample != NULL)
		x->kept = arena_zeroed(&x->memory, topics, sizeof *x->kept);
	make_row(x, &x->overall);
	make_row(x, &x->micro);
	make_row(x, &x->macro);
	size_t groups = x->groups != NULL ? x->groups->count : 0;
	x->group = arena_zeroed(&x->memory, groups + 1, sizeof *x->group);
	for (size_t g = 0; x->group != NULL && g < groups; g++)
		make_row(x, &x->group[g]);
	if (x->runid == NULL || x->score == NULL || x->memory.failed)
		return err_memory(e);
	for (size_t c = 0; c < asked->width; c++)
		x->micro.score[c] = x->macro.score[c] = NAN;
	return 0;
}

int evaluation_run(struct evaluation *x, const struct request_list *asked,
		   const struct judgments *judgments, const struct evaluated_run *r,
		   const struct evaluation_options *options, struct err *e)
{
	if (options->join.ties_by_rank && r->run != NULL && !r->run->ranks)
		return err_usage(e, "--score-ties=rank: %.600s has no column of ranks",
				 r->run->in.path);
	*x = (struct evaluation){ .asked = asked,
				  .judgments = judgments,
				  .groups = options->groups };
	int result = make_room(x, r, e);
	struct scoring s = { .x = x, .options = options, .r = r };
	scoring_join(&s, judgments);
	if (result == 0)
		result = score_run(&s, e);
	scoring_release(&s);
	if (result < 0)
		evaluation_release(x);
	return result;
}

/*
 * Shards.
 */

static int topics_room(struct evaluation *x, struct evaluated_topics *t, struct err *e)
{
	*t = (struct evaluated_topics){ 0 };
	t->list = arena_zeroed(&x->memory, x->judgments->topics, sizeof *t->list);
	return t->list == NULL ? err_memory(e) : 0;
}

int evaluation_write(struct evaluation *x, const struct evaluated_run *r,
		     const struct evaluation_options *options, struct shard_line *l, struct err *e)
{
	struct evaluated_topics topics;
	if (topics_room(x, &topics, e) < 0)
		return -1;
	evaluated_topics_find(&topics, x, r->run);
	evaluation_fields(x, &topics, needs_documents(x->asked, options), l);
	return shard_line_end(l, e);
}

/* What needs caution, in the order in which the topics of the run are evaluated. */
static void add_cautions_of(struct evaluation *x, const struct evaluated_topics *t)
{
	for (size_t i = 0; i < t->count; i++) {
		const struct score_row row = evaluation_row(x, t->list[i].topic);
		for (size_t k = 0; k < x->asked->estimates; k++)
			if (row.estimate[k].caution != NULL)
				add_caution(x, row.estimate[k].caution);
	}
}

static int read_lines(struct evaluation *x, const struct evaluation_options *options,
		      struct shard_line *line, size_t lines, struct err *e)
{
	struct evaluated_topics topics;
	if (topics_room(x, &topics, e) < 0)
		return -1;
	for (size_t i = 0; i < lines; i++) {
		line[i].memory = &x->memory;
		evaluation_fields(x, &topics, needs_documents(x->asked, options), &line[i]);
		if (shard_line_end(&line[i], e) < 0)
			return -1;
	}
	evaluated_topics_sort(&topics);
	add_cautions_of(x, &topics);
	return 0;
}

int evaluation_merge(struct evaluation *x, const struct request_list *asked,
		     const struct judgments *judgments, const struct evaluated_run *r,
		     const struct evaluation_options *options, struct shard_line *line,
		     size_t lines, struct err *e)
{
	*x = (struct evaluation){ .asked = asked,
				  .judgments = judgments,
				  .groups = options->groups };
	struct scoring s = { .x = x, .options = options, .r = r };
	int result = make_room(x, r, e);
	if (result == 0)
		result = read_lines(x, options, line, lines, e);
	if (result == 0)
		result = finish(&s, e);
	yield_memory_release(&s.yields);
	if (result < 0)
		evaluation_release(x);
	return result;
}

void evaluation_release(struct evaluation *x)
{
	pages_release(x->score, score_size(x));
	arena_release(&x->memory);
}
