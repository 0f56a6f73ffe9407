/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/evaluate/scoring.h"
#include "core/engine/evaluate/traps.h"

/*
 * Shards: what the topics of a run gave, as a line: their scores, estimates and texts, and the
 * samples from which the results for all topics come.
 */

/*
 * A topic that was evaluated, and its place in the order: first the topics of the run, then those
 * that it lacks.
 */
struct placed_topic {
	size_t place, topic;
};

struct evaluated_topics {
	struct placed_topic *list; /* room for all judged topics */
	size_t count;
};

/* The topics of an evaluation. `run` is NULL if only a table names it. */
static void find_topics(struct evaluated_topics *t, const struct evaluation *x,
			const struct run *run)
{
	size_t topics = run != NULL ? run->topics : 0;
	t->count = 0;
	for (size_t i = 0; i < topics; i++) {
		int64_t judged = run->topic[i].judged;
		if (judged == NAME_UNKNOWN || !x->evaluated[judged])
			continue;
		t->list[t->count++] = (struct placed_topic){ i, (size_t)judged };
		x->evaluated[judged] = false; /* for a moment: it is listed */
	}
	/* those that the run lacks (-c), or all of a table */
	for (size_t i = 0; i < x->judgments->topics; i++)
		if (x->evaluated[i])
			t->list[t->count++] = (struct placed_topic){ topics + i, i };
	for (size_t i = 0; i < t->count; i++)
		x->evaluated[t->list[i].topic] = true;
}

static int by_place(const void *a, const void *b)
{
	const struct placed_topic *x = a, *y = b;
	return (x->place > y->place) - (x->place < y->place);
}

static void estimate_fields(struct shard_line *l, struct estimate *x)
{
	SHARD_FIELDS(l, &x->value, &x->se, &x->bias, &x->bounds.lower, &x->bounds.upper, &x->draws,
		     &x->method, &x->estimator, &x->caution, &x->design_effect);
}

static void stratum_fields(struct shard_line *l, struct divided_stratum *x)
{
	SHARD_FIELDS(l, &x->size, &x->sampled);
	for (int i = 0; i < 2; i++)
		SHARD_FIELDS(l, &x->relevant[i], &x->other[i], &x->gray[i]);
	SHARD_FIELDS(l, &x->cut, &x->retrieved, &x->label);
}

static void document_fields(struct shard_line *l, struct sampled_document *x)
{
	SHARD_FIELDS(l, &x->grade, &x->cluster, &x->weight, &x->rank, &x->drawn, &x->stratum);
}

static void unsampled_fields(struct shard_line *l, struct unsampled_document *x)
{
	SHARD_FIELDS(l, &x->rank, &x->drawn);
}

static void drawn_fields(struct shard_line *l, struct drawn_stratum *x)
{
	SHARD_FIELDS(l, &x->label, &x->size, &x->sampled, &x->assessable, &x->picks);
}

static void cell_fields(struct shard_line *l, struct label_cell *x)
{
	SHARD_FIELDS(l, &x->size, &x->sampled, &x->relevant, &x->gray, &x->class_of, &x->in[0],
		     &x->part, &x->label);
}

/* Classes of labels, which is how regression sees documents. */
static void all_classes(struct sample_view *v, struct shard_line *l)
{
	size_t sampled = v->documents, others = v->unsampled_documents;
	bool labels = v->document_class != NULL;
	SHARD_FIELDS(l, &labels, &v->classes);
	if (!labels)
		return;
	SHARD_LIST(l, int32_t, v->document_class, &sampled, SHARD_FIELD);
	SHARD_LIST(l, int32_t, v->unsampled_class, &others, SHARD_FIELD);
	l->wrong = l->wrong || sampled != v->documents || others != v->unsampled_documents;
	size_t sizes = v->class_size != NULL ? v->drawn_strata * (v->classes + 1) : 0, all = sizes;
	SHARD_LIST(l, int64_t, v->class_size, &all, SHARD_FIELD);
	bool whole = v->classes <= LABEL_CLASSES_MAX && all == v->drawn_strata * (v->classes + 1);
	l->wrong = l->wrong || (all != 0 && !whole);
	v->class_size = all > 0 ? v->class_size : NULL;
}

static void beyond_fields(struct shard_line *l, struct beyond_document *x)
{
	SHARD_FIELDS(l, &x->rank, &x->name);
}

/* By what two runs have the same document, and what the judgments do not have. */
static void all_numbers(struct sample_view *v, struct shard_line *l)
{
	size_t sampled = v->documents, others = v->unsampled_documents;
	SHARD_LIST(l, uint32_t, v->document_number, &sampled, SHARD_FIELD);
	SHARD_LIST(l, uint32_t, v->unsampled_number, &others, SHARD_FIELD);
	l->wrong = l->wrong || sampled != v->documents || others != v->unsampled_documents;
	SHARD_LIST(l, struct beyond_document, v->beyond, &v->beyond_documents, beyond_fields);
}

