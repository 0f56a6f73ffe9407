/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/parallel.h"
#include "core/data/joined/pair_topics.h"
#include "core/data/joined/pooled_topics.h"
#include "core/engine/compare/asked_comparison.h"
#include "core/engine/compare/compared_systems.h"
#include "core/engine/compare/run_comparison.h"
#include "core/engine/services/services.h"
#include "core/stats/learnt_prior/learnt_request.h"

static int expect(void *context, size_t count, struct err *e)
{
	(void)context;
	return count < 2 ? err_usage(e, "two runs or more are needed for a comparison") : 0;
}

/* In the order of -m; the cutoffs of one request stay in theirs. */
static void sort_measures(struct comparison *c)
{
	for (size_t i = 1; i < c->measures; i++) {
		const struct compared_measure m = c->measure[i];
		size_t at = i;
		for (; at > 0 && c->measure[at - 1].order > m.order; at--)
			c->measure[at] = c->measure[at - 1];
		c->measure[at] = m;
	}
}

static int fill_tables(struct run_comparison *w, struct err *e)
{
	struct comparison *c = &w->comparison;
	c->measure = calloc(w->asked.width + 1, sizeof *c->measure);
	c->file = w->scores.runs == w->runs->batch.runs ? w->runs->batch.run : NULL;
	if (c->measure == NULL)
		return err_memory(e);
	for (size_t i = 0; i < w->asked.requests; i++) {
		const struct request *q = &w->asked.request[i];
		bool averaged = measure_is_averaged(q->measure);
		for (size_t v = 0; averaged && v < q->values; v++) {
			struct compared_measure *m = &c->measure[c->measures++];
			const struct request_column *x = &q->column[v];
			m->name = x->name;
			m->title = x->title != NULL ? x->title : x->name;
			m->asked = x->asked;
			m->order = x->order;
			m->least = measure_range(q->measure).least;
			m->most = measure_range(q->measure).most;
			m->lower_better = q->measure->lower_better;
			m->no_best = q->measure->no_best;
			if (run_scores_table(&m->table, &w->scores, q, v, SCORE_VALUE, e) < 0)
				return -1;
		}
	}
	if (c->measures == 0)
		return err_usage(e, "none of the measures is averaged over topics");
	if (w->request->as_asked)
		sort_measures(c);
	return 0;
}

/* Topics for which both runs were evaluated. */
static bool *topics_of_both(const struct run_comparison *w, const struct pair *p)
{
	size_t topics = w->judgments.topics;
	bool *both = calloc(topics + 1, sizeof *both);
	for (size_t t = 0; both != NULL && t < topics; t++)
		both[t] = w->scores.evaluation[p->run[0]].evaluated[t] &&
			  w->scores.evaluation[p->run[1]].evaluated[t];
	return both;
}

/* What each of the two runs retrieves outside the frame, by topic. */
static void outside_of_both(const struct run_comparison *w, const struct pair *p,
			    struct pair_outside *outside)
{
	for (size_t t = 0; t < w->judgments.topics; t++)
		for (int side = 0; side < 2; side++) {
			const struct evaluation *x = &w->scores.evaluation[p->run[side]];
			const struct sample_view *v = &x->kept[t].view;
			outside->outside[t][side] = x->evaluated[t] ? v->outside : 0;
			outside->retrieved[t][side] = x->evaluated[t] ? (double)v->retrieved : 0;
			if (x->evaluated[t] && !v->outside_counted)
				outside->estimated[t] = true;
		}
}

/* The topics of a pair, and with --outside=unknown in the two extreme cases. */
struct topics_of_pair {
	struct pair_topics topics, extreme[2];
};

static void release_topics(struct topics_of_pair *x)
{
	pair_topics_release(&x->topics);
	for (int i = 0; i < 2; i++)
		pair_topics_release(&x->extreme[i]);
}

