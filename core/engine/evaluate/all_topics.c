/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "core/base/fetch.h"
#include "core/engine/bounds/bounds_of_kinds.h"
#include "core/engine/bounds/measure_bounds.h"
#include "core/engine/evaluate/outside_frame.h"
#include "core/engine/evaluate/scoring.h"
#include "core/stats/topics/macro_mean.h"

/* Working memory for the line `all`, and then for that of each group. */
struct gathered {
	struct estimate *estimate; /* by topic, as the next two */
	const struct sample_view **sample;
	struct topic_numbers *listed;
	double *score;
	double *sum; /* by column, as the next */
	size_t *defined;
};

/*
 * Bounds of means for topics like these: what another sample of topics could have given.
 */

/*
 * One topic has more than half of the sum of the scores, none of which is below 0. With fewer than
 * six topics that is nearly always so.
 */
static bool rests_on_one_topic(const double *score, size_t count)
{
	enum { FEWEST = 6 };
	double sum = 0, most = 0;
	for (size_t i = 0; i < count; i++) {
		if (score[i] < 0)
			return false;
		sum += score[i];
		most = fmax(most, score[i]);
	}
	return count >= FEWEST && most > sum / 2;
}

/* The intervals of one value, and by which methods they are. */
static size_t methods_of(const struct request *q, size_t value, size_t *place,
			 const struct mean_interval_method **method)
{
	size_t count = 0;
	for (size_t c = q->values; c < q->columns; c++) {
		const struct request_column *x = &q->column[c];
		if (x->over_topics == NULL || x->value != value || x->kind != COLUMN_LOWER)
			continue;
		place[count] = x->place;
		method[count++] = x->over_topics;
	}
	return count;
}

static int bound_value(struct evaluation *x, const struct request *q, size_t value,
		       const struct estimate_request *m, double *score, struct err *e)
{
	const struct mean_interval_method *method[MEAN_METHODS_MAX];
	struct mean_bounds bounds[MEAN_METHODS_MAX];
	size_t place[MEAN_METHODS_MAX], methods = methods_of(q, value, place, method);
	size_t count = methods > 0 ? evaluation_scores(x, q, value, NULL, score) : 0;
	const struct range range = measure_range(q->measure);
	const struct mean_interval_request request = {
		.ends = m->ends,
		.least = range.least,
		.most = range.most,
		.resamples = m->resamples,
	};
	if (methods > 0 && mean_intervals(method, methods, score, count, &request, bounds, e) < 0)
		return -1;
	bool carried = rests_on_one_topic(score, count);
	for (size_t i = 0; i < methods; i++) {
		x->overall.mean_bound[place[i]] = bounds[i];
		x->count.carried += carried;
	}
	return 0;
}

