/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/parallel.h"
#include "core/data/runs/duplicates.h"
#include "core/data/runs/runs.h"
#include "core/engine/evaluate/batch.h"
#include "core/engine/evaluate/frame_reach.h"

/* What one run gave rise to warn of. */
struct counts {
	size_t missing, unbounded, carried;
	size_t strange; /* documents retrieved, if none of them is in the sample */
	struct doubt doubt[DOUBTS_MAX];
};

struct work {
	const struct batch *b;
	struct warnings *warnings;
	struct runs runs;	     /* those of --pool too; none if the judgments are a table */
	const struct sample *sample; /* NULL: the judgments are complete */
	size_t count;		     /* of runs to evaluate */
	size_t *number;		     /* of each, in the strata of the sample */
	struct counts *counts;	     /* of each */
};

static int evaluate_one(struct work *w, size_t i, const struct run *run, struct err *e)
{
	const struct batch *b = w->b;
	const struct evaluated_run r = { run, w->sample, w->number[i] };
	struct evaluation x;
	struct evaluation_options options = b->evaluation;
	options.jobs = parallel_within(b->jobs, w->count);
	if (evaluation_run(&x, b->plan, b->judgments, &r, &options, e) < 0)
		return -1;
	w->counts[i] = (struct counts){ .strange = x.met == 0 ? x.retrieved : 0,
					.missing = x.missing,
					.unbounded = x.unbounded,
					.carried = x.carried };
	memcpy(w->counts[i].doubt, x.doubt, sizeof x.doubt);
	b->sink->evaluated(b->sink->context, i, &x);
	return 0;
}

static int make_room(struct work *w, size_t count, struct err *e)
{
	w->count = count;
	w->number = calloc(count + 1, sizeof *w->number);
	w->counts = calloc(count + 1, sizeof *w->counts);
	if (w->number == NULL || w->counts == NULL)
		return err_memory(e);
	return w->b->sink->expect(w->b->sink->context, count, e);
}

/* Every run has been evaluated. */
static int hand_on(const struct work *w, struct err *e)
{
	const struct batch_sink *sink = w->b->sink;
	if (sink->all == NULL)
		return 0;
	struct evaluated_run *r = calloc(w->count + 1, sizeof *r);
	if (r == NULL)
		return err_memory(e);
	for (size_t i = 0; i < w->count; i++)
		r[i] = (struct evaluated_run){
			.run = i < w->runs.count && w->runs.read[i] ? &w->runs.run[i] : NULL,
			.sample = w->sample,
			.number = w->number[i],
		};
	int result = sink->all(sink->context, r, w->count, e);
	free(r);
	return result;
}

/* Once for all runs: it is the sample, the scores and the method that matter. */
static void warn_of_intervals(const struct work *w)
{
	size_t unbounded = 0, carried = 0;
	struct doubt doubt[DOUBTS_MAX] = { { 0 } };
	for (size_t i = 0; i < w->count; i++) {
		unbounded += w->counts[i].unbounded;
		carried += w->counts[i].carried;
		evaluation_add_doubts(doubt, w->counts[i].doubt);
	}
	if (unbounded > 0)
		warnings_add(w->warnings,
			     "%zu interval%s of means %s nan: there is one topic, all have one "
			     "score, or scores lie outside the method's range (-h --ci=METHOD)",
			     unbounded, unbounded == 1 ? "" : "s", unbounded == 1 ? "is" : "are");
	if (carried > 0)
		warnings_add(
			w->warnings,
			"%zu interval%s of means rest%s on one topic, which has more than half "
			"of the sum of the scores",
			carried, carried == 1 ? "" : "s", carried == 1 ? "s" : "");
	for (size_t i = 0; i < DOUBTS_MAX && doubt[i].text != NULL; i++)
		warnings_add(w->warnings, "in %zu interval%s %s", doubt[i].count,
			     doubt[i].count == 1 ? "" : "s", doubt[i].text);
}

/*
 * Complete judgments: each run is read, evaluated and, unless it is wanted later, forgotten by one
 * thread.
 */

/* With --duplicates=first. */
static int drop_duplicates(const struct batch *b, struct run *run, struct warnings *to,
			   struct err *e)
{
	size_t dropped = 0;
	if (b->keep_first && run_keep_first(run, &dropped, e) < 0)
		return -1;
	if (dropped > 0)
		warnings_add(to,
			     "%s: %zu line%s with a document that stands higher in the ranking "
			     "left out (--duplicates=first)",
			     run->in.path, dropped, dropped == 1 ? "" : "s");
	return 0;
}

