/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/data/joined/pair_topics.h"
#include "core/engine/bounds/measure_bounds.h"
#include "core/engine/compare/pair_figures.h"
#include "core/stats/learnt_prior/learnt_cells.h"

/*
 * Which are wanted.
 */

void families_release(struct families *f)
{
	for (size_t i = 0; i < f->count; i++)
		free(f->asked[i].name);
	free(f->asked);
	*f = (struct families){ 0 };
}

/* micro_prob_gt_F is asked for as prob_gt_F. */
static const char *without_prefix(const char *name)
{
	return strncmp(name, "micro_", 6) == 0 ? name + 6 : name;
}

const struct pair_measure *families_find(const struct registry *r, const char *name,
					 enum pair_input input)
{
	for (size_t i = 0; i < r->pairs; i++)
		if (r->pair[i]->input == input &&
		    (strcmp(r->pair[i]->name, name) == 0 ||
		     words_have(r->pair[i]->figures, without_prefix(name))))
			return r->pair[i];
	return NULL;
}

static struct family_asked *find_or_add(struct families *f, const struct pair_measure *family,
					struct err *e)
{
	for (size_t i = 0; i < f->count; i++)
		if (f->asked[i].family == family)
			return &f->asked[i];
	if (!ARRAY_RESIZE(f->asked, f->count + 1)) {
		err_memory(e);
		return NULL;
	}
	f->asked[f->count] = (struct family_asked){ .family = family };
	return &f->asked[f->count++];
}

int families_ask(struct families *f, const struct pair_measure *family, const char *name,
		 struct err *e)
{
	struct family_asked *a = find_or_add(f, family, e);
	if (a == NULL)
		return -1;
	if (name == NULL || strcmp(name, family->name) == 0) {
		a->all = true;
		return 0;
	}
	if (!ARRAY_RESIZE(a->name, a->names + 1))
		return err_memory(e);
	a->name[a->names++] = without_prefix(name);
	return 0;
}

bool families_need_frame(const struct families *f)
{
	for (size_t i = 0; i < f->count; i++)
		if (f->asked[i].family->needs_frame)
			return true;
	return false;
}

static bool is_wanted(const struct family_asked *a, const char *name)
{
	bool wanted = a->all;
	for (size_t i = 0; i < a->names && !wanted; i++)
		wanted = strcmp(name, a->name[i]) == 0;
	return wanted;
}

int families_compare(const struct families *f, const struct pair_view *v,
		     const struct pair_request *q, struct figures *out, struct err *e)
{
	for (size_t i = 0; i < f->count; i++) {
		const struct family_asked *a = &f->asked[i];
		struct figures all = { 0 };
		int result = a->family->compare(v, q, &all, e);
		if (result == 0 && all.failed)
			result = err_memory(e);
		for (size_t k = 0; result == 0 && k < all.count; k++) {
			all.figure[k].family = a->family;
			if (is_wanted(a, all.figure[k].name))
				figures_add(out, &all.figure[k], sizeof all.figure[k]);
		}
		figures_release(&all);
		if (result < 0)
			return -1;
	}
	return out->failed ? err_memory(e) : 0;
}

/*
 * Pairs of runs.
 */

/* Topics for which both runs were evaluated. */
static bool *topics_of_both(const struct compared_pairs *w, const struct pair *p)
{
	size_t topics = w->judgments->topics;
	bool *both = calloc(topics + 1, sizeof *both);
	for (size_t t = 0; both != NULL && t < topics; t++)
		both[t] = w->scores->evaluation[p->run[0]].evaluated[t] &&
			  w->scores->evaluation[p->run[1]].evaluated[t];
	return both;
}

