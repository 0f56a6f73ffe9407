/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/parallel.h"
#include "core/data/runs/duplicates.h"
#include "core/data/runs/runs.h"
#include "core/engine/evaluate/batch.h"
#include "core/engine/evaluate/frame_reach.h"
#include "core/engine/evaluate/outside_frame.h"
#include "core/engine/evaluate/traps.h"

/* What there is to warn of in one run. */
struct counts {
	size_t missing, empty_groups, unbounded, carried;
	size_t unknown; /* documents retrieved, if none of them is in the sample */
	struct outside_frame outside;
	struct run_traps traps;
	struct caution caution[CAUTIONS_MAX];
	struct design_effects effects;
	struct arena texts; /* of cautions that were read from shards */
};

/* What the designs of the topics leave open. */
struct gaps {
	int64_t unsampled, outside; /* documents */
	size_t rated, labelled;	    /* topics */
	struct few_digits few_digits;
	struct label_counts labels;
};

struct work {
	const struct batch *b;
	struct shard *shard;
	bool *own; /* by topic: it is evaluated here; NULL: all are */
	struct warnings *warnings;
	struct warnings *run_warnings; /* of each run, if threads read the runs */
	struct runs runs;	       /* those of --pool too; none if the judgments are a table */
	const struct sample *sample;   /* NULL: the judgments are complete */
	size_t count;		       /* of runs to evaluate */
	size_t *number;		       /* of each, in the strata of the sample */
	struct counts *counts;	       /* of each */
	size_t *dropped;	       /* of each file: lines left out */
	int64_t *unsampled;	       /* of each file: see count_unsampled() */
	struct gaps gaps;
	/* Only in a shard: the lines of each run that are written, or those that were read from all
	 * shards. */
	struct buffer *line;
	struct shard_line *read;
	struct arena memory; /* of all these lists, and of names that are read */
};

/*
 * Shards.
 */

/* What is known of a file besides its topics. */
static void file_fields(struct work *w, size_t file, struct shard_line *l)
{
	struct run *run = &w->runs.run[file];
	SHARD_FIELD(l, &run->id);
	SHARD_FIELD(l, &run->records.lines_with_more);
	SHARD_SUM(l, &w->dropped[file]);
	SHARD_SUM(l, &w->unsampled[file]);
}

static void gaps_fields(struct gaps *g, struct shard_line *l)
{
	SHARD_SUM(l, &g->unsampled);
	SHARD_SUM(l, &g->outside);
	SHARD_SUM(l, &g->rated);
	SHARD_SUM(l, &g->labelled);
	SHARD_SUM(l, &g->labels.documents);
	SHARD_SUM(l, &g->labels.unlabelled);
	SHARD_SUM(l, &g->labels.outside);
	SHARD_SUM(l, &g->labels.judged);
	SHARD_SUM(l, &g->labels.judged_labelled);
	SHARD_SUM(l, &g->labels.topics_without);
	SHARD_SUM(l, &g->few_digits.strata);
	SHARD_SUM(l, &g->few_digits.topics);
	for (int i = 0; i < 2; i++) {
		SHARD_SUM(l, &g->few_digits.sum[i]);
		SHARD_SUM(l, &g->few_digits.effect[i]);
	}
}

static int write_file(struct work *w, size_t file, struct buffer *to, struct err *e)
{
	struct shard_line l = shard_line_begin(to, file);
	file_fields(w, file, &l);
	return shard_line_end(&l, e);
}

/* The lines of one run. */
static int write_run(struct work *w, size_t i, struct evaluation *x, const struct evaluated_run *r,
		     const struct evaluation_options *options, struct err *e)
{
	struct buffer *to = &w->line[i];
	if (r->run != NULL && write_file(w, i, to, e) < 0)
		return -1;
	struct shard_line l = shard_line_begin(to, i);
	return evaluation_write(x, r, options, &l, e);
}

