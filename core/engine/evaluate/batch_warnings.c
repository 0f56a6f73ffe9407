/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/engine/evaluate/batch_work.h"
#include "core/engine/evaluate/outside_frame.h"

/* The highest grade of the topics that are asked for; below 0: none is 0 or above. */
static int32_t highest_grade(const struct judgments *j)
{
	int32_t highest = GRADE_UNPOOLED;
	for (size_t t = 0; t < j->topics; t++) {
		const struct judgment_set *s = &j->topic[t].all;
		if (judgments_have_chosen(j, t) && s->distinct_grades > 0 &&
		    s->grades[0].grade > highest)
			highest = s->grades[0].grade;
	}
	return highest;
}

/* Where nothing is relevant a measure is 0, or undefined, whatever a run finds. */
static void warn_of_judgments(const struct batch *b, struct warnings *w)
{
	int32_t highest = highest_grade(b->judgments);
	for (size_t i = 0; i < b->asked->requests; i++) {
		const struct request *q = &b->asked->request[i];
		const struct measure *m = q->measure;
		int32_t least = m->graded ? 1 : q->level;
		if (!measure_is_averaged(m) || m->input != INPUT_GRADES || m->any_judgments ||
		    m->scores || q->parameters.gains > 0 || highest >= least)
			continue;
		warnings_add(w,
			     "%s: no judged document has the grade %d or above, so none is "
			     "relevant: %s says nothing about a run",
			     b->judgments->in.path, (int)least, column_title(&q->column[0]));
		return;
	}
}

int batch_warn_of_traps(struct batch_work *w, struct err *e)
{
	const struct evaluation_options *o = &w->b->evaluation;
	if (!o->traps || shard_writes(w->shard))
		return 0;
	if (w->sample == NULL)
		warn_of_judgments(w->b, w->warnings);
	return traps_warn(w->warned, w->count, o->digits, !o->compared, w->warnings, e);
}

void batch_warn_of_means(size_t carried, struct warnings *w)
{
	if (carried > 0)
		warnings_add(
			w,
			"%zu interval%s of means rest%s on one topic, which has more than half "
			"of the sum of the scores",
			carried, carried == 1 ? "" : "s", carried == 1 ? "s" : "");
}

void batch_warn_of_intervals(const struct batch_work *w)
{
	size_t carried = 0;
	struct caution caution[CAUTIONS_MAX] = { { 0 } };
	for (size_t i = 0; i < w->count; i++) {
		carried += w->warned[i].count.carried;
		evaluation_add_cautions(caution, w->warned[i].caution);
	}
	batch_warn_of_means(carried, w->warnings);
	for (size_t i = 0; i < CAUTIONS_MAX && caution[i].text != NULL; i++)
		warnings_add(w->warnings, "in %zu interval%s %s", caution[i].count,
			     caution[i].count == 1 ? "" : "s", caution[i].text);
	const struct judged_clusters *c = &w->b->judgments->clusters;
	for (size_t i = 0; i < w->count; i++)
		if (w->warned[i].design_effects != NULL)
			warnings_add(
				w->warnings,
				"%s: %zu judged documents are in %zu clusters; design effects: %s",
				w->runs.run[i].in.path, c->count, clusters_count(c),
				w->warned[i].design_effects);
}

void batch_warn_of_duplicates(const struct batch_work *w, size_t file)
{
	size_t dropped = w->dropped[file];
	if (dropped > 0)
		warnings_add(w->warnings,
			     "%s: %zu line%s with a document that appears higher in the ranking "
			     "left out (--duplicates=first)",
			     w->runs.run[file].in.path, dropped, dropped == 1 ? "" : "s");
}

void batch_warn_of_run(const struct batch_work *w, size_t run)
{
	const struct batch *b = w->b;
	const struct run_counts *c = &w->warned[run].count;
	const char *path = w->runs.run[run].in.path;
	size_t missing = c->missing, all = b->judgments->chosen_count;
	if (missing > 0 && !b->evaluation.join.complete)
		warnings_add(w->warnings,
			     "%s: %zu of %zu %s topics %s missing from the run; left out of its "
			     "means (-c counts them)",
			     path, missing, all, b->judgments->chosen != NULL ? "chosen" : "judged",
			     missing == 1 ? "is" : "are");
	if (c->retrieved == 0 && missing == all)
		warnings_add(w->warnings,
			     "%s: none of the %zu judged topics is in the run: its scores are "
			     "meaningless. Are topics written the same way?",
			     path, b->judgments->topics);
	if (c->empty_groups > 0)
		warnings_add(w->warnings,
			     "%s: groups of which the run has no topic: %zu; its mean over groups "
			     "leaves them out",
			     path, c->empty_groups);
}