static void warn_of_run(const struct batch *b, const struct run *run, size_t missing,
			struct warnings *to)
{
	run_warn_of_columns(run, to);
	if (missing > 0)
		warnings_add(to, "%s: %zu of %zu %s topics %s missing from the run; %s",
			     run->in.path, missing, b->judgments->chosen_count,
			     b->judgments->chosen != NULL ? "chosen" : "judged",
			     missing == 1 ? "is" : "are",
			     b->evaluation.join.complete ? "counted as retrieving nothing (-c)"
							 : "left out (-c counts them)");
}

struct plain {
	struct work *w;
	struct warnings *warnings; /* of each run */
};

static int read_and_evaluate(void *context, size_t i, int thread, struct err *e)
{
	(void)thread;
	const struct plain *p = context;
	struct work *w = p->w;
	struct run *run = &w->runs.run[i];
	if (run_read(run, w->b->run_format, w->b->run[i], &w->b->judgments->names,
		     parallel_within(w->b->jobs, w->b->runs), e) < 0)
		return -1;
	int result = drop_duplicates(w->b, run, &p->warnings[i], e);
	if (result == 0)
		result = evaluate_one(w, i, run, e);
	if (result == 0)
		warn_of_run(w->b, run, w->counts[i].missing, &p->warnings[i]);
	w->runs.read[i] = w->b->sink->keep_runs;
	if (!w->runs.read[i])
		run_release(run);
	return result;
}

static int evaluate_plain(struct work *w, struct err *e)
{
	size_t count = w->b->runs;
	w->runs = (struct runs){ .run = calloc(count + 1, sizeof *w->runs.run),
				 .read = calloc(count + 1, sizeof *w->runs.read),
				 .count = count };
	struct plain p = { w, calloc(count + 1, sizeof *p.warnings) };
	int result = w->runs.run == NULL || w->runs.read == NULL || p.warnings == NULL
			     ? err_memory(e)
			     : make_room(w, count, e);
	if (result == 0)
		result = parallel_each(w->b->jobs, count, read_and_evaluate, &p, e);
	if (result == 0)
		result = hand_on(w, e);
	if (result == 0)
		warn_of_intervals(w);
	for (size_t i = 0; p.warnings != NULL && i < count; i++) {
		if (result == 0)
			warnings_move(w->warnings, &p.warnings[i]);
		warnings_release(&p.warnings[i]);
	}
	free(p.warnings);
	return result;
}

/*
 * Sampled judgments: all runs are needed to form the strata.
 */

/* What the designs of the topics leave open. */
struct gaps {
	int64_t unsampled, outside; /* documents */
	size_t rated, labelled;	    /* topics */
};

static struct gaps gaps_of(const struct sample *s)
{
	struct gaps g = { 0 };
	for (size_t i = 0; i < s->strata.topics; i++) {
		const struct topic_strata *t = &s->strata.topic[i];
		g.outside += t->outside;
		g.rated += t->by_rate;
		g.labelled += t->source == SOURCE_LABELS;
		for (size_t c = 0; c < t->count; c++)
			g.unsampled += t->cell[c].sampled == 0 ? t->cell[c].size : 0;
	}
	return g;
}

static void warn_of_sample(struct work *w, const struct sample *s)
{
	const struct gaps g = gaps_of(s);
	if (g.unsampled > 0)
		warnings_add(w->warnings,
			     "%lld documents are in strata of which nothing was sampled: they are "
			     "taken to have the share of relevant documents of the other strata",
			     (long long)g.unsampled);
	if (g.outside > 0)
		warnings_add(w->warnings,
			     "%lld documents of the collection%s are in no stratum that was "
			     "sampled: the estimates say nothing of them",
			     (long long)g.outside,
			     s->strata.topics > 1 ? ", over all topics," : "");
	if (g.rated > 0 && w->b->strata.collection_size > 0)
		warnings_add(w->warnings,
			     "in %zu topic%s the runs do not form the strata of the sample: "
			     "documents of one probability are taken as a stratum (--pool names "
			     "the runs that formed them)",
			     g.rated, g.rated == 1 ? "" : "s");
	if (g.labelled > 0)
		warnings_add(w->warnings,
			     "in %zu topic%s the strata have no sizes: they are cut by the runs, "
			     "and other runs give other estimates (--strata gives sizes)",
			     g.labelled, g.labelled == 1 ? "" : "s");
}

/* Whether anything is asked for that all relevant documents matter to, by their ranks. */
static bool asks_for_rankings(const struct plan *p)
{
	for (size_t i = 0; i < p->requests; i++) {
		const struct measure *m = p->request[i].measure;
		if (m->ranking && m->input == INPUT_SAMPLE && m->estimates != NULL &&
		    strcmp(m->estimates, "P") != 0)
			return true;
	}
	return false;
}

