/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/evaluate/evaluated_systems.h"

/* Topics that fewer runs of a system have than others. */
static size_t partly(const struct evaluation *const *run, size_t runs, size_t topics)
{
	size_t most = 0, with_most = 0, with_any = 0;
	for (size_t t = 0; t < topics; t++) {
		size_t have = 0;
		for (size_t i = 0; i < runs; i++)
			have += run[i]->evaluated[t];
		with_any += have > 0;
		with_most = have > most ? 1 : with_most + (have == most && have > 0);
		most = have > most ? have : most;
	}
	return with_any - with_most;
}

static int average_system(struct evaluated_systems *s, size_t system, struct err *e)
{
	const char *name = s->systems.name[system];
	struct evaluation x;
	size_t runs = 0;
	for (size_t i = 0; i < s->runs.runs; i++)
		if (s->systems.of[i] == system)
			s->list[runs++] = &s->runs.evaluation[i];
	if (evaluation_average(&x, name, s->list, runs, &s->batch->evaluation, e) < 0)
		return -1;
	size_t some = partly(s->list, runs, x.judgments->topics);
	if (some > 0)
		warnings_add(s->warnings,
			     "system %s: topics for which only some of its runs have a value: %zu; "
			     "they are the mean of these runs",
			     name, some);
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
		result = run_systems_read(&s->systems, s->path, name, s->batch->run, runs,
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
