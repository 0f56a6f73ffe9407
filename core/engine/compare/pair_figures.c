/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is said of each pair of runs beside tests over topics, such as P(A > B), and what there is
 * to warn of.
 */
#include <math.h>

#include "core/base/parallel.h"
#include "core/data/joined/pair_topics.h"
#include "core/engine/bounds/measure_bounds.h"
#include "core/engine/compare/run_comparison.h"
#include "core/stats/learnt_prior/learnt_cells.h"

/* What the strata of a pair leave open. */
struct pair_gaps {
	int64_t unsampled; /* documents in parts without a sample */
	size_t blank;	   /* topics in whose sample nothing is relevant; or 0 */
	bool few;	   /* has_few() */
};

/* Where the figures of pairs come from: rankings, or else the strata of the runs. */
struct pair_source {
	struct run_comparison *w;
	const struct rankings *rankings;
	struct pair_gaps *gaps; /* of each pair */
};

/*
 * With --outside=nonrelevant: does a run retrieve less than there seem to be relevant documents in
 * it, in all topics together? In a single one of several topics chance may do that.
 */
static bool has_few(const struct pair_topics *x)
{
	double documents[2] = { 0 }, relevant[2] = { 0 };
	for (size_t t = 0; t < x->count; t++) {
		const struct pair_topic *topic = &x->topic[t];
		for (int side = 0; side < 2; side++)
			documents[side] += topic->beyond[side];
		for (size_t i = 0; i < topic->cells; i++) {
			const struct pair_stratum *c = &topic->cell[i];
			double found = c->sampled > 0 ? (double)c->size * (double)c->relevant /
								(double)c->sampled
						      : 0;
			const bool in[2] = { c->in_a, c->in_b };
			for (int side = 0; side < 2; side++) {
				documents[side] += in[side] ? pair_stratum_size(c) : 0;
				relevant[side] += in[side] ? found : 0;
			}
		}
	}
	return relevant[0] > documents[0] + 0.5 || relevant[1] > documents[1] + 0.5;
}

static size_t blank_topics(const struct pair_topics *x)
{
	size_t blank = 0;
	for (size_t t = 0; t < x->count; t++) {
		int64_t relevant = 0;
		for (size_t i = 0; i < x->topic[t].cells; i++)
			relevant += x->topic[t].cell[i].relevant;
		blank += relevant == 0;
	}
	return learnt_many_blank(blank, x->count) ? blank : 0;
}

/* Nothing is claimed of a run whose scores say nothing: counts are left. */
static void withhold(struct figures *f)
{
	for (size_t i = 0; i < f->count; i++) {
		f->figure[i].caution = NULL;
		if (!f->figure[i].integer)
			f->figure[i].value = NAN;
	}
}

/* The topics of a pair, of rankings or of strata. */
static int open_pair(struct pair_topics_view *x, const struct pair_source *from,
		     const struct pair *p, struct err *e)
{
	const struct run_comparison *w = from->w;
	const struct join_options *join = &w->runs->batch.evaluation.join;
	if (from->rankings == NULL)
		return pair_topics_view(x, &w->sets, &w->comparison.measure[0], p->run, e);
	*x = (struct pair_topics_view){ .view = pair_view_of(w, p->run) };
	if (pair_topics_of_rankings(&x->topics, from->rankings, p->run[0], p->run[1], join->level,
				    join->collection_size, e) < 0)
		return -1;
	x->view.topic = x->topics.topic;
	x->view.topics = x->topics.count;
	return 0;
}

static int figures_of_pair(void *context, size_t number, int thread, struct err *e)
{
	(void)thread;
	const struct pair_source *from = context;
	const struct run_comparison *w = from->w;
	struct pair *p = &w->comparison.pair[number];
	struct pair_topics_view x;
	struct pair_topics *topics = &x.topics;
	bool strata = from->rankings == NULL;
	if (open_pair(&x, from, p, e) < 0)
		return -1;
	from->gaps[number] = (struct pair_gaps){ .unsampled = topics->unsampled,
						 .blank = strata ? blank_topics(topics) : 0,
						 .few = strata && has_few(topics) };
	int result = families_compare(&w->families, &x.view, w->pair, &p->figures, e);
	if (result == 0 && (w->comparison.unmet[p->run[0]] || w->comparison.unmet[p->run[1]]))
		withhold(&p->figures);
	pair_topics_view_release(&x);
	return result;
}

