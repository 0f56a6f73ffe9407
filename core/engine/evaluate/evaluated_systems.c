/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/evaluate/evaluated_systems.h"
#include "core/engine/evaluate/scoring.h"

/* A topic has the mean over the runs that have a value; returns how many have it at all. */
static size_t average_topic(struct evaluation *x, const struct evaluation *const *run, size_t runs,
			    size_t topic)
{
	double *to = evaluation_row(x, topic).score;
	size_t have = 0;
	for (size_t i = 0; i < runs; i++)
		have += run[i]->evaluated[topic];
	x->evaluated[topic] = have > 0;
	x->topics += have > 0;
	for (size_t c = 0; c < x->asked->width; c++) {
		double sum = 0, count = 0;
		for (size_t i = 0; i < runs; i++) {
			double value = evaluation_row(run[i], topic).score[c];
			bool has = run[i]->evaluated[topic] && !isnan(value);
			sum += has ? value : 0;
			count += has;
		}
		to[c] = sum / count;
	}
	return have;
}

/*
 * The mean of several runs, topic by topic, of complete judgments; `partly` gets the topics that
 * fewer of them have than others. On failure nothing is left to release.
 */
static int average_runs(struct evaluation *x, const char *name, const struct evaluation *const *run,
			size_t runs, const struct evaluation_options *options, size_t *partly,
			struct err *e)
{
	*x = (struct evaluation){ .asked = run[0]->asked,
				  .judgments = run[0]->judgments,
				  .groups = options->groups };
	const struct evaluated_run none = { 0 };
	struct scoring s = { .x = x, .options = options, .r = &none };
	size_t most = 0, with_most = 0;
	int result = evaluation_init(x, name, false, e);
	for (size_t t = 0; t < x->judgments->topics && result == 0; t++) {
		size_t have = average_topic(x, run, runs, t);
		with_most = have > most ? 1 : with_most + (have == most && have > 0);
		most = have > most ? have : most;
	}
	*partly = x->topics - with_most;
	for (size_t i = 0; i < runs; i++)
		x->too_long = x->too_long || run[i]->too_long;
	for (size_t i = 0; i < x->asked->requests && result == 0; i++)
		x->run_text[i] = x->runid;
	if (result == 0)
		result = scoring_all_topics(&s, e);
	yield_memory_release(&s.yields);
	if (result < 0)
		evaluation_release(x);
	return result;
}

static int average_system(struct evaluated_systems *s, size_t system, struct err *e)
{
	const char *name = s->systems.name[system];
	struct evaluation x;
	size_t runs = 0, some;
	for (size_t i = 0; i < s->runs.runs; i++)
		if (s->systems.of[i] == system)
			s->list[runs++] = &s->runs.evaluation[i];
	if (average_runs(&x, name, s->list, runs, &s->batch->evaluation, &some, e) < 0)
		return -1;
	run_systems_warn_partly(name, some, s->warnings);
	s->carried += x.count.carried;
	s->to.evaluated(s->to.context, system, &x);
	return 0;
}

static int average_systems(struct evaluated_systems *s, const struct topics_found *found,
			   struct err *e)
{
	if (s->batch->evaluation.join.complete &&
	    run_systems_refuse_folds(&s->systems, found, s->runs.runs, e) < 0)
		return -1;
	if (s->to.expect(s->to.context, s->systems.count, e) < 0)
		return -1;
	for (size_t i = 0; i < s->systems.count; i++)
		if (average_system(s, i, e) < 0)
			return -1;
	batch_warn_of_means(s->carried, s->warnings);
	return 0;
}

static int average_all(void *context, const struct evaluated_run *run, size_t runs, struct err *e)
{
	struct evaluated_systems *s = context;
	struct arena memory = { 0 };
	(void)run;
	if (s->batch->shard != NULL && shard_writes(s->batch->shard))
		return 0;
	const char **name = arena_zeroed(&memory, runs, sizeof *name);
	size_t *found = arena_zeroed(&memory, runs, sizeof *found);
	const struct topics_found topics = { found, s->batch->judgments->chosen_count };
	s->list = arena_zeroed(&memory, runs, sizeof *s->list);
	int result = memory.failed ? err_memory(e) : 0;
	for (size_t i = 0; i < runs && result == 0; i++)
		found[i] = topics.topics - s->runs.evaluation[i].count.missing;
	if (result == 0)
		result = run_scores_names(&s->runs, name, e);
	if (result == 0)
		result = run_systems_read(&s->systems, s->path, NULL, name, s->batch->run, runs,
					  s->warnings, e);
	if (result == 0) {
		result = average_systems(s, &topics, e);
		run_systems_release(&s->systems);
	}
	arena_release(&memory);
	return result;
}

struct batch_receiver evaluated_systems_receiver(struct evaluated_systems *s)
{
	return (struct batch_receiver){
		.context = s, .keep = &s->runs, .topics_only = true, .all = average_all
	};
}