/* All runs in their order, the files that are not evaluated, and what the strata leave open. */
static int write_all(struct work *w, struct err *e)
{
	struct buffer *to = &w->shard->text;
	for (size_t i = 0; i < w->count; i++) {
		buffer_add(to, w->line[i].text, w->line[i].length);
		buffer_release(&w->line[i]);
	}
	for (size_t i = w->count; i < w->runs.count; i++)
		if (write_file(w, i, to, e) < 0)
			return -1;
	struct shard_line l = shard_line_begin(to, 0);
	gaps_fields(&w->gaps, &l);
	return shard_line_end(&l, e);
}

static int read_file_line(struct work *w, size_t file, size_t shard, struct err *e)
{
	struct shard_line l = shard_line_next(w->shard, shard, file);
	l.memory = &w->memory;
	file_fields(w, file, &l);
	return shard_line_end(&l, e);
}

/* Reads what write_all() wrote. The lines of a run are kept until the run is evaluated. */
static int read_all_lines(struct work *w, struct err *e)
{
	size_t shards = w->shard->count, files = w->runs.count;
	for (size_t i = 0; i < w->count || i < files; i++)
		for (size_t k = 0; k < shards; k++) {
			if (i < files && read_file_line(w, i, k, e) < 0)
				return -1;
			if (i < w->count)
				w->read[i * shards + k] = shard_line_next(w->shard, k, i);
		}
	for (size_t k = 0; k < shards; k++) {
		struct shard_line l = shard_line_next(w->shard, k, 0);
		gaps_fields(&w->gaps, &l);
		if (shard_line_end(&l, e) < 0)
			return -1;
	}
	return 0;
}

/* In place of reading the files: only their names are needed. */
static int name_files(struct work *w, size_t count, struct err *e)
{
	const struct batch *b = w->b;
	w->runs = (struct runs){ .run = calloc(count + 1, sizeof *w->runs.run),
				 .read = calloc(count + 1, sizeof *w->runs.read),
				 .count = count };
	if (w->runs.run == NULL || w->runs.read == NULL)
		return err_memory(e);
	for (size_t i = 0; i < count; i++)
		w->runs.run[i].in.path = shown_path(i < b->runs ? b->run[i] : b->pool[i - b->runs]);
	return 0;
}

static struct run_part own_part(const struct work *w)
{
	return (struct run_part){ w->own, w->shard->number == 0 };
}

/*
 * Runs.
 */

/* Copies the texts of cautions: the evaluation that owns them is released before they are printed.
 */
static int keep_texts(struct counts *c, struct err *e)
{
	for (size_t i = 0; i < CAUTIONS_MAX && c->caution[i].text != NULL; i++) {
		c->caution[i].text = arena_copy(&c->texts, slice_of(c->caution[i].text));
		if (c->caution[i].text == NULL)
			return err_memory(e);
	}
	return 0;
}

static int warn_of_traps(struct work *w, struct err *e)
{
	const struct evaluation_options *o = &w->b->evaluation;
	struct run_traps *traps = arena_zeroed(&w->memory, w->count, sizeof *traps);
	if (traps == NULL)
		return err_memory(e);
	for (size_t i = 0; i < w->count; i++)
		traps[i] = w->counts[i].traps;
	if (o->traps && !shard_writes(w->shard))
		traps_warn(traps, w->count, o->digits, w->warnings);
	return 0;
}