/* Is recall of sets among the figures? */
static bool has_recall(const struct pair *p)
{
	for (size_t i = 0; i < p->figures.count; i++)
		if (strstr(p->figures.figure[i].name, "recall") != NULL)
			return true;
	return false;
}

/* What figures say against themselves: each text once, with the number of pairs. */
static void warn_of_figures(const struct run_comparison *w)
{
	struct caution all[CAUTIONS_MAX] = { { 0 } };
	size_t pairs = w->comparison.pairs;
	for (size_t i = 0; i < pairs; i++) {
		const struct figures *f = &w->comparison.pair[i].figures;
		struct caution own[CAUTIONS_MAX] = { { 0 } };
		for (size_t k = 0; k < f->count; k++) {
			const struct caution one[CAUTIONS_MAX] = { { f->figure[k].caution, 1 } };
			evaluation_add_cautions(own, one);
		}
		for (size_t k = 0; k < CAUTIONS_MAX; k++)
			own[k].count = 1;
		evaluation_add_cautions(all, own);
	}
	for (size_t i = 0; i < CAUTIONS_MAX && all[i].text != NULL; i++)
		warnings_add(&w->runs->warnings, "in %zu of %zu pairs of runs %s", all[i].count,
			     pairs, all[i].text);
}

/* Of blank topics: doc/coverage.md, "Which of two runs is better". */
static void warn_of_gaps(const struct pair_source *from)
{
	const struct run_comparison *w = from->w;
	size_t parted = 0, blank = 0, few = 0, pairs = w->comparison.pairs;
	int64_t unsampled = 0;
	bool labels = w->runs->batch.labels.file.count > 0;
	bool split = labels || w->runs->batch.strata.post_stratify;
	for (size_t i = 0; i < pairs; i++) {
		const struct pair_gaps *x = &from->gaps[i];
		parted += x->unsampled > 0;
		unsampled = x->unsampled > unsampled ? x->unsampled : unsampled;
		if (x->blank > blank && has_recall(&w->comparison.pair[i]))
			blank = x->blank;
		few += x->few;
	}
	if (split && parted > 0 && !w->judgments.format->pairs)
		warnings_add(&w->runs->warnings,
			     "in %zu of %zu pairs of runs parts of strata have no sample (%s; up "
			     "to %lld documents): they are assumed to have the same share of "
			     "relevant documents as the other parts and strata",
			     parted, pairs, labels ? "--labels" : "--post-stratify",
			     (long long)unsampled);
	if (blank > 0)
		warnings_add(
			&w->runs->warnings,
			"in the samples of %zu topic%s no document is relevant: recall there, and "
			"how runs differ in it, is extrapolated from the others",
			blank, blank == 1 ? "" : "s");
	warn_of_figures(w);
	if (few > 0)
		warnings_add(&w->runs->warnings,
			     "in %zu of %zu pairs of runs a run has fewer documents than the "
			     "estimate of its relevant ones: judged documents stand for more than "
			     "that, or the run does not list all that it retrieves",
			     few, pairs);
}

int pair_figures(struct run_comparison *w, const struct evaluated_run *r, struct err *e)
{
	const struct join_options *join = &w->runs->batch.evaluation.join;
	size_t runs = w->scores.runs, pairs = w->comparison.pairs;
	struct arena memory = { 0 };
	struct rankings rankings;
	const struct run **run = arena_zeroed(&memory, runs, sizeof *run);
	struct pair_source from = { .w = w,
				    .gaps = arena_zeroed(&memory, pairs, sizeof *from.gaps) };
	int result = memory.failed ? err_memory(e) : 0;
	for (size_t i = 0; i < runs && result == 0; i++)
		run[i] = r[i].run;
	if (result == 0 && r[0].sample == NULL) {
		result = rankings_build(&rankings, &w->judgments, run, runs, join, false, e);
		from.rankings = result == 0 ? &rankings : NULL;
	}
	if (result == 0)
		result = parallel_each(w->request->jobs, pairs, figures_of_pair, &from, e);
	if (result == 0)
		warn_of_gaps(&from);
	if (from.rankings != NULL)
		rankings_release(&rankings);
	arena_release(&memory);
	return result;
}
