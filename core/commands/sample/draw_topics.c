/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A sample while it is drawn, and what is said about it: notes in the file of the sample, and
 * warnings.
 */
#include "core/base/hash.h"
#include "core/base/number.h"
#include "core/base/parallel.h"
#include "core/commands/sample/sample.h"
#include "core/data/runs/run.h"

struct sampling_work {
	const struct sampling_request *s;
	struct warnings *warnings;
	struct runs runs;
	struct listed_strata listed; /* instead */
	bool is_listed;
	struct drawing_options drawing;
	const struct run **run; /* in the order in which the designs want them */
	size_t count;		/* of runs */
	struct arena memory;
	struct names only_topic, topics;
	struct drawing_topic *topic; /* in bytewise order of their names */
	const struct run_topic **run_topic;
	struct drawing_counts *outcome; /* by topic */
	atomic_size_t *drawn_of;	/* documents drawn of each label class; NULL: not counted */
	struct drawing *drawings;	/* by thread */
};

/*
 * Notes and warnings.
 */

void sampling_note(struct warnings *notes, const char *what, const struct input *in)
{
	warnings_add(notes, "%s: %s, XXH64 %016llx", what, in->path,
		     (unsigned long long)hash_name((struct slice){ in->bytes, in->size }));
}

static void note_file(const struct sampling_work *b, const struct input *in)
{
	sampling_note(b->s->notes, "drawn from", in);
}

/* Notes of where the scores of each topic were cut. */
static void note_bands(const struct sampling_work *b)
{
	const struct labels *x = &b->listed.store;
	for (size_t t = 0; x->scores && t < x->list.topics; t++) {
		char text[BANDS_MAX * 48] = "";
		size_t at = 0;
		for (size_t i = 0; i < x->cuts; i++)
			at += (size_t)snprintf(text + at, sizeof text - at, "band%zu from %s, ",
					       i + 1, real_text(x->cut[i]).text);
		struct slice topic = x->list.topic[t].name;
		warnings_add(b->s->notes, "scores of topic %s: %sband%zu below", shown(topic).text,
			     text, x->cuts + 1);
	}
}

/* --bands=30 may mean 30 bands, or a cut at a score of 30. */
static void warn_of_bands(const struct sampling_work *b)
{
	const struct bands *bands = &b->s->labels->bands;
	const struct labels *l = &b->listed.store;
	struct interval range = { INFINITY, -INFINITY };
	for (size_t i = 0; l->scores && i < l->list.records.count; i++) {
		range.lower = fmin(range.lower, l->value[i]);
		range.upper = fmax(range.upper, l->value[i]);
	}
	double count = (double)bands->count;
	if (bands->asked && range.upper > 1 && count > range.lower && count < range.upper)
		warnings_add(b->warnings,
			     "--bands=%zu makes %zu bands of about as many documents each; "
			     "to cut scores at %zu, type --bands=%zu.0",
			     bands->count, bands->count, bands->count, bands->count);
	bool first = l->scores && bands->cuts > 0 && range.upper < bands->cut[0];
	bool last = l->scores && bands->cuts > 0 && range.lower >= bands->cut[bands->cuts - 1];
	if (first || last)
		warnings_add(
			b->warnings,
			"--bands: no score is %s %s: band%zu is empty (scores are from %g to %g)",
			first ? "at least" : "below",
			real_text(bands->cut[first ? 0 : bands->cuts - 1]).text,
			first ? 1 : bands->cuts + 1, range.lower, range.upper);
}

/* Notes of what Neyman's allocation gives each class, over all topics. */
static void note_classes(const struct sampling_work *b)
{
	const struct listed_strata *x = &b->listed;
	for (size_t k = 0; b->drawn_of != NULL && k < x->count; k++) {
		size_t documents = 0;
		for (size_t t = 0; t < x->run[k].topics; t++)
			documents += x->run[k].topic[t].count;
		if (documents > 0)
			warnings_add(
				b->s->notes,
				"label %s: documents %zu, drawn %zu, guessed share of relevant ones "
				"%.3g",
				shown(slice_of(x->run[k].id)).text, documents,
				atomic_load(&b->drawn_of[k]), x->share[k]);
	}
}