/* Fills the columns of x->overall that are such bounds, and counts those that rest on one topic. */
static int mean_bounds(const struct scoring *s, const struct gathered *room, struct err *e)
{
	for (size_t i = 0; i < s->x->asked->requests; i++) {
		const struct request *q = &s->x->asked->request[i];
		for (size_t v = 0; v < q->values; v++)
			if (bound_value(s->x, q, v, &s->options->bounds, room->score, e) < 0)
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
static void add_up(struct evaluation *x, const struct gathered *room)
{
	size_t width = x->asked->width, topics = x->listed_count;
	memset(room->sum, 0, width * sizeof *room->sum);
	memset(room->defined, 0, width * sizeof *room->defined);
	for (size_t i = 0; i < topics; i++) {
		const double *row = x->score + x->listed[i] * width;
		if (i + 8 < topics)
			for (size_t c = 0; c < width; c += CACHE_LINE / sizeof *row)
				fetch(x->score + x->listed[i + 8] * width + c);
		size_t used = x->evaluated[x->listed[i]] ? width : 0;
		for (size_t c = 0; c < used; c++) {
			if (isnan(row[c]))
				continue;
			room->sum[c] += row[c];
			room->defined[c]++;
		}
	}
	for (size_t i = 0; i < x->asked->requests; i++) {
		const struct request *q = &x->asked->request[i];
		for (size_t c = 0; q->measure->value != VALUE_TEXT && c < q->values; c++) {
			size_t from = q->first_for_all + c;
			x->overall.score[q->first + c] =
				aggregate(x, q, room->sum[from], room->defined[from]);
		}
	}
}

/* The topics' estimates of one value by one method, in the order of the names. */
static struct topics_view gather(const struct evaluation *x, const struct request *q, size_t place,
				 const struct gathered *room)
{
	struct topics_view v = { .estimate = room->estimate,
				 .estimate_size = sizeof *room->estimate,
				 .sample = x->kept != NULL ? room->sample : NULL,
				 .level = q->level,
				 .services = &services };
	for (size_t i = 0; i < x->listed_count; i++) {
		size_t t = x->listed[i];
		if (!x->evaluated[t])
			continue;
		if (x->asked->estimates > 0)
			room->estimate[v.topics] = evaluation_row(x, t).estimate[place];
		if (x->kept != NULL) {
			x->kept[t].capped = q->capped;
			room->sample[v.topics] = &x->kept[t];
		}
		if (x->ranked != NULL)
			room->listed[v.topics] = (struct topic_numbers){ { x->ranked[t], 0 } };
		v.topics++;
	}
	return v;
}

/* One value by one method: a single topic has its own bounds; and the only one with a value, but
 * in rankings the others matter to the mean. */
static int bound_mean(struct scoring *s, const struct request *q, size_t m, size_t value,
		      const struct gathered *room, struct err *e)
{
	struct evaluation *x = s->x;
	size_t place = q->first_estimate + m * q->values + value, defined = 0, only = 0;
	struct estimate *out = &x->overall.estimate[place];
	struct topics_view v = gather(x, q, place, room);
	struct estimate_request b = scoring_request(s, q->method[m]);
	v.value = value;
	if (x->ranking != NULL && quantity_is_joint(q->measure->quantity))
		v.ranking = &x->ranking[q->first + value];
	v.listed = room->listed;
	for (size_t t = 0; t < v.topics; t++)
		if (!isnan(v.estimate[t].value)) {
			defined++;
			only = t;
		}
	if (defined == 1 && !b.random_topics && v.ranking == NULL &&
	    (v.topics == 1 || !q->measure->ranking)) {
		*out = v.estimate[only];
		if (q->measure->ranking && !s->options->topics_shown)
			evaluation_add_caution(x, out->caution);
		return 0;
	}
	*out = value_alone(x->overall.score[q->first + value]);
	if (b.method == s->options->topic_method) {
		b.method = out->method = s->options->mean_method;
		b.other_method = true;
	}
	const struct measure *of = q->measure;
	int result = of->summarise != NULL ? of->summarise(&v, &q->parameters, &b, out, e)
		     : of->quantity == QUANTITY_OTHER
			     ? mean_of_errors(&v, of->corrected, &b, out, e)
			     : bounds_kind_of(of->quantity)
				       ->mean(&v, of->quantity, &q->parameters, &b, out, e);
	if (result < 0)
		return -1;
	evaluation_add_caution(x, out->caution);
	/* the first method decides on the estimate that is printed */
	if (m == 0 && out->estimator != NULL && s->options->zscores == NULL)
		x->overall.score[q->first + value] = out->value;
	return 0;
}

/* What is to be said of the means of sampled rankings, and those that have no value. */
static int look_at_rankings(struct evaluation *x, bool random, struct err *e)
{
	for (size_t i = 0; x->ranking != NULL && i < x->asked->requests; i++) {
		const struct request *q = &x->asked->request[i];
		for (size_t v = 0; quantity_is_joint(q->measure->quantity) && v < q->values; v++) {
			const struct sampled_ranking *r = &x->ranking[q->first + v];
			struct sampled_error error;
			const char *name = column_title(&q->column[v]);
			if (evaluation_difference(x, NULL, q, v, NULL, 0, random, &error, e) < 0)
				return -1;
			evaluation_add_caution(x, ranking_outside(r, name, &x->memory));
			evaluation_add_caution(x, ranking_few(&error, name, &x->memory));
			if (!ranking_has_value(r))
				x->overall.score[q->first + v] = NAN;
		}
	}
	return 0;
}

static int bound_means(struct scoring *s, const struct gathered *room, struct err *e)
{
	for (size_t i = 0; i < s->x->asked->requests; i++) {
		const struct request *q = &s->x->asked->request[i];
		for (size_t k = 0; k < q->methods * q->values; k++)
			if (bound_mean(s, q, k / q->values, k % q->values, room, e) < 0)
				return -1;
	}
	return 0;
}

/* Values of topics that all of them tell, and what each contributes to the mean. */
static int join_topics(struct scoring *s, const struct request *q, size_t value,
		       const struct gathered *room, struct err *e)
{
	struct evaluation *x = s->x;
	struct sampled_ranking *r = &x->ranking[q->first + value];
	const struct topics_view v = gather(x, q, 0, room);
	if (ranking_estimate(v.sample, v.topics, q->measure->quantity, &q->parameters, value,
			     q->level, &x->memory, r, e) < 0)
		return -1;
	for (size_t i = 0, k = 0; k < x->listed_count; k++) {
		size_t topic = x->listed[k];
		if (!x->evaluated[topic])
			continue;
		const struct score_row row = evaluation_row(x, topic);
		row.score[q->first + value] = r->topic[i].value;
		row.score[q->first_for_all + value] = r->topic[i].contribution;
		for (size_t m = 0; m < q->methods; m++) {
			const struct estimate_request b = scoring_request(s, q->method[m]);
			size_t place = q->first_estimate + m * q->values + value;
			ranking_topic_bounds(r, i, &b, &row.estimate[place]);
		}
		x->ranked[topic] = i++;
	}
	return 0;
}

static int join_all_topics(struct scoring *s, const struct gathered *room, struct err *e)
{
	struct evaluation *x = s->x;
	if (!x->asked->joint || x->kept == NULL)
		return 0;
	x->ranking = arena_zeroed(&x->memory, x->asked->width, sizeof *x->ranking);
	x->ranked = arena_zeroed(&x->memory, x->judgments->topics, sizeof *x->ranked);
	if (x->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < x->asked->requests; i++) {
		const struct request *q = &x->asked->request[i];
		for (size_t v = 0; quantity_is_joint(q->measure->quantity) && v < q->values; v++)
			if (join_topics(s, q, v, room, e) < 0)
				return -1;
	}
	return 0;
}

/* All topics as one: their strata and documents side by side. */
static int pool_topics(struct evaluation *x, struct sample_view *v, struct err *e)
{
	size_t strata = 0, documents = 0;
	for (size_t t = 0; t < x->judgments->topics; t++) {
		strata += x->kept[t].strata;
		documents += x->kept[t].documents;
	}
	struct divided_stratum *stratum = arena_zeroed(&x->memory, strata, sizeof *stratum);
	struct sampled_document *document = arena_zeroed(&x->memory, documents, sizeof *document);
	if (x->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < x->judgments->topics; i++) {
		const struct sample_view *k = &x->kept[x->judgments->sorted[i]];
		int32_t before = (int32_t)v->strata;
		for (size_t c = 0; c < k->strata; c++)
			stratum[v->strata++] = k->stratum[c];
		for (size_t d = 0; d < k->documents; d++) {
			struct sampled_document *to = &document[v->documents++];
			*to = k->document[d];
			to->stratum += to->stratum >= 0 ? before : 0; /* strata of its own topic */
		}
		v->retrieved += k->retrieved;
		v->outside += k->outside;
		v->outside_counted = (i == 0 || v->outside_counted) && k->outside_counted;
		v->divides = v->divides || k->divides;
		v->outside_as = k->outside_as > v->outside_as ? k->outside_as : v->outside_as;
		v->weights_given = v->weights_given || k->weights_given;
		v->gray_sampled += k->gray_sampled;
		v->post_stratified = v->post_stratified || k->post_stratified;
		v->labelled = v->labelled || k->labelled;
		v->design_strata += k->design_strata;
	}
	v->stratum = stratum;
	v->document = document;
	return 0;
}

bool evaluation_has_micro(const struct request *q)
{
	bool cut = q->measure->kind == PARAMETERS_CUTOFFS && q->parameters.count > 0;
	return q->measure->input == INPUT_SAMPLE && q->measure->value == VALUE_REAL && !cut &&
	       !q->measure->ranking && !q->capped;
}

static int score_pooled(struct scoring *s, struct err *e)
{
	struct evaluation *x = s->x;
	struct sample_view pooled = { .gray = s->r->sample->gray };
	int result = pool_topics(x, &pooled, e);
	struct topic_view view = { .runid = x->runid, .sample = &pooled, .services = &services };
	for (size_t i = 0; i < x->asked->requests && result == 0; i++) {
		const struct request *q = &x->asked->request[i];
		if (!evaluation_has_micro(q))
			continue;
		view.level = q->level;
		if (q->measure->score(&view, &q->parameters, x->micro.score + q->first) < 0)
			result = err_memory(e);
		else
			result = scoring_estimates(s, q, &view, &x->micro, e);
	}
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
			path, j->in.path, shown(run->topic[0].name).text,
			j->topic[j->sorted[0]].name);
}

/*
 * Groups of topics.
 */

/* As for all topics, with these, in `row`; `x->topics` of them are evaluated. */
static int finish_listed(struct scoring *s, const size_t *topic, size_t topics,
			 struct score_row row, const struct gathered *room, struct err *e)
{
	struct evaluation *x = s->x;
	x->listed = topic;
	x->listed_count = topics;
	x->overall = row;
	x->topics = 0;
	for (size_t i = 0; i < x->listed_count; i++)
		x->topics += x->evaluated[x->listed[i]];
	add_up(x, room);
	for (size_t i = 0; x->topics == 0 && i < x->asked->estimates; i++)
		x->overall.estimate[i] = value_alone(NAN);
	int result = x->topics > 0 ? bound_means(s, room, e) : 0;
	return result == 0 ? mean_bounds(s, room, e) : result;
}

static int finish_group(struct scoring *s, size_t group, const struct gathered *room, struct err *e)
{
	struct evaluation *x = s->x;
	const struct evaluation whole = *x;
	int result = finish_listed(s, x->groups->member[group], x->groups->topics[group],
				   x->group[group], room, e);
	x->count.empty_groups += x->topics == 0;
	x->listed = whole.listed;
	x->listed_count = whole.listed_count;
	x->overall = whole.overall;
	x->topics = whole.topics;
	return result;
}

/* One value of the groups as estimates that are independent of each other, by one method. */
static void average_estimates(struct evaluation *x, size_t place, struct group_estimate *of)
{
	size_t count = 0;
	const struct estimate *one = NULL;
	for (size_t g = 0; g < x->groups->count; g++) {
		const struct estimate *y = &x->group[g].estimate[place];
		if (!isnan(y->value)) {
			of[count++] = (struct group_estimate){ y->value, y->bounds };
			one = y;
		}
	}
	struct estimate *to = &x->macro.estimate[place];
	*to = value_alone(NAN);
	if (count == 0)
		return;
	const struct group_estimate mean = macro_estimate(of, count);
	to->value = mean.value;
	to->bounds = mean.bounds;
	to->method = one->method;
	to->estimator = one->estimator;
}

/* Of scores of topics: as topics of groups, the same in place of each method (macro_mean.h). */
static int average_scores(struct evaluation *x, const struct request *q, size_t value,
			  const struct ends *ends, const struct gathered *room, struct err *e)
{
	const struct mean_interval_method *method[MEAN_METHODS_MAX];
	size_t place[MEAN_METHODS_MAX], methods = methods_of(q, value, place, method), count = 0;
	const struct range range = measure_range(q->measure);
	struct macro_mean mean;
	if (methods == 0)
		return 0;
	size_t *group = calloc(x->topics + 1, sizeof *group);
	if (group == NULL)
		return err_memory(e);
	for (size_t g = 0; g < x->groups->count; g++) {
		size_t end = count + evaluation_scores(x, q, value, &g, room->score + count);
		while (count < end)
			group[count++] = g;
	}
	int result = macro_mean(room->score, group, count, x->groups->count, 0, &mean, e);
	free(group);
	if (result < 0)
		return -1;
	struct interval found = macro_mean_interval(&mean, ends->lower_p, ends->upper_p);
	if (!isnan(found.lower)) /* as far as the measure goes */
		found = (struct interval){ fmax(found.lower, range.least),
					   fmin(found.upper, range.most) };
	for (size_t i = 0; i < methods; i++)
		x->macro.mean_bound[place[i]] =
			(struct mean_bounds){ .ends = found,
					      .by = &macro_mean_method,
					      .gap = mean.se > 0      ? MEAN_WHOLE
						     : isnan(mean.se) ? MEAN_ONE_TOPIC
								      : MEAN_EQUAL,
					      .topics = count };
	return 0;
}

/* Each group counts alike; those without a value are left out. */
static int average_groups(struct scoring *s, const struct gathered *room, struct err *e)
{
	struct evaluation *x = s->x;
	struct group_estimate *of = calloc(x->groups->count + 1, sizeof *of);
	int result = of == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < x->asked->requests && result == 0; i++) {
		const struct request *q = &x->asked->request[i];
		for (size_t v = 0; measure_is_averaged(q->measure) && v < q->values && result == 0;
		     v++) {
			double sum = 0;
			size_t defined = 0;
			for (size_t g = 0; g < x->groups->count; g++) {
				double mean = x->group[g].score[q->first + v];
				sum += isnan(mean) ? 0 : mean;
				defined += isnan(mean) ? 0 : 1;
			}
			x->macro.score[q->first + v] = sum / (double)defined;
			for (size_t m = 0; m < q->methods; m++)
				average_estimates(x, q->first_estimate + m * q->values + v, of);
			result = average_scores(x, q, v, &s->options->bounds.ends, room, e);
		}
	}
	free(of);
	return result;
}