static void add_classes(struct sample_gaps *g, const struct topic_strata *t)
{
	for (size_t i = 0; i < t->count; i++) {
		const struct design_stratum *c = &t->stratum[i];
		if (c->cell_of == 0 || c->class_of < 0 || (size_t)c->class_of >= g->classes)
			continue;
		g->class_gap[c->class_of].size += c->size;
		g->class_gap[c->class_of].sampled += c->sampled;
	}
}

static struct sample_gaps gaps_of(struct batch_work *w, const struct design *s)
{
	struct sample_gaps g = { .few_digits = s->few_digits, .labels = s->labels };
	size_t classes = w->b->labels.file.count == 1 ? s->classes : 0;
	g.class_gap = arena_zeroed(&w->memory, classes + 1, sizeof *g.class_gap);
	for (; g.class_gap != NULL && g.classes < classes; g.classes++)
		g.class_gap[g.classes].name = s->class_name[g.classes];
	for (size_t i = 0; i < s->topics; i++) {
		const struct topic_strata *t = &s->topic[i];
		g.outside += t->outside;
		g.rated += topic_source(t) == SOURCE_RATES;
		g.stratified += t->count > 0;
		add_classes(&g, t);
		g.named += topic_source(t) == SOURCE_NAMES;
		for (size_t c = 0; c < t->count; c = cells_end(t, c)) {
			const struct stratum_part all = cells_sum(t, c, 0, -1);
			g.unsampled += all.sampled == 0 ? all.size : 0;
		}
	}
	return g;
}

/* By run, documents in parts of sampled strata that have no sample (--post-stratify). */
static void count_unsampled(struct batch_work *w, const struct design *s)
{
	for (size_t r = 0; s->post_stratified && r < w->b->runs; r++)
		for (size_t t = 0; t < s->topics; t++)
			for (size_t c = 0; c < s->topic[t].count; c = cells_end(&s->topic[t], c)) {
				const struct stratum_part p[2] = {
					cells_sum(&s->topic[t], c, r, 0),
					cells_sum(&s->topic[t], c, r, 1),
				};
				for (int side = 0; side <= 1; side++)
					if (p[side].sampled == 0 && p[1 - side].sampled > 0)
						w->unsampled[r] += p[side].size;
			}
}

static void warn_of_parts(const struct batch_work *w)
{
	for (size_t r = 0; r < w->b->runs; r++) {
		bool one = w->unsampled[r] == 1;
		if (w->unsampled[r] > 0 && !w->b->judgments->format->pairs)
			warnings_add(
				w->warnings,
				"%s: %lld document%s in parts of strata without a sample (%s): %s "
				"assumed to have the same share of relevant documents as the other "
				"parts and strata",
				w->b->run[r], (long long)w->unsampled[r], one ? " is" : "s are",
				w->b->labels.file.count > 0 ? "--labels" : "--post-stratify",
				one ? "it is" : "they are");
	}
}

