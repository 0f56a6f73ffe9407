/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/data/joined/pair_topics.h"
#include "core/engine/bounds/measure_bounds.h"
#include "core/engine/compare/run_comparison.h"

size_t set_topics(const struct set_source *s, const struct compared_measure *m, const size_t run[2],
		  size_t *topic)
{
	size_t count = 0;
	for (size_t t = 0; t < m->table.topics; t++) {
		const struct evaluation *x = s->w->scores.evaluation;
		if (x[run[0]].evaluated[s->topic[t]] && x[run[1]].evaluated[s->topic[t]])
			topic[count++] = s->topic[t];
	}
	return count;
}

/* What each of the two runs retrieves outside the frame, by topic. */
static enum outside outside_of_both(const struct run_comparison *w, const size_t run[2],
				    const bool *both, struct pair_outside *outside)
{
	enum outside as = w->runs->batch.outside;
	for (size_t t = 0; t < w->judgments.topics; t++)
		for (int side = 0; side < 2; side++) {
			const struct sample_view *v = &w->scores.evaluation[run[side]].kept[t];
			if (!both[t])
				continue;
			outside->outside[t][side] = v->outside;
			outside->retrieved[t][side] = (double)v->retrieved;
			if (!v->outside_counted || v->divides)
				outside->estimated[t] = true;
			if (as == OUTSIDE_BY_DESIGN && v->outside_as == OUTSIDE_NONRELEVANT)
				as = OUTSIDE_NONRELEVANT;
		}
	return as;
}

void pair_topics_view_release(struct pair_topics_view *x)
{
	pair_topics_release(&x->topics);
	for (int i = 0; i < 2; i++)
		pair_topics_release(&x->extreme[i]);
}

struct pair_view pair_view_of(const struct run_comparison *w, const size_t run[2])
{
	return (struct pair_view){ .run = { w->comparison.run[run[0]], w->comparison.run[run[1]] },
				   .topic_size = sizeof(struct pair_topic),
				   .level = w->runs->batch.evaluation.join.level,
				   .collection_size =
					   w->runs->batch.evaluation.join.collection_size,
				   .services = &services };
}

int pair_topics_view(struct pair_topics_view *x, const struct set_source *s,
		     const struct compared_measure *m, const size_t run[2], struct err *e)
{
	const struct run_comparison *w = s->w;
	const struct evaluated_run *r = s->run;
	int32_t level = w->runs->batch.evaluation.join.level;
	size_t a = r[run[0]].number, b = r[run[1]].number, all = w->judgments.topics;
	struct arena memory = { 0 };
	bool *both = arena_zeroed(&memory, all, sizeof *both);
	size_t *topic = arena_zeroed(&memory, all, sizeof *topic), topics = 0;
	struct pair_outside outside = {
		.outside = arena_zeroed(&memory, all, sizeof *outside.outside),
		.retrieved = arena_zeroed(&memory, all, sizeof *outside.retrieved),
		.estimated = arena_zeroed(&memory, all, sizeof *outside.estimated),
	};
	*x = (struct pair_topics_view){ .view = pair_view_of(w, run) };
	if (memory.failed) {
		arena_release(&memory);
		return err_memory(e);
	}
	for (topics = set_topics(s, m, run, topic); topics > 0; topics--)
		both[topic[topics - 1]] = true;
	enum outside as = outside_of_both(w, run, both, &outside);
	int result =
		pair_topics_of_strata(&x->topics, r[0].sample, &w->judgments, both,
				      as == OUTSIDE_NONRELEVANT ? &outside : NULL, a, b, level, e);
	for (int i = 0; i < 2 && as == OUTSIDE_UNKNOWN && result == 0; i++) {
		outside.relevant[i] = false;
		outside.relevant[1 - i] = true;
		result = pair_topics_of_strata(&x->extreme[i], r[0].sample, &w->judgments, both,
					       &outside, a, b, level, e);
		x->view.extreme[i] = x->extreme[i].topic;
	}
	x->view.topic = x->topics.topic;
	x->view.topics = x->topics.count;
	x->view.variates = r[0].sample->variates;
	arena_release(&memory);
	if (result < 0)
		pair_topics_view_release(x);
	return result;
}