static int warn_of_frame(struct work *w, const struct sample *s, struct err *e)
{
	const struct batch *b = w->b;
	struct frame_reach x;
	if (!s->weights_given || !asks_for_rankings(b->plan))
		return 0;
	if (frame_reach_of(&x, s, b->judgments, w->runs.each, w->count, b->jobs, e) < 0)
		return -1;
	if (frame_reach_is_below(&x))
		warnings_add(
			w->warnings,
			"the runs retrieve %.0f documents (topics: %zu), but the sample was "
			"drawn from about %.0f: some %.0f could not be drawn. Average precision "
			"and R-precision are estimated as if none of those were relevant "
			"('strat_eval sample --below' draws from them too)",
			x.retrieved, x.topics, x.frame, x.retrieved - x.frame);
	return 0;
}

static int evaluate_in_sample(void *context, size_t i, int thread, struct err *e)
{
	(void)thread;
	struct work *w = context;
	return evaluate_one(w, i, w->runs.count > 0 ? &w->runs.run[i] : NULL, e);
}

static int64_t find_run(const struct strata *s, const char *name)
{
	for (size_t r = 0; r < s->runs; r++)
		if (strcmp(s->run[r], name) == 0)
			return (int64_t)r;
	return -1;
}

/* Runs have the numbers of the command line; those of a table, the table's. */
static int number_runs(struct work *w, bool table, struct err *e)
{
	for (size_t i = 0; i < w->count; i++) {
		bool named = table && w->b->runs > 0;
		int64_t number = named ? find_run(&w->sample->strata, w->b->run[i]) : (int64_t)i;
		if (number < 0)
			return err_usage(e, "the table names no run '%.200s'", w->b->run[i]);
		w->number[i] = (size_t)number;
	}
	return 0;
}

static int evaluate_sample(struct work *w, struct sample *s, bool table, struct err *e)
{
	const struct batch *b = w->b;
	s->gray = b->gray;
	w->sample = s;
	warn_of_sample(w, s);
	if (b->sink->strata != NULL)
		return b->sink->strata(b->sink->context, s, e);
	if (make_room(w, table && b->runs == 0 ? s->strata.runs : b->runs, e) < 0 ||
	    number_runs(w, table, e) < 0 ||
	    parallel_each(b->jobs, w->count, evaluate_in_sample, w, e) < 0 || hand_on(w, e) < 0)
		return -1;
	if (!table && warn_of_frame(w, s, e) < 0)
		return -1;
	warn_of_intervals(w);
	for (size_t i = 0; i < w->count && !table; i++) {
		warn_of_run(b, &w->runs.run[i], w->counts[i].missing, w->warnings);
		if (w->counts[i].strange > 0 && !b->strata.partial)
			warnings_add(
				w->warnings,
				"%s: documents: %zu, and not one of them is in the sample: are "
				"the document numbers written alike?",
				w->runs.run[i].in.path, w->counts[i].strange);
	}
	return 0;
}

/* The files of all runs, and behind them those of --pool. */
static int read_all(struct work *w, struct err *e)
{
	const struct batch *b = w->b;
	const char **path = calloc(b->runs + b->pools + 1, sizeof *path);
	if (path == NULL)
		return err_memory(e);
	for (size_t i = 0; i < b->runs + b->pools; i++)
		path[i] = i < b->runs ? b->run[i] : b->pool[i - b->runs];
	int result = runs_read(&w->runs, b->run_format, path, b->runs + b->pools,
			       &b->judgments->names, b->jobs, e);
	for (size_t i = 0; result == 0 && i < w->runs.count; i++)
		result = drop_duplicates(b, &w->runs.run[i], w->warnings, e);
	free(path);
	return result;
}

/* A table of strata names its runs; else they are files. */
static int evaluate_sampled(struct work *w, bool table, struct err *e)
{
	const struct batch *b = w->b;
	struct sample s;
	if ((!table && read_all(w, e) < 0) ||
	    sample_build(&s, b->judgments, w->runs.each, w->runs.count, &b->strata, b->capped, e) <
		    0)
		return -1;
	int result = evaluate_sample(w, &s, table, e);
	sample_release(&s);
	return result;
}

int batch_run(const struct batch *b, struct warnings *warnings, struct err *e)
{
	struct work w = { .b = b, .warnings = warnings };
	bool table = b->judgments->format->kind == JUDGMENTS_TABLE;
	int result = table || b->sampled ? evaluate_sampled(&w, table, e) : evaluate_plain(&w, e);
	if (result == 0)
		result = warnings_check(warnings, e);
	runs_release(&w.runs);
	free(w.number);
	free(w.counts);
	return result;
}
