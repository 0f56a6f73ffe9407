/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/parallel.h"
#include "core/data/runs/ranked_documents.h"
#include "core/engine/evaluate/batch_work.h"
#include "core/engine/evaluate/labels_frame.h"
#include "core/engine/evaluate/outside_frame.h"

/*
 * Lines of shards.
 */

static void gaps_fields(struct sample_gaps *g, struct shard_line *l)
{
	SHARD_SUMS(l, &g->unsampled, &g->outside, &g->rated, &g->named, &g->labels.documents,
		   &g->labels.unlabelled, &g->labels.outside, &g->labels.judged,
		   &g->labels.judged_labelled, &g->labels.topics_without);
	SHARD_SUMS(l, &g->few_digits.strata, &g->few_digits.topics, &g->stratified);
	for (int i = 0; i < 2; i++)
		SHARD_SUMS(l, &g->few_digits.sum[i], &g->few_digits.effect[i]);
}

static void class_fields(struct batch_work *w, struct shard_line *l)
{
	struct sample_gaps *g = &w->gaps;
	size_t classes = g->classes;
	SHARD_FIELD(l, &classes);
	if (l->to == NULL && g->class_gap == NULL && classes < strlen(l->from)) {
		g->class_gap = arena_zeroed(&w->memory, classes + 1, sizeof *g->class_gap);
		g->classes = classes;
	}
	l->failed = l->failed || w->memory.failed;
	l->wrong = l->wrong || classes != g->classes;
	for (size_t k = 0; k < g->classes && !l->wrong && !l->failed; k++) {
		struct class_gap *c = &g->class_gap[k];
		SHARD_FIELD(l, &c->name);
		SHARD_SUMS(l, &c->size, &c->sampled);
		l->wrong = l->wrong || c->name == NULL;
	}
}

/* A line that is written or read: what is known of a file besides its topics. */
static int file_line(struct batch_work *w, size_t file, struct shard_line l, struct err *e)
{
	l.memory = &w->memory;
	SHARD_FIELD(&l, &w->runs.run[file].id);
	SHARD_SUMS(&l, &w->dropped[file], &w->unsampled[file]);
	return shard_line_end(&l, e);
}

static int gaps_line(struct batch_work *w, struct shard_line l, struct err *e)
{
	l.memory = &w->memory;
	gaps_fields(&w->gaps, &l);
	class_fields(w, &l);
	return shard_line_end(&l, e);
}

/* The lines of one run. */
static int write_run(struct batch_work *w, size_t i, struct evaluation *x,
		     const struct evaluated_run *r, const struct evaluation_options *options,
		     struct err *e)
{
	struct buffer *to = &w->line[i];
	if (r->run != NULL && file_line(w, i, shard_line_begin(to, i), e) < 0)
		return -1;
	struct shard_line l = shard_line_begin(to, i);
	return evaluation_write(x, r, options, &l, e);
}

/* All runs in their order, the files that are not evaluated, and what the strata leave open. */
static int write_all(struct batch_work *w, struct err *e)
{
	struct buffer *to = &w->shard->text;
	for (size_t i = 0; i < w->count; i++) {
		buffer_add(to, w->line[i].text, w->line[i].length);
		buffer_release(&w->line[i]);
	}
	for (size_t i = w->count; i < w->runs.count; i++)
		if (file_line(w, i, shard_line_begin(to, i), e) < 0)
			return -1;
	return gaps_line(w, shard_line_begin(to, 0), e);
}

/* Reads what was written. The lines of a run are kept until the run is evaluated. */
static int read_lines(struct batch_work *w, struct err *e)
{
	size_t shards = w->shard->count, files = w->runs.count;
	for (size_t i = 0; i < w->count || i < files; i++)
		for (size_t k = 0; k < shards; k++) {
			if (i < files && file_line(w, i, shard_line_next(w->shard, k, i), e) < 0)
				return -1;
			if (i < w->count)
				w->run[i].line[k] = shard_line_next(w->shard, k, i);
		}
	for (size_t k = 0; k < shards; k++)
		if (gaps_line(w, shard_line_next(w->shard, k, 0), e) < 0)
			return -1;
	return 0;
}

