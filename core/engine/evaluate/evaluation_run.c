/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/sort.h"
#include "core/engine/evaluate/scoring.h"
#include "core/engine/evaluate/traps.h"

/*
 * Shards: what the topics of a run gave, as a line: their scores, estimates and texts, and the
 * samples from which the results for all topics come.
 */

/* How many documents the classes of labels have, which is how regression sees documents; and what
 * the judgments do not have. */
static void all_classes(struct sample_view *v, struct shard_line *l)
{
	size_t all = v->class_size != NULL ? v->drawn_strata * (v->classes + 1) : 0;
	SHARD_FIELD(l, &v->classes);
	SHARD_LIST(l, int64_t, v->class_size, &all, SHARD_FIELD(l, x));
	bool whole = v->classes <= LABEL_CLASSES_MAX && all == v->drawn_strata * (v->classes + 1);
	l->wrong = l->wrong || (all != 0 && !whole);
	v->class_size = all > 0 ? v->class_size : NULL;
	SHARD_LIST(l, struct beyond_document, v->beyond, &v->beyond_documents,
		   SHARD_FIELDS(l, &x->rank, &x->name));
}

/* Cells of labels, for means over topics. */
static void all_cells(struct sample_view *v, struct shard_line *l)
{
	struct label_variates *of = &v->variates;
	size_t all = of->count * of->classes;
	SHARD_FIELDS(l, &of->count, &of->classes, &of->judges);
	SHARD_LIST(l, struct label_cell, v->cell, &v->cells,
		   SHARD_FIELDS(l, &x->size, &x->sampled, &x->relevant, &x->gray, &x->class_of,
				&x->in[0], &x->part, &x->label));
	SHARD_LIST(l, bool, of->counts, &all, SHARD_FIELD(l, x));
	l->wrong = l->wrong || of->classes > LABEL_CLASSES_MAX || of->count > LABEL_CLASSES_MAX ||
		   of->judges > of->count || all != of->count * of->classes;
	for (size_t i = 0; l->to == NULL && v->cell != NULL && i < v->cells && !l->failed; i++)
		l->wrong = l->wrong || v->cell[i].class_of >= (int32_t)of->classes;
}

static bool is_place(int32_t at, int32_t least, size_t count)
{
	return at < 0 ? at >= least : (size_t)at < count;
}

/* What was read may be forged, and numbers of strata and classes are places in lists. */
static bool places_fit(const struct sample_view *v)
{
	bool fit = true;
	for (size_t i = 0; i < v->documents; i++)
		fit = fit && is_place(v->document[i].drawn, -1, v->drawn_strata) &&
		      is_place(v->document[i].stratum, -1, v->strata) &&
		      is_place(v->document[i].class_of, -1, v->classes);
	for (size_t i = 0; i < v->unsampled_documents; i++)
		fit = fit && is_place(v->unsampled[i].drawn, 0, v->drawn_strata) &&
		      is_place(v->unsampled[i].class_of, -1, v->classes);
	return fit;
}