static void warn_of_sample(const struct sampling_work *b)
{
	size_t small = 0, joined = 0;
	int64_t missing = 0, unsampled = 0, nameless = 0, lost = 0;
	for (size_t t = 0; t < b->topics.count; t++) {
		const struct drawing_counts *o = &b->outcome[t];
		int64_t size = b->topic[t].size, below = b->drawing.below;
		int64_t lacking = size > o->available ? size - o->available : 0;
		lacking += below > o->residual ? below - o->residual : 0;
		small += lacking > 0;
		missing += lacking;
		unsampled += o->unsampled;
		joined += o->joined;
		nameless += o->nameless;
		lost += o->lost;
	}
	if (small > 0)
		warnings_add(b->warnings,
			     "in %zu topic%s there are fewer %s than are to be drawn (%lld "
			     "missing): all of them are in the sample",
			     small, small == 1 ? "" : "s",
			     b->s->columns->cluster != NULL ? "families" : "documents",
			     (long long)missing);
	if (lost > 0 && !b->drawing.add_judged)
		warnings_add(b->warnings,
			     "%s: %lld judged document%s not in the new sample and cannot be used: "
			     "extend a sample with the same --seed and list, and a larger size",
			     b->drawing.judged->in.path, (long long)lost,
			     lost == 1 ? " is" : "s are");
	if (b->drawing.design != DESIGN_STRATA)
		return;
	if (joined > 0)
		warnings_add(
			b->warnings,
			"in %zu topic%s there are more cells of the runs than documents to "
			"draw: small cells are joined by how many runs retrieve them, and a run "
			"retrieves parts of such strata; to avoid it, draw more or name fewer "
			"runs",
			joined, joined == 1 ? "" : "s");
	if (unsampled > 0)
		warnings_add(b->warnings,
			     "nothing is drawn from cells that hold %lld document%s: the sample "
			     "says nothing about them",
			     (long long)unsampled, unsampled == 1 ? "" : "s");
	if (b->drawing.collection_size == 0 && !b->is_listed)
		warnings_add(b->warnings,
			     "documents that no run retrieves are not drawn: name all "
			     "documents with --collection, or give their number with -N");
	if (nameless > 0)
		warnings_add(
			b->warnings,
			"%lld row%s without a document number: put in documents drawn at random "
			"from those that no run retrieves",
			(long long)nameless, nameless == 1 ? "" : "s");
}

/*
 * Documents that are taken for certain count only for themselves: what an earlier random sample
 * stood for is lost.
 */
static void warn_of_added(const struct sampling_work *b)
{
	const struct judgments *j = b->drawing.judged;
	if (b->drawing.add_judged && j->format->sampling != SAMPLING_NONE)
		warnings_add(
			b->warnings,
			"%s: if this is an earlier random sample from the same documents, "
			"--add-judged makes intervals wider: its documents will "
			"represent only themselves. Draw with the same --seed and a larger size instead, "
			"without --add-judged",
			j->in.path);
}

/*
 * Runs.
 */

/* A list of one topic must not name another: its first column may be part of document numbers. */
static int refuse_topics(const struct run *r, const char *only_topic, struct err *e)
{
	struct slice topic = piece_slice(&r->in, r->records.segment[0].topic);
	if (topic.length == 0)
		return 0;
	return err_at(e, r->in.path, input_line(&r->in, topic.at),
		      "--topic=%.100s, but the list names topics, as '%s' here: "
		      "does a document number contain a blank?",
		      only_topic, shown(topic).text);
}

/* The guesses that labels give, of all cells with documents of a class. */
static int guess_by_label(struct sampling_work *b, struct err *e)
{
	const struct listed_strata *x = &b->listed;
	if (!b->s->guess_by_label || x->share == NULL)
		return 0;
	b->drawing.guess = arena_zeroed(&b->memory, x->count, sizeof *b->drawing.guess);
	b->drawn_of = arena_zeroed(&b->memory, x->count + 1, sizeof *b->drawn_of);
	if (b->drawing.guess == NULL || b->drawn_of == NULL)
		return err_memory(e);
	for (size_t k = 0; k < x->count; k++)
		b->drawing.guess[k] = (struct prevalence_guess){ .of = &x->run[k],
								 .share = x->share[k],
								 .used = true };
	b->drawing.guesses = x->count;
	return 0;
}

/* Counts what was drawn of each class. */
static void count_classes(struct sampling_work *b, const struct drawing *d)
{
	const struct labelled_topic *t = NULL;
	for (size_t k = 0; b->drawn_of != NULL && k < b->listed.store.topics; k++)
		if (slice_equal(b->listed.store.topic[k].name, slice_of(d->t->name)))
			t = &b->listed.store.topic[k];
	for (size_t i = 0; t != NULL && i < d->count; i++) {
		struct slice name = d->drawn[i].name;
		int32_t label = label_class(t, name, hash_bytes(name.at, name.length));
		if (label != LABEL_NONE)
			atomic_fetch_add(&b->drawn_of[label], 1);
	}
}