static int evaluate_one(struct work *w, size_t i, const struct run *run, struct err *e)
{
	const struct batch *b = w->b;
	const struct evaluated_run r = { run, w->sample, w->number[i] };
	struct evaluation x;
	struct evaluation_options options = b->evaluation;
	options.jobs = parallel_within(b->jobs, w->count);
	options.shard = w->shard;
	size_t shards = w->shard->count;
	int result = shard_merges(w->shard)
			     ? evaluation_merge(&x, b->asked, b->judgments, &r, &options,
						w->read + i * shards, shards, e)
			     : evaluation_run(&x, b->asked, b->judgments, &r, &options, e);
	if (result < 0)
		return -1;
	if (shard_writes(w->shard)) {
		result = write_run(w, i, &x, &r, &options, e);
		evaluation_release(&x);
		return result;
	}
	w->counts[i] = (struct counts){ .unknown = x.sampled == 0 ? x.retrieved : 0,
					.missing = x.missing,
					.empty_groups = x.empty_groups,
					.unbounded = x.unbounded,
					.carried = x.carried,
					.outside = x.outside,
					.effects = design_effects_of(&x) };
	if (options.traps && traps_of_run(&x, options.digits, &w->counts[i].traps, e) < 0) {
		evaluation_release(&x);
		return -1;
	}
	memcpy(w->counts[i].caution, x.caution, sizeof x.caution);
	if (shard_merges(w->shard) && keep_texts(&w->counts[i], e) < 0) {
		evaluation_release(&x);
		return -1;
	}
	if (b->receiver->keep != NULL)
		b->receiver->keep->evaluation[i] = x;
	else
		b->receiver->evaluated(b->receiver->context, i, &x);
	return 0;
}

static int make_room(struct work *w, size_t count, struct err *e)
{
	w->count = count;
	w->number = arena_zeroed(&w->memory, count, sizeof *w->number);
	w->counts = arena_zeroed(&w->memory, count, sizeof *w->counts);
	w->line = arena_zeroed(&w->memory, count, sizeof *w->line);
	w->read = arena_zeroed(&w->memory, count * w->shard->count, sizeof *w->read);
	if (w->memory.failed)
		return err_memory(e);
	const struct batch_receiver *receiver = w->b->receiver;
	if (receiver->expect != NULL && receiver->expect(receiver->context, count, e) < 0)
		return -1;
	if (receiver->keep != NULL &&
	    run_scores_init(receiver->keep, count, w->b->run, w->b->runs, e) < 0)
		return -1;
	return shard_merges(w->shard) ? read_all_lines(w, e) : 0;
}

/* Shows the receiver all runs, when each of them has been evaluated. */
static int hand_on(struct work *w, struct err *e)
{
	const struct batch_receiver *receiver = w->b->receiver;
	if (receiver->all == NULL)
		return 0;
	struct evaluated_run *r = arena_zeroed(&w->memory, w->count, sizeof *r);
	if (r == NULL)
		return err_memory(e);
	for (size_t i = 0; i < w->count; i++)
		r[i] = (struct evaluated_run){
			.run = i < w->runs.count && w->runs.read[i] ? &w->runs.run[i] : NULL,
			.sample = w->sample,
			.number = w->number[i],
		};
	return receiver->all(receiver->context, r, w->count, e);
}