static void sample_fields(struct sample_view *v, bool documents, struct shard_line *l)
{
	int32_t gray = (int32_t)v->gray, outside_as = (int32_t)v->outside_as;
	int32_t outside_asked = (int32_t)v->outside_asked;
	SHARD_FIELDS(l, &v->level, &v->design, &v->retrieved, &v->nuggets.vital, &v->nuggets.all,
		     &v->outside, &v->outside_counted, &v->divides, &outside_as, &v->whole);
	SHARD_FIELDS(l, &v->weights_given, &gray, &v->gray_sampled, &v->post_stratified,
		     &v->labelled, &v->design_strata, &v->two_phase, &v->highest_grade,
		     &outside_asked);
	v->outside_asked = (enum outside)outside_asked;
	v->gray = (enum gray)gray;
	v->outside_as = (enum outside)outside_as;
	SHARD_LIST(l, struct divided_stratum, v->stratum, &v->strata,
		   SHARD_FIELDS(l, &x->size, &x->sampled, &x->relevant[0], &x->other[0],
				&x->gray[0], &x->relevant[1], &x->other[1], &x->gray[1], &x->cut,
				&x->retrieved),
		   SHARD_FIELD(l, &x->label));
	all_cells(v, l);
	/* probabilities that give no strata are those of documents */
	if (!documents && v->strata > 0)
		return;
	SHARD_LIST(l, struct sampled_document, v->document, &v->documents,
		   SHARD_FIELDS(l, &x->grade, &x->cluster, &x->weight, &x->rank, &x->drawn,
				&x->stratum, &x->class_of, &x->number));
	SHARD_LIST(l, struct drawn_stratum, v->drawn, &v->drawn_strata,
		   SHARD_FIELDS(l, &x->label, &x->size, &x->sampled, &x->assessable, &x->picks));
	SHARD_LIST(l, struct unsampled_document, v->unsampled, &v->unsampled_documents,
		   SHARD_FIELDS(l, &x->rank, &x->drawn, &x->class_of, &x->number));
	all_classes(v, l);
	l->wrong = l->wrong || (l->to == NULL && !l->failed && !places_fit(v));
}

/*
 * A topic, and its place in the order in which they are evaluated: first those of the run, then
 * those that it lacks, or all of a table.
 */
static void topic_fields(struct evaluation *x, size_t topic, size_t *place, bool documents,
			 struct shard_line *l)
{
	SHARD_FIELD(l, &topic);
	if (topic >= x->judgments->topics || (l->to == NULL && x->evaluated[topic])) {
		l->wrong = true;
		return;
	}
	SHARD_FIELDS(l, &place[topic], &x->lacking[topic]);
	const struct score_row row = evaluation_row(x, topic);
	for (size_t i = 0; i < x->asked->width; i++)
		SHARD_FIELD(l, &row.score[i]);
	for (size_t i = 0; i < x->asked->estimates; i++) {
		struct estimate *y = &row.estimate[i];
		SHARD_FIELDS(l, &y->value, &y->se, &y->bias, &y->bounds.lower, &y->bounds.upper,
			     &y->draws, &y->method, &y->estimator, &y->caution, &y->design_effect);
	}
	for (size_t i = 0; i < x->asked->text_width; i++)
		SHARD_FIELD(l, &x->text[topic * x->asked->text_width + i]);
	if (x->kept != NULL)
		sample_fields(&x->kept[topic], documents, l);
	x->topics += l->to == NULL;
	x->evaluated[topic] = true;
}

/*
 * Writes the topics; or reads some more of them, into an evaluation that has room. What was counted
 * is added up. The documents of samples are kept for measures that need them for all topics.
 */
static void fields_of(struct evaluation *x, size_t *place, const struct evaluation_options *options,
		      struct shard_line *l)
{
	bool reads = l->to == NULL, documents = scoring_needs_documents(x->asked, options);
	size_t count = x->topics;
	SHARD_FIELD(l, &x->count.missing); /* every shard knows it */
	SHARD_SUMS(l, &x->count.retrieved, &x->count.known, &x->count.joined, &x->count.judged);
	bool too_long = x->too_long;
	SHARD_FIELD(l, &too_long);
	x->too_long = x->too_long || too_long;
	for (size_t i = 0; i < x->asked->requests; i++) {
		const char *text = x->run_text[i];
		SHARD_FIELD(l, &text);
		x->run_text[i] = text != NULL ? text : x->run_text[i];
	}
	traps_fields(x, l);
	SHARD_FIELD(l, &count);
	for (size_t t = 0; !reads && t < x->judgments->topics; t++)
		if (x->evaluated[t])
			topic_fields(x, t, place, documents, l);
	for (size_t i = 0; reads && i < count && !l->wrong && !l->failed; i++)
		topic_fields(x, 0, place, documents, l);
}