static int read_listed(struct sampling_work *b, struct err *e)
{
	const struct sampling_request *s = b->s;
	if (listed_strata_read(&b->listed, s->labels, &b->only_topic, e) < 0)
		return -1;
	b->is_listed = true;
	b->run = b->listed.each;
	b->count = b->listed.count;
	note_file(b, &b->listed.store.list.in);
	note_bands(b);
	warn_of_bands(b);
	if (s->topic_given && refuse_topics(&b->listed.store.list, s->only_topic, e) < 0)
		return -1;
	return guess_by_label(b, e);
}

static int note_runs(const struct sampling_work *b, struct err *e)
{
	for (size_t i = 0; i < b->runs.count; i++) {
		note_file(b, &b->runs.run[i].in);
		/* beside labels, --topic is that of the labels */
		if (b->s->topic_given && !b->is_listed &&
		    refuse_topics(&b->runs.run[i], b->s->only_topic, e) < 0)
			return -1;
	}
	return 0;
}

/* Runs beside labels: cells are made of both. */
static int add_runs(struct sampling_work *b, struct err *e)
{
	size_t classes = b->count;
	const struct run **all = arena_zeroed(&b->memory, classes + b->runs.count, sizeof *all);
	if (all == NULL)
		return err_memory(e);
	memcpy(all, b->run, classes * sizeof *all);
	memcpy(all + classes, b->runs.each, b->runs.count * sizeof *all);
	b->run = all;
	b->count = classes + b->runs.count;
	return note_runs(b, e);
}

static int read_runs(struct sampling_work *b, struct err *e)
{
	const struct sampling_request *s = b->s;
	if (s->only_topic != NULL &&
	    names_add(&b->only_topic, &b->memory, slice_of(s->only_topic), e) < 0)
		return -1;
	if (s->drawing.collection != NULL)
		note_file(b, &s->drawing.collection->in);
	if (s->labels != NULL && read_listed(b, e) < 0)
		return -1;
	if (s->runs == 0)
		return 0;
	if (runs_read(&b->runs, s->run_format, s->run, s->runs, &b->only_topic, NULL, s->jobs, e) <
	    0)
		return -1;
	if (s->labels != NULL)
		return add_runs(b, e);
	b->run = b->runs.each;
	b->count = s->runs;
	return note_runs(b, e);
}

static int by_id(const void *a, const void *b)
{
	const struct run *const *x = a, *const *y = b;
	return strcmp((*x)->id, (*y)->id);
}

/* Sorts the runs by name, so that cell labels do not depend on the order of the arguments. */
static int name_runs(struct sampling_work *b, struct err *e)
{
	if (b->s->drawing.design != DESIGN_STRATA || b->count == 0)
		return 0;
	qsort(b->run, b->count, sizeof *b->run, by_id);
	for (size_t i = 1; i < b->count; i++)
		if (strcmp(b->run[i - 1]->id, b->run[i]->id) == 0)
			return err_data(e,
					"two runs are called '%s', after which cells are named: "
					"%.300s and %.300s",
					shown(slice_of(b->run[i]->id)).text, b->run[i - 1]->in.path,
					b->run[i]->in.path);
	return 0;
}

/*
 * Topics.
 */

/* --size for each, or --total in equal parts, one more for the first ones until nothing is left. */
static int64_t size_of_topic(const struct sampling_work *b, size_t topic)
{
	int64_t topics = (int64_t)b->topics.count, total = b->s->total;
	return total > 0 ? total / topics + ((int64_t)topic < total % topics) : b->s->size;
}

static int fill_topics(struct sampling_work *b, const size_t *place, const char **name,
		       struct err *e)
{
	const struct judgments *judged = b->s->drawing.judged;
	size_t runs = b->count, topics = b->topics.count, common = 0;
	for (size_t t = 0; t < topics; t++) {
		int64_t number = judged != NULL ? names_find(&judged->names, slice_of(name[t]))
						: NAME_UNKNOWN;
		common += number != NAME_UNKNOWN;
		b->topic[place[t]] = (struct drawing_topic){
			.name = name[t],
			.run = b->run_topic + place[t] * runs,
			.judged = number != NAME_UNKNOWN ? &judged->topic[number] : NULL,
			.size = size_of_topic(b, place[t]),
		};
	}
	for (size_t r = 0; r < runs; r++)
		for (size_t t = 0; t < b->run[r]->topics; t++) {
			const struct run_topic *x = &b->run[r]->topic[t];
			size_t number = (size_t)names_find(&b->topics, x->name);
			b->run_topic[place[number] * runs + r] = x;
		}
	if (judged != NULL && common == 0)
		return err_data(e, "%.600s: no topic of the runs has judgments in the file",
				judged->in.path);
	return 0;
}