static int finish_lines(struct scoring *s, const struct gathered *room, struct err *e)
{
	struct evaluation *x = s->x;
	if (join_all_topics(s, room, e) < 0)
		return -1;
	add_up(x, room);
	if (look_at_rankings(x, s->options->bounds.random_topics, e) < 0 ||
	    bound_means(s, room, e) < 0 || mean_bounds(s, room, e) < 0)
		return -1;
	for (size_t g = 0; x->groups != NULL && g < x->groups->count; g++)
		if (finish_group(s, g, room, e) < 0)
			return -1;
	return x->groups != NULL ? average_groups(s, room, e) : 0;
}

static struct gathered gathered_room(const struct evaluation *x, struct arena *memory)
{
	size_t estimated = x->kept != NULL || x->asked->estimates > 0 ? x->topics : 0;
	return (struct gathered){
		.estimate = arena_zeroed(memory, estimated, sizeof(struct estimate)),
		.sample = arena_zeroed(memory, estimated, sizeof(struct sample_view *)),
		.listed = arena_zeroed(memory, estimated, sizeof(struct topic_numbers)),
		.score = arena_zeroed(memory, x->topics, sizeof(double)),
		.sum = arena_zeroed(memory, x->asked->width, sizeof(double)),
		.defined = arena_zeroed(memory, x->asked->width, sizeof(size_t)),
	};
}