int evaluation_write(struct evaluation *x, const struct evaluated_run *r,
		     const struct evaluation_options *options, struct shard_line *l, struct err *e)
{
	size_t topics = r->run != NULL ? r->run->topics : 0;
	size_t *place = arena_zeroed(&x->memory, x->judgments->topics, sizeof *place);
	if (place == NULL)
		return err_memory(e);
	for (size_t t = 0; t < x->judgments->topics; t++)
		place[t] = topics + t;
	for (size_t i = 0; i < topics; i++)
		if (r->run->topic[i].judged != NAME_UNKNOWN)
			place[r->run->topic[i].judged] = i;
	fields_of(x, place, options, l);
	return shard_line_end(l, e);
}

static int by_place(const void *a, const void *b, void *context)
{
	const size_t *place = context, x = place[*(const size_t *)a], y = place[*(const size_t *)b];
	return (x > y) - (x < y);
}

/* What needs caution, in the order in which the topics of the run are evaluated. */
static void add_cautions(struct evaluation *x, size_t *topic, size_t *place, bool shown)
{
	size_t count = 0;
	for (size_t t = 0; t < x->judgments->topics; t++)
		if (x->evaluated[t])
			topic[count++] = t;
	stable_sort(topic, count, sizeof *topic, by_place, place);
	for (size_t i = 0; i < count * x->asked->requests; i++) {
		const struct score_row row = evaluation_row(x, topic[i / x->asked->requests]);
		evaluation_add_topic_cautions(x, &x->asked->request[i % x->asked->requests], &row,
					      shown);
	}
}

static int read_lines(struct evaluation *x, const struct evaluated_run *r,
		      const struct evaluation_options *options, struct err *e)
{
	size_t *place = arena_zeroed(&x->memory, 2 * x->judgments->topics, sizeof *place);
	if (place == NULL)
		return err_memory(e);
	for (size_t i = 0; i < r->lines; i++) {
		r->line[i].memory = &x->memory;
		fields_of(x, place, options, &r->line[i]);
		if (shard_line_end(&r->line[i], e) < 0)
			return -1;
	}
	add_cautions(x, place + x->judgments->topics, place, options->topics_shown);
	return 0;
}

static int make_room_for(struct evaluation *x, const struct evaluated_run *r, struct err *e)
{
	const struct input *in = r->run != NULL ? &r->run->in : NULL;
	x->path = in != NULL ? in->path : NULL;
	x->other_name = in != NULL && in->other_name != NULL ? in->other_name : x->path;
	const char *name = r->run != NULL ? r->run->id : r->name;
	return evaluation_init(x, name != NULL ? name : r->sample->run[r->number],
			       r->sample != NULL, e);
}

int evaluation_run(struct evaluation *x, const struct request_list *asked,
		   const struct judgments *judgments, const struct evaluated_run *r,
		   const struct evaluation_options *options, struct err *e)
{
	bool merges = r->line != NULL,
	     whole = options->shard == NULL || !shard_writes(options->shard);
	if (options->join.ties_by_rank && r->run != NULL && !r->run->ranks && !merges)
		return err_usage(e, "--score-ties=rank: %.600s has no column of ranks",
				 r->run->in.path);
	*x = (struct evaluation){ .asked = asked,
				  .judgments = judgments,
				  .groups = options->groups };
	int result = make_room_for(x, r, e);
	struct scoring s = { .x = x, .options = options, .r = r };
	if (!merges)
		scoring_begin(&s);
	if (result == 0 && merges) {
		result = read_lines(x, r, options, e);
	} else if (result == 0 && r->run == NULL) {
		result = score_topics_of_table(&s, e);
	} else if (result == 0) {
		scoring_count_topics(&s);
		x->least_placed = options->traps ? traps_least_placed(asked) : 0;
		size_t chunks = scoring_chunks(&s);
		result = chunks > 1 ? score_in_threads(&s, chunks, e)
				    : score_topics(&s, 0, r->run->topics, e);
		if (result == 0)
			result = score_lacking_topics(&s, e);
	}
	if (result == 0 && !options->topics_only && whole)
		result = scoring_all_topics(&s, e);
	scoring_release(&s);
	if (result < 0)
		evaluation_release(x);
	return result;
}