/* Warns once for all runs: the cause is the sample, the scores or the method, not a run. */
static void warn_of_intervals(const struct work *w)
{
	size_t unbounded = 0, carried = 0;
	struct caution caution[CAUTIONS_MAX] = { { 0 } };
	for (size_t i = 0; i < w->count; i++) {
		unbounded += w->counts[i].unbounded;
		carried += w->counts[i].carried;
		evaluation_add_cautions(caution, w->counts[i].caution);
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
	for (size_t i = 0; i < CAUTIONS_MAX && caution[i].text != NULL; i++)
		warnings_add(w->warnings, "in %zu interval%s %s", caution[i].count,
			     caution[i].count == 1 ? "" : "s", caution[i].text);
	const struct judged_clusters *c = &w->b->judgments->clusters;
	for (size_t i = 0; i < w->count; i++)
		if (w->counts[i].effects.text[0] != '\0')
			warnings_add(
				w->warnings,
				"%s: %zu judged documents are in %zu clusters; design effects: %s",
				w->runs.run[i].in.path, c->count, clusters_count(c),
				w->counts[i].effects.text);
}

/*
 * Complete judgments: each run is read, evaluated and, unless it is wanted later, forgotten by one
 * thread.
 */

/* For --duplicates=first. */
static int drop_duplicates(struct work *w, size_t file, struct err *e)
{
	return w->b->keep_first ? run_keep_first(&w->runs.run[file], &w->dropped[file], e) : 0;
}

static void warn_of_duplicates(const struct work *w, size_t file, struct warnings *to)
{
	size_t dropped = w->dropped[file];
	if (dropped > 0)
		warnings_add(to,
			     "%s: %zu line%s with a document that stands higher in the ranking "
			     "left out (--duplicates=first)",
			     w->runs.run[file].in.path, dropped, dropped == 1 ? "" : "s");
}

static void warn_of_run(const struct batch *b, const struct run *run, const struct counts *c,
			struct warnings *to)
{
	size_t missing = c->missing;
	run_warn_of_columns(run, to);
	if (missing > 0)
		warnings_add(to, "%s: %zu of %zu %s topics %s missing from the run; %s",
			     run->in.path, missing, b->judgments->chosen_count,
			     b->judgments->chosen != NULL ? "chosen" : "judged",
			     missing == 1 ? "is" : "are",
			     b->evaluation.join.complete ? "counted as retrieving nothing (-c)"
							 : "left out (-c counts them)");
	if (c->empty_groups > 0)
		warnings_add(to,
			     "%s: groups of which the run has no topic: %zu; its mean over groups "
			     "is without them",
			     run->in.path, c->empty_groups);
}

static int read_and_evaluate(void *context, size_t i, int thread, struct err *e)
{
	(void)thread;
	struct work *w = context;
	struct warnings *warnings = &w->run_warnings[i];
	struct run *run = &w->runs.run[i];
	const struct run_part part = own_part(w);
	bool merges = shard_merges(w->shard);
	if (!merges && run_read_part(run, w->b->run_format, w->b->run[i], &w->b->judgments->names,
				     w->own != NULL ? &part : NULL,
				     parallel_within(w->b->jobs, w->b->runs), e) < 0)
		return -1;
	int result = merges ? 0 : drop_duplicates(w, i, e);
	warn_of_duplicates(w, i, warnings);
	if (result == 0)
		result = evaluate_one(w, i, run, e);
	if (result == 0)
		warn_of_run(w->b, run, &w->counts[i], warnings);
	w->runs.read[i] = w->b->receiver->keep_runs;
	if (!w->runs.read[i])
		run_release(run);
	return result;
}

static int evaluate_plain(struct work *w, struct err *e)
{
	size_t count = w->b->runs;
	w->run_warnings = arena_zeroed(&w->memory, count, sizeof *w->run_warnings);
	int result = w->memory.failed ? err_memory(e) : name_files(w, count, e);
	if (result == 0)
		result = make_room(w, count, e);
	if (result == 0)
		result = parallel_each(w->b->jobs, count, read_and_evaluate, w, e);
	if (result == 0 && shard_writes(w->shard))
		result = write_all(w, e);
	if (result == 0)
		result = hand_on(w, e);
	if (result == 0) {
		warn_of_intervals(w);
		result = warn_of_traps(w, e);
	}
	for (size_t i = 0; w->run_warnings != NULL && i < count; i++) {
		if (result == 0)
			warnings_move(w->warnings, &w->run_warnings[i]);
		warnings_release(&w->run_warnings[i]);
	}
	return result;
}

/*
 * Sampled judgments: all runs are needed to form the strata.
 */

static struct gaps gaps_of(const struct sample *s)
{
	struct gaps g = { .few_digits = s->few_digits, .labels = s->strata.labels };
	for (size_t i = 0; i < s->strata.topics; i++) {
		const struct topic_strata *t = &s->strata.topic[i];
		g.outside += t->outside;
		g.rated += t->by_rate;
		g.labelled += t->source == SOURCE_LABELS;
		for (size_t c = 0; c < t->count; c = family_end(t, c)) {
			int64_t size = 0, sampled = 0;
			for (size_t k = c; k < family_end(t, c); k++) {
				size += t->stratum[k].size;
				sampled += t->stratum[k].sampled;
			}
			g.unsampled += sampled == 0 ? size : 0;
		}
	}
	return g;
}

/* With --post-stratify: documents in parts of sampled strata that have no sample, by run. */
static void count_unsampled(struct work *w, const struct sample *s)
{
	const struct strata *all = &s->strata;
	for (size_t r = 0; all->post_stratified && r < w->b->runs; r++)
		for (size_t t = 0; t < all->topics; t++)
			for (size_t c = 0; c < all->topic[t].count;
			     c = family_end(&all->topic[t], c)) {
				const struct stratum_part p[2] = {
					family_sum(&all->topic[t], c, r, 0),
					family_sum(&all->topic[t], c, r, 1),
				};
				for (int side = 0; side <= 1; side++)
					if (p[side].sampled == 0 && p[1 - side].sampled > 0)
						w->unsampled[r] += p[side].size;
			}
}

static void warn_of_parts(const struct work *w)
{
	for (size_t r = 0; r < w->b->runs; r++)
		if (w->unsampled[r] > 0)
			warnings_add(w->warnings,
				     "%s: %lld documents are in parts of strata of which nothing "
				     "was sampled (%s): they are taken to have the "
				     "share of relevant documents of the other parts and strata",
				     w->b->run[r], (long long)w->unsampled[r],
				     w->b->labels.path != NULL ? "--labels" : "--post-stratify");
}

static void warn_of_sample(struct work *w, const struct sample *s)
{
	const struct gaps g = w->gaps;
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
	const struct few_digits *d = &g.few_digits;
	if (d->strata > 0)
		warnings_add(w->warnings,
			     "in %zu strat%s the sum of 1/p is no whole number of documents, by "
			     "%.2g %%: the probabilities have few digits, or were not those of "
			     "simple random samples. Estimates use them as they are written; a "
			     "column size, or --strata, gives sizes",
			     d->strata, d->strata == 1 ? "um" : "a",
			     100 * d->effect[0] / d->sum[0]);
	if (d->topics > 0)
		warnings_add(w->warnings,
			     "in %zu topic%s the probabilities have so few digits that the sum of "
			     "1/p may be off by %.2g %%: it is used as it is written",
			     d->topics, d->topics == 1 ? "" : "s", 100 * d->effect[1] / d->sum[1]);
	if (g.labelled > 0)
		warnings_add(w->warnings,
			     "in %zu topic%s the strata have no sizes: they are cut by the runs, "
			     "and other runs give other estimates (--strata gives sizes)",
			     g.labelled, g.labelled == 1 ? "" : "s");
}

/* Classes of which nothing was judged in any topic: a part of the topics, as shards have, cannot
 * tell. */
static void warn_of_classes(const struct work *w, const struct strata *s)
{
	for (size_t k = 0; w->shard->count == 0 && k < s->classes; k++) {
		int64_t size = 0, sampled = 0;
		for (size_t t = 0; t < s->topics; t++)
			for (size_t i = 0; i < s->topic[t].count; i++) {
				const struct design_stratum *c = &s->topic[t].stratum[i];
				bool own = c->family > 0 && c->class_of == (int32_t)k;
				size += own ? c->size : 0;
				sampled += own ? c->sampled : 0;
			}
		if (size > 0 && sampled == 0)
			warnings_add(
				w->warnings,
				"%s: of the %lld documents with label '%s' none is judged: they are "
				"joined with those of a neighbouring label",
				w->b->labels.path, (long long)size, s->class_name[k]);
	}
}

static int check_labels(const struct work *w, const struct sample *s, struct err *e)
{
	const struct label_counts *c = &w->gaps.labels;
	const char *path = w->b->labels.path;
	size_t topics = s->strata.topics;
	if (path == NULL)
		return 0;
	if (c->judged > 0 && c->judged_labelled == 0)
		return err_data(e,
				"%.600s: no judged document has a label: are topics and document "
				"numbers written the same way?",
				path);
	if (c->topics_without > 0)
		warnings_add(w->warnings,
			     "%s: %zu of %zu topics %s no labels, and %s not divided by them", path,
			     c->topics_without, topics, c->topics_without == 1 ? "has" : "have",
			     c->topics_without == 1 ? "is" : "are");
	if (c->unlabelled > 0)
		warnings_add(w->warnings,
			     "%s: %lld of %lld documents of the strata have no label: they are a "
			     "class of their own",
			     path, (long long)c->unlabelled, (long long)c->documents);
	if (c->outside > 0)
		warnings_add(
			w->warnings,
			"%s: labelled documents that are in no stratum of the sample: %lld. They "
			"are not used",
			path, (long long)c->outside);
	warn_of_classes(w, &s->strata);
	if (!s->stratified && !shard_merges(w->shard))
		warnings_add(
			w->warnings,
			"%s: the probabilities give no strata, which labels could divide: they "
			"do not change the est_ measures",
			path);
	return 0;
}

/* Whether a measure is asked for whose value depends on the ranks of all relevant documents. */
static bool asks_for_rankings(const struct request_list *p)
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
	if (!s->weights_given || !asks_for_rankings(b->asked))
		return 0;
	if (frame_reach_of(&x, s, b->judgments, w->runs.each, w->count, b->jobs, w->shard, e) < 0)
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

/* The least share of a stratum that was sampled; 0 in a merge, which has no strata. */
static double least_rate(const struct strata *all)
{
	double least = all->topic != NULL ? 1 : 0;
	for (size_t t = 0; all->topic != NULL && t < all->topics; t++)
		for (size_t c = 0; c < all->topic[t].count; c++) {
			const struct design_stratum *x = &all->topic[t].stratum[c];
			if (x->size > 0)
				least = fmin(least, (double)x->sampled / (double)x->size);
		}
	return least;
}

/* So many documents of a production would be in the sample on average, or more. That none is has a
 * probability of e^-20. */
static const double SURELY_SAMPLED = 20;

/*
 * None of the documents is in the sample. Of a production that is an error if it cannot be chance:
 * a recall of 0 would be printed. A ranking may retrieve what could not be drawn.
 */
static int check_known(const struct work *w, const struct sample *s, size_t run, struct err *e)
{
	const char *path = w->runs.run[run].in.path;
	size_t unknown = w->counts[run].unknown;
	if (unknown == 0 || w->b->strata.partial)
		return 0;
	double expected = (double)unknown * least_rate(&s->strata);
	bool set = w->b->run_format != NULL && strcmp(w->b->run_format->name, "set") == 0;
	if (set && expected >= SURELY_SAMPLED)
		return err_data(e,
				"%.600s: not one of its %zu documents is in the sample, where at "
				"least %.0f would be: are the document numbers written the same "
				"way?",
				path, unknown, expected);
	warnings_add(w->warnings,
		     "%s: documents: %zu, and not one of them is in the sample: are the document "
		     "numbers written the same way?",
		     path, unknown);
	return 0;
}

static int evaluate_sample(struct work *w, struct sample *s, bool table, struct err *e)
{
	const struct batch *b = w->b;
	bool strata = b->receiver->strata != NULL;
	s->gray = b->gray;
	s->outside_as = b->outside;
	w->sample = s;
	if (!strata && make_room(w, table && b->runs == 0 ? s->strata.runs : b->runs, e) < 0)
		return -1;
	for (size_t i = 0; i < w->runs.count; i++)
		warn_of_duplicates(w, i, w->warnings);
	if (table || !shard_merges(w->shard))
		w->gaps = gaps_of(s);
	if (!table && !shard_merges(w->shard))
		count_unsampled(w, s);
	warn_of_sample(w, s);
	warn_of_parts(w);
	if (check_labels(w, s, e) < 0)
		return -1;
	if (strata)
		return b->receiver->strata(b->receiver->context, s, e);
	if (number_runs(w, table, e) < 0 ||
	    parallel_each(b->jobs, w->count, evaluate_in_sample, w, e) < 0 || hand_on(w, e) < 0)
		return -1;
	if (shard_writes(w->shard) && write_all(w, e) < 0)
		return -1;
	if (!table && warn_of_frame(w, s, e) < 0)
		return -1;
	warn_of_intervals(w);
	bool matters = b->strata.pairs || requests_need_frame(b->asked);
	for (size_t i = 0; i < w->count && !table && matters; i++)
		outside_frame_warn(w->runs.run[i].in.path, &w->counts[i].outside, b->outside,
				   w->warnings);
	for (size_t i = 0; i < w->count && !table; i++) {
		warn_of_run(b, &w->runs.run[i], &w->counts[i], w->warnings);
		if (check_known(w, s, i, e) < 0)
			return -1;
	}
	return 0;
}

/* The files of all runs, and behind them those of --pool. */
static int read_all(struct work *w, struct err *e)
{
	const struct batch *b = w->b;
	const struct run_part part = own_part(w);
	const char **path = arena_zeroed(&w->memory, b->runs + b->pools, sizeof *path);
	if (path == NULL)
		return err_memory(e);
	for (size_t i = 0; i < b->runs + b->pools; i++)
		path[i] = i < b->runs ? b->run[i] : b->pool[i - b->runs];
	int result =
		runs_read_part(&w->runs, b->run_format, path, b->runs + b->pools,
			       &b->judgments->names, w->own != NULL ? &part : NULL, b->jobs, e);
	for (size_t i = 0; result == 0 && i < w->runs.count; i++)
		result = drop_duplicates(w, i, e);
	return result;
}

static int build_sample(struct work *w, struct sample *s, struct err *e)
{
	const struct batch *b = w->b;
	struct strata_options strata = b->strata;
	struct labels labels;
	strata.only = w->own;
	if (b->labels.path == NULL)
		return sample_build(s, b->judgments, w->runs.each, w->runs.count, &strata,
				    b->capped, e);
	if (labels_read(&labels, &b->labels, &b->judgments->names, e) < 0)
		return -1;
	strata.labels = &labels;
	int result =
		sample_build(s, b->judgments, w->runs.each, w->runs.count, &strata, b->capped, e);
	labels_release(&labels);
	return result;
}

/* A table of strata names its runs; else they are files. */
static int evaluate_sampled(struct work *w, bool table, struct err *e)
{
	const struct judgments *j = w->b->judgments;
	/* if shards have evaluated the topics, nothing else of the sample is needed */
	struct sample s = { .weights_given = j->with_probability == j->count,
			    .strata.topics = j->topics };
	bool named = shard_merges(w->shard) && !table;
	if (named && name_files(w, w->b->runs + w->b->pools, e) < 0)
		return -1;
	if (!named && ((!table && read_all(w, e) < 0) || build_sample(w, &s, e) < 0))
		return -1;
	int result = evaluate_sample(w, &s, table, e);
	sample_release(&s);
	return result;
}

/* Which topics a shard evaluates. */
static int find_own(struct work *w, struct err *e)
{
	size_t topics = w->b->judgments->topics;
	if (!shard_writes(w->shard))
		return 0;
	w->own = arena_zeroed(&w->memory, topics, sizeof *w->own);
	for (size_t t = 0; w->own != NULL && t < topics; t++)
		w->own[t] = shard_computes(w->shard, t);
	return w->own == NULL ? err_memory(e) : 0;
}

int batch_run(const struct batch *b, struct warnings *warnings, struct err *e)
{
	struct shard none = { 0 };
	struct work w = { .b = b,
			  .warnings = warnings,
			  .shard = b->shard != NULL ? b->shard : &none };
	bool table = b->judgments->format->kind == JUDGMENTS_TABLE;
	w.dropped = arena_zeroed(&w.memory, b->runs + b->pools, sizeof *w.dropped);
	w.unsampled = arena_zeroed(&w.memory, b->runs + b->pools, sizeof *w.unsampled);
	int result = w.memory.failed ? err_memory(e) : find_own(&w, e);
	if (result == 0)
		result = table || b->sampled ? evaluate_sampled(&w, table, e)
					     : evaluate_plain(&w, e);
	if (result == 0)
		result = warnings_check(warnings, e);
	runs_release(&w.runs);
	for (size_t i = 0; w.line != NULL && i < w.count; i++)
		buffer_release(&w.line[i]);
	for (size_t i = 0; w.counts != NULL && i < w.count; i++)
		arena_release(&w.counts[i].texts);
	arena_release(&w.memory);
	return result;
}