/* On failure nothing is left to release. */
static int topics_of_pair(const struct run_comparison *w, const struct pair *p,
			  const struct evaluated_run *r, struct topics_of_pair *x, struct err *e)
{
	enum outside as = w->runs->batch.outside;
	int32_t level = w->runs->batch.evaluation.join.level;
	size_t a = r[p->run[0]].number, b = r[p->run[1]].number;
	bool *both = topics_of_both(w, p);
	struct pair_outside outside = {
		.outside = calloc(w->judgments.topics + 1, sizeof *outside.outside),
		.retrieved = calloc(w->judgments.topics + 1, sizeof *outside.retrieved),
		.estimated = calloc(w->judgments.topics + 1, sizeof *outside.estimated),
	};
	bool room = both != NULL && outside.outside != NULL && outside.retrieved != NULL &&
		    outside.estimated != NULL;
	if (room)
		outside_of_both(w, p, &outside);
	int result = room ? pair_topics_of_strata(&x->topics, r[0].sample, &w->judgments, both,
						  as == OUTSIDE_NONRELEVANT ? &outside : NULL, a, b,
						  level, e)
			  : err_memory(e);
	for (int i = 0; i < 2 && as == OUTSIDE_UNKNOWN && result == 0; i++) {
		outside.relevant[i] = false;
		outside.relevant[1 - i] = true;
		result = pair_topics_of_strata(&x->extreme[i], r[0].sample, &w->judgments, both,
					       &outside, a, b, level, e);
	}
	free(both);
	free(outside.outside);
	free(outside.retrieved);
	free(outside.estimated);
	if (result < 0)
		release_topics(x);
	return result;
}