/* Cells of labels, for means over topics. */
static void all_cells(struct sample_view *v, struct shard_line *l)
{
	struct label_variates *of = &v->variates;
	size_t all = of->count * of->classes;
	SHARD_FIELDS(l, &of->count, &of->classes, &of->judges);
	SHARD_LIST(l, struct label_cell, v->cell, &v->cells, cell_fields);
	SHARD_LIST(l, bool, of->counts, &all, SHARD_FIELD);
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
		      (v->document_class == NULL || is_place(v->document_class[i], -1, v->classes));
	for (size_t i = 0; i < v->unsampled_documents; i++)
		fit = fit && is_place(v->unsampled[i].drawn, 0, v->drawn_strata) &&
		      (v->unsampled_class == NULL ||
		       is_place(v->unsampled_class[i], -1, v->classes));
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
	SHARD_LIST(l, struct divided_stratum, v->stratum, &v->strata, stratum_fields);
	all_cells(v, l);
	/* probabilities that give no strata are those of documents */
	if (!documents && v->strata > 0)
		return;
	SHARD_LIST(l, struct sampled_document, v->document, &v->documents, document_fields);
	SHARD_LIST(l, struct drawn_stratum, v->drawn, &v->drawn_strata, drawn_fields);
	SHARD_LIST(l, struct unsampled_document, v->unsampled, &v->unsampled_documents,
		   unsampled_fields);
	all_classes(v, l);
	all_numbers(v, l);
	l->wrong = l->wrong || (l->to == NULL && !l->failed && !places_fit(v));
}

static void topic_fields(struct evaluation *x, struct placed_topic *t, bool documents,
			 struct shard_line *l)
{
	SHARD_FIELDS(l, &t->place, &t->topic);
	if (t->topic >= x->judgments->topics || (l->to == NULL && x->evaluated[t->topic])) {
		l->wrong = true;
		return;
	}
	SHARD_FIELD(l, &x->lacking[t->topic]);
	const struct score_row row = evaluation_row(x, t->topic);
	for (size_t i = 0; i < x->asked->width; i++)
		SHARD_FIELD(l, &row.score[i]);
	for (size_t i = 0; i < x->asked->estimates; i++)
		estimate_fields(l, &row.estimate[i]);
	for (size_t i = 0; i < x->asked->text_width; i++)
		SHARD_FIELD(l, &x->text[t->topic * x->asked->text_width + i]);
	if (x->kept != NULL)
		sample_fields(&x->kept[t->topic], documents, l);
	x->evaluated[t->topic] = true;
}

/*
 * Writes these topics; or reads some more of them, into an evaluation that has room. What was
 * counted is added up. With `documents`, those of the samples are kept, for measures that need them
 * for all topics.
 */
static void fields_of(struct evaluation *x, struct evaluated_topics *t, bool documents,
		      struct shard_line *l)
{
	size_t count = t->count;
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
	for (size_t i = 0; i < count && !l->wrong && !l->failed; i++) {
		bool reads = l->to == NULL;
		if (reads && t->count == x->judgments->topics) {
			l->wrong = true;
			break;
		}
		topic_fields(x, &t->list[reads ? t->count : i], documents, l);
		t->count += reads;
		x->topics += reads;
	}
}

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
	find_topics(&topics, x, r->run);
	fields_of(x, &topics, scoring_needs_documents(x->asked, options), l);
	return shard_line_end(l, e);
}

/* What needs caution, in the order in which the topics of the run are evaluated. */
static void add_cautions_of(struct evaluation *x, const struct evaluated_topics *t, bool shown)
{
	for (size_t i = 0; i < t->count; i++) {
		const struct score_row row = evaluation_row(x, t->list[i].topic);
		for (size_t k = 0; k < x->asked->requests; k++)
			evaluation_add_topic_cautions(x, &x->asked->request[k], &row, shown);
	}
}

int evaluation_read(struct evaluation *x, const struct evaluated_run *r,
		    const struct evaluation_options *options, struct err *e)
{
	struct evaluated_topics topics;
	if (topics_room(x, &topics, e) < 0)
		return -1;
	for (size_t i = 0; i < r->lines; i++) {
		r->line[i].memory = &x->memory;
		fields_of(x, &topics, scoring_needs_documents(x->asked, options), &r->line[i]);
		if (shard_line_end(&r->line[i], e) < 0)
			return -1;
	}
	qsort(topics.list, topics.count, sizeof *topics.list, by_place);
	add_cautions_of(x, &topics, options->topics_shown);
	return 0;
}