static int find_topics(struct sampling_work *b, struct err *e)
{
	for (size_t r = 0; r < b->count; r++)
		for (size_t t = 0; t < b->run[r]->topics; t++)
			if (names_add(&b->topics, &b->memory, b->run[r]->topic[t].name, e) < 0)
				return -1;
	if (b->count == 0 && /* a collection alone */
	    names_add(&b->topics, &b->memory, slice_of(b->s->only_topic), e) < 0)
		return -1;
	size_t topics = b->topics.count;
	if (b->s->total > 0 && b->s->total < (int64_t)topics)
		return err_usage(e, "--total %lld: there are %zu topics, and each needs a document",
				 (long long)b->s->total, topics);
	b->topic = arena_zeroed(&b->memory, topics, sizeof *b->topic);
	b->run_topic = arena_zeroed(&b->memory, topics * b->count, sizeof *b->run_topic);
	b->outcome = arena_zeroed(&b->memory, topics, sizeof *b->outcome);
	size_t *place = arena_zeroed(&b->memory, topics, sizeof *place);
	const char **name = names_texts(&b->topics, &b->memory, e);
	if (b->memory.failed)
		return err_memory(e);
	const size_t *sorted = texts_sorted(name, topics, &b->memory, e);
	for (size_t t = 0; sorted != NULL && t < topics; t++)
		place[sorted[t]] = t;
	return sorted == NULL ? -1 : fill_topics(b, place, name, e);
}

/*
 * Drawing.
 */

static int draw_one(void *context, size_t topic, int thread, struct err *e)
{
	struct sampling_work *b = context;
	struct drawing *d = &b->drawings[thread];
	const struct drawing_topic *t = &b->topic[topic];
	if (drawing_make(d, &b->drawing, t, e) < 0)
		return -1;
	b->outcome[topic] = d->of;
	count_classes(b, d);
	if (d->of.families > 0) /* one topic alone */
		warnings_add(b->s->notes,
			     "whole families were drawn (column %s): %zu of %lld, with %zu of %zu "
			     "documents",
			     b->s->columns->cluster, d->of.families, (long long)d->of.available,
			     d->count, collection_size(b->drawing.collection));
	if (d->of.large > 0)
		warnings_add(b->warnings,
			     "%zu famil%s with more than 1 %% of the documents %s taken whole, "
			     "beside the %zu that are drawn",
			     d->of.large, d->of.large == 1 ? "y" : "ies",
			     d->of.large == 1 ? "is" : "are", d->of.families);
	return lines_add(b->s->lines, topic, t->name, d, e);
}

static int draw_all(struct sampling_work *b, struct err *e)
{
	size_t topics = b->topics.count;
	int threads = parallel_threads(b->s->jobs, topics);
	b->drawings = calloc((size_t)threads, sizeof *b->drawings);
	if (b->drawings == NULL)
		return err_memory(e);
	int result = lines_expect(b->s->lines, topics, e);
	if (result == 0)
		result = parallel_each(b->s->jobs, topics, draw_one, b, e);
	for (int i = 0; i < threads; i++)
		drawing_release(&b->drawings[i]);
	free(b->drawings);
	const struct stratum_rows *shares = b->drawing.shares;
	if (result == 0 && shares != NULL)
		result = shares_refuse_unused(shares, b->drawing.collection_size > 0, e);
	for (size_t i = 0; result == 0 && i < b->drawing.guesses; i++) {
		struct slice label = b->drawing.guess[i].label;
		if (!atomic_load(&b->drawing.guess[i].used))
			result = err_usage(e, "--prevalence: no cell is called '%s'",
					   shown(label).text);
	}
	return result;
}

static void release(struct sampling_work *b)
{
	runs_release(&b->runs);
	if (b->is_listed)
		listed_strata_release(&b->listed);
	names_release(&b->only_topic);
	names_release(&b->topics);
	arena_release(&b->memory);
}

int sampling_run(const struct sampling_request *s, struct warnings *w, struct err *e)
{
	struct sampling_work b = { .s = s, .warnings = w, .drawing = s->drawing };
	int result = read_runs(&b, e);
	if (result == 0)
		result = name_runs(&b, e);
	if (result == 0)
		result = find_topics(&b, e);
	if (result == 0) {
		b.drawing.runs = b.run;
		b.drawing.run_count = b.count;
		b.drawing.listed = b.is_listed && s->runs == 0;
		result = draw_all(&b, e);
		note_classes(&b);
	}
	if (result == 0) {
		warn_of_added(&b);
		warn_of_sample(&b);
		result = warnings_check(w, e);
	}
	release(&b);
	return result;
}