/* Where the figures of pairs come from: rankings, or else the strata of the runs. */
struct pair_source {
	struct run_comparison *w;
	const struct rankings *rankings;
	const struct evaluated_run *run;
	const struct pooled_ranks *ranks; /* of a sampled pool; NULL: it is none */
	int64_t *unsampled;		  /* of each pair: documents in parts without a sample */
	size_t *blank; /* of each pair: topics in whose sample nothing is relevant; or 0 */
	bool *few;     /* of each pair: has_few() */
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

static int figures_of_pair(void *context, size_t number, int thread, struct err *e)
{
	(void)thread;
	const struct pair_source *from = context;
	const struct run_comparison *w = from->w;
	const struct rankings *k = from->rankings;
	const struct evaluated_run *r = from->run;
	struct pair *p = &w->comparison.pair[number];
	const struct join_options *join = &w->runs->batch.evaluation.join;
	struct topics_of_pair x = { 0 };
	struct pair_topics *topics = &x.topics;
	int result = k != NULL ? pair_topics_of_rankings(topics, k, p->run[0], p->run[1],
							 join->level, join->collection_size, e)
			       : topics_of_pair(w, p, r, &x, e);
	if (result < 0)
		return -1;
	struct pooled_topics pooled = { 0 };
	if (from->ranks != NULL)
		result = pooled_topics_add(&pooled, topics, r[0].sample, &w->judgments, from->ranks,
					   p->run[0], p->run[1], e);
	from->unsampled[number] = topics->unsampled;
	from->blank[number] = k == NULL ? blank_topics(topics) : 0;
	from->few[number] = k == NULL && has_few(topics);
	const struct pair_view v = { .run = { w->comparison.run[p->run[0]],
					      w->comparison.run[p->run[1]] },
				     .topic = topics->topic,
				     .topic_size = sizeof *topics->topic,
				     .topics = topics->count,
				     .level = join->level,
				     .collection_size = join->collection_size,
				     .services = &services,
				     .extreme = { x.extreme[0].topic, x.extreme[1].topic } };
	if (result == 0)
		result = families_compare(&w->families, &v, w->pair, &p->figures, e);
	pooled_topics_release(&pooled);
	release_topics(&x);
	return result;
}

static void warn_of_parts(const struct run_comparison *w, const struct pair_source *from)
{
	size_t pairs = 0;
	int64_t most = 0;
	for (size_t i = 0; i < w->comparison.pairs; i++) {
		pairs += from->unsampled[i] > 0;
		most = from->unsampled[i] > most ? from->unsampled[i] : most;
	}
	if (pairs > 0)
		warnings_add(&w->runs->warnings,
			     "in %zu of %zu pairs of runs parts of strata have no sample "
			     "(%s; up to %lld documents): they are taken to have the "
			     "share of relevant documents of the other parts and strata",
			     pairs, w->comparison.pairs,
			     w->runs->batch.labels.path != NULL ? "--labels" : "--post-stratify",
			     (long long)most);
}

/* Is recall of sets among the figures? */
static bool has_recall(const struct pair *p)
{
	for (size_t i = 0; i < p->figures.count; i++)
		if (strstr(p->figures.figure[i].name, "recall") != NULL)
			return true;
	return false;
}

/* doc/coverage.md, "Which of two runs is better". */
static void warn_of_blank_topics(const struct run_comparison *w, const struct pair_source *from)
{
	size_t most = 0;
	for (size_t i = 0; i < w->comparison.pairs; i++)
		if (from->blank[i] > most && has_recall(&w->comparison.pair[i]))
			most = from->blank[i];
	if (most > 0)
		warnings_add(
			&w->runs->warnings,
			"in the samples of %zu topic%s no document is relevant: what recall is "
			"there the model infers from the others, and 95 %% intervals of "
			"differences of mean recall covered .91 to .96 in such samples",
			most, most == 1 ? "" : "s");
}

static bool has_caution(const struct pair *p, const char *text)
{
	for (size_t i = 0; i < p->figures.count; i++)
		if (p->figures.figure[i].caution == text)
			return true;
	return false;
}

/* What figures say against themselves: each text once, with the number of pairs. */
static void warn_of_figures(const struct run_comparison *w)
{
	enum { TEXTS = 8 };
	const char *said[TEXTS] = { NULL };
	size_t texts = 0, pairs = w->comparison.pairs;
	for (size_t i = 0; i < pairs; i++)
		for (size_t k = 0; k < w->comparison.pair[i].figures.count; k++) {
			const char *text = w->comparison.pair[i].figures.figure[k].caution;
			size_t at = 0, with = 0;
			while (at < texts && said[at] != text)
				at++;
			if (text == NULL || at < texts || texts == TEXTS)
				continue;
			said[texts++] = text;
			for (size_t other = i; other < pairs; other++)
				with += has_caution(&w->comparison.pair[other], text);
			warnings_add(&w->runs->warnings, "in %zu of %zu pairs of runs %s", with,
				     pairs, text);
		}
}

static void warn_of_few_retrieved(const struct run_comparison *w, const struct pair_source *from)
{
	size_t few = 0;
	for (size_t i = 0; i < w->comparison.pairs; i++)
		few += from->few[i];
	if (few > 0)
		warnings_add(&w->runs->warnings,
			     "in %zu of %zu pairs of runs a run has fewer documents than relevant "
			     "ones are estimated in it: with --outside=nonrelevant a run must list "
			     "all that it retrieves, judged or not",
			     few, w->comparison.pairs);
}

/* The ranks of the documents of a sampled pool in all runs. */
static int read_ranks(const struct run_comparison *w, const struct evaluated_run *r,
		      struct pooled_ranks *ranks, struct err *e)
{
	const struct run **run = calloc(w->scores.runs + 1, sizeof *run);
	if (run == NULL)
		return err_memory(e);
	for (size_t i = 0; i < w->scores.runs; i++)
		run[i] = r[i].run;
	int result = pooled_ranks_init(ranks, &w->judgments, run, w->scores.runs, e);
	free(run);
	return result;
}

static int figures_of_pairs(struct run_comparison *w, const struct rankings *k,
			    const struct evaluated_run *r, struct err *e)
{
	size_t pairs = w->comparison.pairs;
	struct pair_source from = { .w = w,
				    .rankings = k,
				    .run = r,
				    .unsampled = calloc(pairs + 1, sizeof *from.unsampled),
				    .blank = calloc(pairs + 1, sizeof *from.blank),
				    .few = calloc(pairs + 1, sizeof *from.few) };
	struct pooled_ranks ranks = { 0 };
	bool room = from.unsampled != NULL && from.blank != NULL && from.few != NULL;
	int result = room ? 0 : err_memory(e);
	if (result == 0 && k == NULL && r[0].sample->whole && r[0].run != NULL) {
		result = read_ranks(w, r, &ranks, e);
		from.ranks = &ranks;
	}
	if (result == 0)
		result = parallel_each(w->request->jobs, pairs, figures_of_pair, &from, e);
	if (result == 0 &&
	    (w->runs->batch.strata.post_stratify || w->runs->batch.labels.path != NULL))
		warn_of_parts(w, &from);
	if (result == 0) {
		warn_of_blank_topics(w, &from);
		warn_of_figures(w);
		warn_of_few_retrieved(w, &from);
	}
	pooled_ranks_release(&ranks);
	free(from.unsampled);
	free(from.blank);
	free(from.few);
	return result;
}

static int rank_and_compare(struct run_comparison *w, const struct evaluated_run *r, size_t count,
			    struct err *e)
{
	const struct join_options *join = &w->runs->batch.evaluation.join;
	const struct rankings_options options = { .most_retrieved = join->most_retrieved,
						  .judged_only = join->judged_only,
						  .complete = join->complete };
	const struct run **runs = calloc(count, sizeof *runs);
	struct rankings k;
	if (runs == NULL)
		return err_memory(e);
	for (size_t i = 0; i < count; i++)
		runs[i] = r[i].run;
	int result = rankings_build(&k, &w->judgments, runs, count, &options, e);
	free(runs);
	if (result < 0)
		return -1;
	result = figures_of_pairs(w, &k, r, e);
	rankings_release(&k);
	return result;
}

/* With --system-of, systems take the place of runs. */
static int average_systems(struct run_comparison *w, struct err *e)
{
	size_t topics = w->judgments.chosen_count, runs = w->scores.runs;
	size_t *found = calloc(runs + 1, sizeof *found);
	const struct topics_found complete = { found, topics };
	if (found == NULL)
		return err_memory(e);
	for (size_t i = 0; i < runs; i++)
		found[i] = topics - w->scores.evaluation[i].missing;
	int result = comparison_systems(&w->comparison, w->runs->system_of,
					w->runs->batch.evaluation.join.complete ? &complete : NULL,
					&w->runs->warnings, e);
	free(found);
	return result;
}

static int compare_all(void *context, const struct evaluated_run *r, size_t count, struct err *e)
{
	struct run_comparison *w = context;
	if (fill_tables(w, e) < 0 || average_systems(w, e) < 0 ||
	    comparison_run(&w->comparison, w->request, e) < 0 ||
	    compared_groups_run(&w->groups, &w->comparison, w->runs->topic_groups, w->request,
				&w->runs->warnings, e) < 0)
		return -1;
	if (w->families.count == 0)
		return 0;
	if (r[0].sample == NULL)
		return rank_and_compare(w, r, count, e);
	if (!r[0].sample->stratified && w->judgments.strata.picked)
		return err_usage(e,
				 "-m %s needs strata, and this sample was drawn by rank (sample "
				 "--design=stevens): -m statAP compares its rankings",
				 w->families.asked[0].family->name);
	if (!r[0].sample->stratified)
		return err_usage(e,
				 "-m %s needs strata, and the judgments give none: compare by "
				 "-m statAP",
				 w->families.asked[0].family->name);
	return figures_of_pairs(w, NULL, r, e);
}

static int compare_judged(struct run_comparison *w, struct err *e)
{
	struct asked_comparison asked = { .runs = w->runs,
					  .registry = &w->registry,
					  .judgments = &w->judgments,
					  .measures = &w->asked,
					  .families = &w->families };
	if (comparison_ask(&asked, e) < 0)
		return -1;
	w->only_families = asked.only_families;
	const struct batch_receiver receiver = { .context = w,
						 .keep_runs = w->families.count > 0,
						 .expect = expect,
						 .keep = &w->scores,
						 .all = compare_all };
	bool strata = w->families.count > 0 && w->families.asked[0].family->input == PAIR_STRATA;
	if (run_request_ready(w->runs, &w->asked, &w->judgments, strata, e) < 0)
		return -1;
	if (w->runs->batch.evaluation.join.ties_by_rank && w->families.count > 0)
		return err_usage(e, "--score-ties=rank does not go with -m %s",
				 w->families.asked[0].family->name);
	run_request_look_for_traps(w->runs);
	w->runs->batch.receiver = &receiver;
	int result = batch_run(&w->runs->batch, &w->runs->warnings, e);
	w->runs->batch.receiver = NULL;
	w->shown = w->comparison;
	if (w->only_families)
		w->shown.measures = 0;
	return result;
}

int run_comparison(struct run_comparison *w, struct err *e)
{
	struct run_request *runs = w->runs;
	if (runs->file.count < 1)
		return err_usage(e, "three files are needed: judgments and two runs");
	run_request_files(runs, 1);
	if (registry_init(&w->registry, &runs->plugin, e) < 0)
		return -1;
	if (run_request_check_methods(runs, &w->registry, e) < 0)
		return -1;
	const struct judgment_format *format = run_request_formats(runs, e);
	if (format == NULL || run_request_check_stdin(runs, NULL, e) < 0)
		return -1;
	if (runs->file.count < 3 && format->kind != JUDGMENTS_TABLE)
		return err_usage(e, "three files are needed: judgments and two runs");
	if (run_request_read(runs, format, &w->judgments, e) < 0)
		return -1;
	w->read = true;
	return compare_judged(w, e);
}

void run_comparison_release(struct run_comparison *w)
{
	compared_groups_release(&w->groups);
	comparison_release(&w->comparison);
	run_scores_release(&w->scores);
	families_release(&w->families);
	requests_release(&w->asked);
	if (w->read)
		judgments_release(&w->judgments);
	registry_release(&w->registry);
}