int evaluation_over(const struct evaluation *x, const struct evaluated_run *r,
		    const struct evaluation_options *options, const size_t *topic, size_t topics,
		    struct arena *memory, struct score_row *out, struct err *e)
{
	struct evaluation part = *x;
	struct scoring s = { .x = &part, .options = options, .r = r };
	struct arena working = { 0 };
	const struct gathered room = gathered_room(x, &working);
	*out = score_row_of(x->asked, memory);
	int result = working.failed || memory->failed
			     ? err_memory(e)
			     : finish_listed(&s, topic, topics, *out, &room, e);
	arena_release(&working);
	return result;
}

int scoring_all_topics(struct scoring *s, struct err *e)
{
	struct evaluation *x = s->x;
	const char *path = s->r->run != NULL ? s->r->run->in.path : x->runid;
	if (x->topics == 0 && x->judgments->chosen != NULL)
		return err_data(e, "%.600s: none of the chosen topics is in the run", path);
	if (x->topics == 0)
		return no_topics(s, path, e);
	struct arena memory = { 0 };
	const struct gathered room = gathered_room(x, &memory);
	int result = memory.failed ? err_memory(e) : finish_lines(s, &room, e);
	arena_release(&memory);
	if (result < 0)
		return -1;
	bool pairs = s->r->sample != NULL && s->r->sample->by != NULL;
	if (x->kept != NULL && (pairs || x->asked->framed) && outside_frame_find(x, e) < 0)
		return -1;
	return s->options->micro && x->kept != NULL ? score_pooled(s, e) : 0;
}