static void warn_of_sample(struct batch_work *w, const struct design *s)
{
	const struct sample_gaps g = w->gaps;
	if (g.unsampled > 0 && !w->b->judgments->format->pairs)
		warnings_add(w->warnings,
			     "%lld document%s in strata without a sample: %s assumed to have the "
			     "same share of relevant documents as the other strata",
			     (long long)g.unsampled, g.unsampled == 1 ? " is" : "s are",
			     g.unsampled == 1 ? "it is" : "they are");
	if (g.outside > 0)
		warnings_add(w->warnings,
			     "%lld document%s of the collection%s %s in no stratum that was "
			     "sampled: the estimates say nothing about %s",
			     (long long)g.outside, g.outside == 1 ? "" : "s",
			     s->topics > 1 ? ", over all topics," : "",
			     g.outside == 1 ? "is" : "are", g.outside == 1 ? "it" : "them");
	if (g.rated > 0 && w->b->strata.collection_size > 0)
		warnings_add(w->warnings,
			     "in %zu topic%s the runs do not form the strata of the sample: "
			     "documents of one probability are taken as a stratum (--pool names "
			     "the runs that formed them)",
			     g.rated, g.rated == 1 ? "" : "s");
	const struct few_digits *d = &g.few_digits;
	if (d->strata > 0)
		warnings_add(w->warnings,
			     "in %zu strat%s the sum of 1/p is not a whole number of documents, by "
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
	if (g.named > 0)
		warnings_add(w->warnings,
			     "in %zu topic%s the strata have no sizes: they are cut by the runs, "
			     "and other runs give other estimates (--strata gives sizes)",
			     g.named, g.named == 1 ? "" : "s");
}

/* Classes of which nothing was judged in any topic; of a jury there are always some. */
static void warn_of_classes(const struct batch_work *w)
{
	for (size_t k = 0; k < w->gaps.classes; k++) {
		const struct class_gap *c = &w->gaps.class_gap[k];
		if (c->size > 0 && c->sampled == 0)
			warnings_add(
				w->warnings,
				"%s: of the %lld documents with label '%s' none is judged: they are "
				"joined with those of a neighbouring label",
				labels_names(&w->b->labels).text, (long long)c->size, c->name);
	}
}

static int check_labels(const struct batch_work *w, const struct design *s, struct err *e)
{
	const struct label_counts *c = &w->gaps.labels;
	const struct labels_names names = labels_names(&w->b->labels);
	const char *path = names.text;
	size_t topics = s->topics;
	if (w->b->labels.file.count == 0 || shard_writes(w->shard)) /* merge knows all topics */
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
	warn_of_classes(w);
	if (w->gaps.stratified == 0)
		warnings_add(
			w->warnings,
			"%s: the probabilities give no strata for labels to divide: they do not "
			"change the est_ measures",
			path);
	return 0;
}

int batch_check_sample(struct batch_work *w, const struct design *s, bool table, struct err *e)
{
	if (table || !shard_merges(w->shard))
		w->gaps = gaps_of(w, s);
	if (!table && !shard_merges(w->shard))
		count_unsampled(w, s);
	warn_of_sample(w, s);
	warn_of_parts(w);
	return w->memory.failed ? err_memory(e) : check_labels(w, s, e);
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

int batch_warn_of_frame(struct batch_work *w, const struct design *s, struct err *e)
{
	const struct batch *b = w->b;
	if (!s->weights_given || !asks_for_rankings(b->asked))
		return 0;
	return frame_reach_warn(s, b->judgments, w->runs.each, w->count, b->jobs, w->shard,
				w->warnings, e);
}

/* The least share of a stratum that was sampled; 0 in a merge, which has no strata. */
static double least_rate(const struct design *all)
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
 * Where about one document a topic is judged, a run may miss all of them in a few topics: if it
 * finds each in a fifth of topics, in one set of 20 topics in a hundred (doc/coverage.md).
 */
static bool is_chance(const struct run_counts *c)
{
	enum { ENOUGH = 20 };
	return c->judged < ENOUGH && 2 * c->judged < 3 * c->joined;
}

int batch_check_known(const struct batch_work *w, size_t run, struct err *e)
{
	const struct found_traps *found = &w->warned[run].found;
	const char *path = w->runs.run[run].in.path;
	size_t unknown = unknown_documents(&w->warned[run].count);
	if (unknown == 0 || w->b->strata.partial)
		return 0;
	double expected = w->sample != NULL ? (double)unknown * least_rate(w->sample) : 0;
	bool set = w->b->run_format != NULL && strcmp(w->b->run_format->name, "set") == 0;
	if (set && expected >= SURELY_SAMPLED)
		return err_data(e,
				"%.600s: none of its %zu documents is in the sample, where at "
				"least %.0f would be: are the document numbers written the same "
				"way?",
				path, unknown, expected);
	/* a warning says already how the numbers differ, or a comparison would claim something */
	if (found->unlike > 0 || (is_chance(&w->warned[run].count) && !w->b->evaluation.compared))
		return 0;
	warnings_add(w->warnings,
		     "%s: documents: %zu, and none of them is %s: its scores are meaningless. Are "
		     "document numbers written the same way? '%s' is retrieved, and '%s' judged",
		     path, unknown, w->sample != NULL ? "in the sample" : "judged in any topic",
		     found->unmet.retrieved.text, found->unmet.judged.text);
	return 0;
}