/* In place of reading the files: only their names are needed. */
static int name_files(struct batch_work *w, size_t count, struct err *e)
{
	const struct batch *b = w->b;
	if (runs_room(&w->runs, count, e) < 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		w->runs.run[i].in.path =
			shown_path(i < b->runs ? b->run[i] : b->pool.text[i - b->runs]);
	return 0;
}

/*
 * Runs.
 */

/* Copies cautions: the evaluation that owns their texts is released before they are printed. */
static int keep_texts(struct warned_run *c, const struct evaluation *x, struct err *e)
{
	const char *text = "";
	for (size_t i = 0; i < CAUTIONS_MAX && x->caution[i].text != NULL && text != NULL; i++) {
		text = arena_copy(&c->memory, slice_of(x->caution[i].text));
		c->caution[i] = (struct caution){ text, x->caution[i].count };
	}
	c->design_effects = design_effects_of(x, &c->memory);
	return text == NULL || c->memory.failed ? err_memory(e) : 0;
}

/* What there is to warn of; the receiver gets the rest. Takes `x` over. */
static int keep_evaluation(struct batch_work *w, size_t i, struct evaluation *x, struct err *e)
{
	struct warned_run *c = &w->warned[i];
	c->count = x->count;
	c->count.carried = w->receiver->topics_only ? 0 : x->count.carried;
	c->found.unmet = x->traps.unmet;
	if ((w->b->evaluation.traps &&
	     traps_of_run(x, w->b->evaluation.bounds.resamples, c, e) < 0) ||
	    keep_texts(c, x, e) < 0) {
		evaluation_release(x);
		return -1;
	}
	if (w->receiver->keep != NULL)
		w->receiver->keep->evaluation[i] = *x;
	else
		w->receiver->evaluated(w->receiver->context, i, x);
	return 0;
}

static int make_room_for_runs(struct batch_work *w, size_t count, struct err *e)
{
	w->count = count;
	w->run = arena_zeroed(&w->memory, count, sizeof *w->run);
	w->warned = arena_zeroed(&w->memory, count, sizeof *w->warned);
	w->line = arena_zeroed(&w->memory, count, sizeof *w->line);
	w->rates_differ = arena_zeroed(&w->memory, count, sizeof *w->rates_differ);
	size_t lines = shard_merges(w->shard) ? w->shard->count : 0;
	struct shard_line *line = arena_zeroed(&w->memory, count * lines, sizeof *line);
	if (w->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < count; i++)
		w->run[i] = (struct evaluated_run){
			.run = w->runs.count > 0 ? &w->runs.run[i] : NULL,
			.sample = w->sample,
			.number = i,
			.line = lines > 0 ? line + i * lines : NULL,
			.lines = lines,
		};
	const struct batch_receiver *receiver = w->receiver;
	if ((receiver->expect != NULL && receiver->expect(receiver->context, count, e) < 0) ||
	    (receiver->keep != NULL && run_scores_init(receiver->keep, count, e) < 0))
		return -1;
	return shard_merges(w->shard) ? read_lines(w, e) : 0;
}

/* Shows the receiver all runs, when each of them has been evaluated. */
static int hand_on(struct batch_work *w, struct err *e)
{
	const struct batch_receiver *receiver = w->receiver;
	if (receiver->all == NULL)
		return 0;
	for (size_t i = 0; i < w->count; i++)
		w->run[i].run = w->runs.count > 0 && w->runs.read[i] ? w->run[i].run : NULL;
	return receiver->all(receiver->of_all != NULL ? receiver->of_all : receiver->context,
			     w->run, w->count, e);
}

/*
 * Complete judgments: each run is read, evaluated and, unless it is wanted later, forgotten by one
 * thread.
 */

/* For --duplicates=first. */
static int drop_duplicates(struct batch_work *w, size_t file, struct err *e)
{
	return w->b->keep_first ? run_keep_first(&w->runs.run[file], &w->dropped[file], e) : 0;
}

/* Unless shards have evaluated it. */
static int read_run(struct batch_work *w, size_t i, struct err *e)
{
	const struct batch *b = w->b;
	const struct run_part part = { w->own, w->shard->number == 0 };
	if (shard_merges(w->shard))
		return 0;
	if (run_read(&w->runs.run[i], b->run_format, b->run[i], &b->judgments->names,
		     w->own != NULL ? &part : NULL, parallel_within(b->jobs, b->runs), e) < 0)
		return -1;
	w->runs.read[i] = true;
	return drop_duplicates(w, i, e);
}

/* All but the name of its file. */
static void forget_run(struct batch_work *w, size_t i)
{
	if (w->runs.read[i])
		run_release(&w->runs.run[i]);
	w->runs.read[i] = false;
}

/* Evaluates one run. It is read here if the judgments are complete. */
static int evaluate_one(void *context, size_t i, int thread, struct err *e)
{
	(void)thread;
	struct batch_work *w = context;
	const struct batch *b = w->b;
	const struct evaluated_run *r = &w->run[i];
	struct evaluation x;
	struct evaluation_options options = b->evaluation;
	options.jobs = parallel_within(b->jobs, w->count);
	options.shard = w->shard;
	int result = w->sample == NULL ? read_run(w, i, e) : 0;
	if (result == 0)
		result = evaluation_run(&x, b->asked, b->judgments, r, &options, e);
	if (result == 0 && shard_writes(w->shard)) {
		result = write_run(w, i, &x, r, &options, e);
		evaluation_release(&x);
	} else if (result == 0) {
		result = keep_evaluation(w, i, &x, e);
	}
	if (w->sample == NULL && !w->receiver->keep_runs)
		forget_run(w, i);
	return result;
}

static int begin_plain(struct batch_work *w, struct err *e)
{
	size_t count = w->b->runs;
	if ((shard_merges(w->shard) ? name_files(w, count, e) : runs_room(&w->runs, count, e)) < 0)
		return -1;
	return make_room_for_runs(w, count, e);
}

/*
 * Sampled judgments: all runs are needed to form the strata.
 */

static int no_such_run(const struct design *s, const char *name, struct err *e)
{
	char names[300] = "";
	for (size_t r = 0, at = 0; r < s->runs && at < sizeof names; r++)
		at += (size_t)snprintf(names + at, sizeof names - at, "%s%s", r > 0 ? ", " : "",
				       s->run[r]);
	return err_usage(e, "the table names no run '%.200s'; its column runs has %s%s", name,
			 s->runs > 0 ? names : "none",
			 strlen(names) + 1 == sizeof names ? "..." : "");
}

/* Runs have the numbers of the command line; those of a table, the table's. */
static int number_runs(struct batch_work *w, bool table, struct err *e)
{
	for (size_t i = 0; table && i < w->b->runs; i++) {
		const char *name = shown_path(w->b->run[i]);
		w->run[i].name = given_run_name(w->b->run[i]);
		w->run[i].number = text_find(w->sample->run, w->sample->runs, name);
		if (w->run[i].number == w->sample->runs)
			return no_such_run(w->sample, name, e);
	}
	return 0;
}

/* What there is to warn of, when all runs are evaluated. A table has no files of runs. */
static int warn_of_all(struct batch_work *w, bool table, struct err *e)
{
	const struct batch *b = w->b;
	bool files = w->sample != NULL && !table && b->frame_matters;
	if (w->sample != NULL && !table && batch_warn_of_frame(w, w->sample, e) < 0)
		return -1;
	batch_warn_of_intervals(w);
	if (!table && batch_warn_of_traps(w, e) < 0)
		return -1;
	for (size_t i = 0; i < w->count && files; i++)
		outside_frame_warn(w->runs.run[i].in.path, &w->warned[i].count.outside, b->outside,
				   w->warnings);
	for (size_t i = 0; i < w->count && !table; i++) {
		if (w->sample == NULL)
			batch_warn_of_duplicates(w, i);
		if (batch_check_known(w, i, e) < 0)
			return -1;
		batch_warn_of_run(w, i);
	}
	return 0;
}

/* The files of all runs, and behind them those of --pool. */
static int read_all(struct batch_work *w, struct err *e)
{
	const struct batch *b = w->b;
	const struct run_part part = { w->own, w->shard->number == 0 };
	const char **path = arena_zeroed(&w->memory, b->runs + b->pool.count, sizeof *path);
	if (path == NULL)
		return err_memory(e);
	for (size_t i = 0; i < b->runs + b->pool.count; i++)
		path[i] = i < b->runs ? b->run[i] : b->pool.text[i - b->runs];
	int result = runs_read(&w->runs, b->run_format, path, b->runs + b->pool.count,
			       &b->judgments->names, w->own != NULL ? &part : NULL, b->jobs, e);
	for (size_t i = 0; result == 0 && i < w->runs.count; i++)
		result = drop_duplicates(w, i, e);
	return result;
}

static void warn_of_jury(const struct labels *l, const struct labels_asked *asked,
			 struct warnings *w)
{
	const char *const *path = asked->file.text;
	for (size_t g = 1; g < l->jury.judges; g++) {
		if (l->lacking[g] > 0)
			warnings_add(w, "%s: documents that %s labels and this file does not: %zu",
				     path[g], path[0], l->lacking[g]);
		if (l->beyond[g] > 0)
			warnings_add(w,
				     "%s: labelled documents without a label in %s, the "
				     "first file: %zu. They are not used",
				     path[g], path[0], l->beyond[g]);
	}
}

static int build_sample(struct batch_work *w, struct design *s, bool without_runs, struct err *e)
{
	const struct batch *b = w->b;
	struct design_options strata = b->strata;
	struct labels labels;
	strata.only = w->own;
	strata.without_runs = without_runs;
	if (b->labels.file.count == 0)
		return design_build(s, b->judgments, w->runs.each, w->runs.count, &strata, e);
	if (labels_read(&labels, &b->labels, &b->judgments->names, e) < 0)
		return -1;
	strata.labels = &labels;
	warn_of_jury(&labels, &b->labels, w->warnings);
	int result = 0;
	if (b->label_frame == FRAME_OF_LABELS)
		result = labels_frame_check(b->judgments, w->runs.each, w->runs.count, w->warnings,
					    e);
	if (result == 0)
		result = design_build(s, b->judgments, w->runs.each, w->runs.count, &strata, e);
	labels_release(&labels);
	return result;
}

/* For a shard: how its topics are estimated depends on the strata of all. The runs matter to that
 * if they may form the strata, or are known to cut them. */
static int find_rates(struct batch_work *w, bool **differ, struct err *e)
{
	const struct judgments *j = w->b->judgments;
	bool *own = w->own, runs = j->with_probability == j->count ||
				   strata_are_whole(j, &w->b->strata) ||
				   w->b->strata.post_stratify || w->b->labels.file.count > 0;
	struct design s;
	*differ = arena_zeroed(&w->memory, w->b->runs, sizeof **differ);
	w->own = NULL;
	int result = *differ == NULL ? err_memory(e) : runs ? read_all(w, e) : 0;
	if (result == 0)
		result = build_sample(w, &s, !runs, e);
	for (size_t i = 0; result == 0 && i < w->b->runs; i++)
		(*differ)[i] = design_rates_differ(&s, i);
	if (result == 0)
		design_release(&s);
	runs_release(&w->runs);
	w->own = own;
	return result;
}

/* A table of strata names its runs; else they are files. Release the sample also after a failure.
 */
static int begin_sampled(struct batch_work *w, struct design *s, bool table, struct err *e)
{
	const struct judgments *j = w->b->judgments;
	const struct batch *b = w->b;
	/* if shards have evaluated the topics, nothing else of the sample is needed */
	*s = (struct design){ .weights_given = j->with_probability == j->count,
			      .topics = j->topics };
	bool named = shard_merges(w->shard) && !table, *differ = NULL;
	if (named && name_files(w, b->runs + b->pool.count, e) < 0)
		return -1;
	if (!table && w->own != NULL && b->frame_matters && find_rates(w, &differ, e) < 0)
		return -1;
	if (!named && ((!table && read_all(w, e) < 0) || build_sample(w, s, false, e) < 0))
		return -1;
	s->rates_differ = differ;
	s->gray = b->gray;
	s->outside_as = b->outside == OUTSIDE_AS_INSIDE ? OUTSIDE_BY_DESIGN : b->outside;
	w->sample = s;
	if (make_room_for_runs(w, table && b->runs == 0 ? s->runs : b->runs, e) < 0)
		return -1;
	for (size_t i = 0; i < w->count && !named && !table; i++)
		w->rates_differ[i] = design_rates_differ(s, i);
	s->rates_differ = w->rates_differ;
	for (size_t i = 0; i < w->runs.count; i++)
		batch_warn_of_duplicates(w, i);
	if (batch_check_sample(w, s, table, e) < 0)
		return -1;
	return w->receiver->strata == NULL ? number_runs(w, table, e) : 0;
}

/* Which topics a shard evaluates. */
static int find_own(struct batch_work *w, struct err *e)
{
	size_t topics = w->b->judgments->topics;
	if (!shard_writes(w->shard))
		return 0;
	w->own = arena_zeroed(&w->memory, topics, sizeof *w->own);
	for (size_t t = 0; w->own != NULL && t < topics; t++)
		w->own[t] = shard_computes(w->shard, t);
	return w->own == NULL ? err_memory(e) : 0;
}

static void work_release(struct batch_work *w)
{
	runs_release(&w->runs);
	for (size_t i = 0; w->line != NULL && i < w->count; i++)
		buffer_release(&w->line[i]);
	for (size_t i = 0; w->warned != NULL && i < w->count; i++)
		arena_release(&w->warned[i].memory);
	arena_release(&w->memory);
}

int batch_run(const struct batch *b, const struct batch_receiver *receiver,
	      struct warnings *warnings, struct err *e)
{
	struct shard none = { 0 };
	struct design sample = { 0 };
	struct batch_work w = { .b = b,
				.receiver = receiver,
				.warnings = warnings,
				.shard = b->shard != NULL ? b->shard : &none };
	bool table = b->judgments->format->kind == JUDGMENTS_TABLE, sampled = table || b->sampled;
	w.dropped = arena_zeroed(&w.memory, b->runs + b->pool.count, sizeof *w.dropped);
	w.unsampled = arena_zeroed(&w.memory, b->runs + b->pool.count, sizeof *w.unsampled);
	int result = w.memory.failed ? err_memory(e) : find_own(&w, e);
	if (result == 0)
		result = sampled ? begin_sampled(&w, &sample, table, e) : begin_plain(&w, e);
	if (result == 0 && receiver->strata != NULL && sampled) {
		result = receiver->strata(receiver->context, &sample, w.run, e);
	} else if (result == 0) {
		bool failed = parallel_each(b->jobs, w.count, evaluate_one, &w, e) < 0 ||
			      (shard_writes(w.shard) && write_all(&w, e) < 0) ||
			      hand_on(&w, e) < 0 || warn_of_all(&w, table, e) < 0;
		result = failed ? -1 : 0;
	}
	if (result == 0)
		result = warnings_check(warnings, e);
	design_release(&sample);
	work_release(&w);
	return result;
}