/* What each of the two runs retrieves outside the frame, by topic. */
static enum outside outside_of_both(const struct compared_pairs *w, const struct pair *p,
				    struct pair_outside *outside)
{
	enum outside as = w->batch->outside;
	for (size_t t = 0; t < w->judgments->topics; t++)
		for (int side = 0; side < 2; side++) {
			const struct evaluation *x = &w->scores->evaluation[p->run[side]];
			const struct sample_view *v = &x->kept[t].view;
			outside->outside[t][side] = x->evaluated[t] ? v->outside : 0;
			outside->retrieved[t][side] = x->evaluated[t] ? (double)v->retrieved : 0;
			if (x->evaluated[t] && (!v->outside_counted || v->divides))
				outside->estimated[t] = true;
			if (as == OUTSIDE_BY_DESIGN && x->evaluated[t] &&
			    v->outside_as == OUTSIDE_NONRELEVANT)
				as = OUTSIDE_NONRELEVANT;
		}
	return as;
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
static int topics_of_pair(const struct compared_pairs *w, const struct pair *p,
			  const struct evaluated_run *r, struct topics_of_pair *x, struct err *e)
{
	enum outside as = w->batch->outside;
	int32_t level = w->batch->evaluation.join.level;
	size_t a = r[p->run[0]].number, b = r[p->run[1]].number;
	bool *both = topics_of_both(w, p);
	struct pair_outside outside = {
		.outside = calloc(w->judgments->topics + 1, sizeof *outside.outside),
		.retrieved = calloc(w->judgments->topics + 1, sizeof *outside.retrieved),
		.estimated = calloc(w->judgments->topics + 1, sizeof *outside.estimated),
	};
	bool room = both != NULL && outside.outside != NULL && outside.retrieved != NULL &&
		    outside.estimated != NULL;
	if (room)
		as = outside_of_both(w, p, &outside);
	int result = room ? pair_topics_of_strata(&x->topics, r[0].sample, w->judgments, both,
						  as == OUTSIDE_NONRELEVANT ? &outside : NULL, a, b,
						  level, e)
			  : err_memory(e);
	for (int i = 0; i < 2 && as == OUTSIDE_UNKNOWN && result == 0; i++) {
		outside.relevant[i] = false;
		outside.relevant[1 - i] = true;
		result = pair_topics_of_strata(&x->extreme[i], r[0].sample, w->judgments, both,
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
	struct compared_pairs *w;
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

/* Nothing is claimed of a run whose scores say nothing: counts are left. */
static void withhold(struct figures *f)
{
	for (size_t i = 0; i < f->count; i++) {
		f->figure[i].caution = NULL;
		if (!f->figure[i].integer)
			f->figure[i].value = NAN;
	}
}

static int figures_of_pair(void *context, size_t number, int thread, struct err *e)
{
	(void)thread;
	const struct pair_source *from = context;
	const struct compared_pairs *w = from->w;
	const struct rankings *k = from->rankings;
	const struct evaluated_run *r = from->run;
	struct pair *p = &w->pair[number];
	const struct join_options *join = &w->batch->evaluation.join;
	struct topics_of_pair x = { 0 };
	struct pair_topics *topics = &x.topics;
	int result = k != NULL ? pair_topics_of_rankings(topics, k, p->run[0], p->run[1],
							 join->level, join->collection_size, e)
			       : topics_of_pair(w, p, r, &x, e);
	if (result < 0)
		return -1;
	if (from->ranks != NULL)
		result = pair_topics_pool(topics, r[0].sample, w->judgments, from->ranks, p->run[0],
					  p->run[1], e);
	from->unsampled[number] = topics->unsampled;
	from->blank[number] = k == NULL ? blank_topics(topics) : 0;
	from->few[number] = k == NULL && has_few(topics);
	const struct pair_view v = { .run = { w->name[p->run[0]], w->name[p->run[1]] },
				     .topic = topics->topic,
				     .topic_size = sizeof *topics->topic,
				     .topics = topics->count,
				     .level = join->level,
				     .collection_size = join->collection_size,
				     .services = &services,
				     .extreme = { x.extreme[0].topic, x.extreme[1].topic },
				     .variates = k == NULL ? r[0].sample->strata.variates
							   : (struct label_variates){ 0 } };
	if (result == 0)
		result = families_compare(w->families, &v, w->asked, &p->figures, e);
	if (result == 0 && (w->unmet[p->run[0]] || w->unmet[p->run[1]]))
		withhold(&p->figures);
	release_topics(&x);
	return result;
}

static void warn_of_parts(const struct compared_pairs *w, const struct pair_source *from)
{
	size_t pairs = 0;
	int64_t most = 0;
	for (size_t i = 0; i < w->pairs; i++) {
		pairs += from->unsampled[i] > 0;
		most = from->unsampled[i] > most ? from->unsampled[i] : most;
	}
	if (pairs > 0 && !w->judgments->format->pairs)
		warnings_add(w->warnings,
			     "in %zu of %zu pairs of runs parts of strata have no sample "
			     "(%s; up to %lld documents): they are taken to have the "
			     "share of relevant documents of the other parts and strata",
			     pairs, w->pairs,
			     w->batch->labels.file.count > 0 ? "--labels" : "--post-stratify",
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
static void warn_of_blank_topics(const struct compared_pairs *w, const struct pair_source *from)
{
	size_t most = 0;
	for (size_t i = 0; i < w->pairs; i++)
		if (from->blank[i] > most && has_recall(&w->pair[i]))
			most = from->blank[i];
	if (most > 0)
		warnings_add(
			w->warnings,
			"in the samples of %zu topic%s no document is relevant: what recall is "
			"there, and how runs differ in it, is extrapolated from the others",
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
static void warn_of_figures(const struct compared_pairs *w)
{
	enum { TEXTS = 8 };
	const char *said[TEXTS] = { NULL };
	size_t texts = 0, pairs = w->pairs;
	for (size_t i = 0; i < pairs; i++)
		for (size_t k = 0; k < w->pair[i].figures.count; k++) {
			const char *text = w->pair[i].figures.figure[k].caution;
			size_t at = 0, with = 0;
			while (at < texts && said[at] != text)
				at++;
			if (text == NULL || at < texts || texts == TEXTS)
				continue;
			said[texts++] = text;
			for (size_t other = i; other < pairs; other++)
				with += has_caution(&w->pair[other], text);
			warnings_add(w->warnings, "in %zu of %zu pairs of runs %s", with, pairs,
				     text);
		}
}

static void warn_of_few_retrieved(const struct compared_pairs *w, const struct pair_source *from)
{
	size_t few = 0;
	for (size_t i = 0; i < w->pairs; i++)
		few += from->few[i];
	if (few > 0)
		warnings_add(w->warnings,
			     "in %zu of %zu pairs of runs a run has fewer documents than relevant "
			     "ones are estimated in it: judged documents stand for more than that, "
			     "or the run does not list all that it retrieves",
			     few, w->pairs);
}

/* The ranks of the documents of a sampled pool in all runs. */
static int read_ranks(const struct compared_pairs *w, const struct evaluated_run *r,
		      struct pooled_ranks *ranks, struct err *e)
{
	const struct run **run = calloc(w->scores->runs + 1, sizeof *run);
	if (run == NULL)
		return err_memory(e);
	for (size_t i = 0; i < w->scores->runs; i++)
		run[i] = r[i].run;
	int result = pooled_ranks_init(ranks, w->judgments, run, w->scores->runs, e);
	free(run);
	return result;
}

int pair_figures(struct compared_pairs *w, const struct rankings *k, const struct evaluated_run *r,
		 struct err *e)
{
	size_t pairs = w->pairs;
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
		result = parallel_each(w->jobs, pairs, figures_of_pair, &from, e);
	if (result == 0 && (w->batch->strata.post_stratify || w->batch->labels.file.count > 0))
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
