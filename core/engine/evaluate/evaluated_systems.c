/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/data/scores/run_systems.h"
#include "core/engine/evaluate/evaluated_systems.h"

/* What the systems are made of; `list` has room for the runs of one. */
struct averaging {
	const struct evaluated_systems *s;
	size_t carried; /* intervals, as of runs */
	struct run_systems systems;
	const struct evaluation **list;
};

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

static int average_system(struct averaging *a, size_t system, struct err *e)
{
	const struct evaluated_systems *s = a->s;
	const char *name = a->systems.name[system];
	struct evaluation x;
	size_t runs = 0;
	for (size_t i = 0; i < s->runs.runs; i++)
		if (a->systems.of[i] == system)
			a->list[runs++] = &s->runs.evaluation[i];
	if (evaluation_average(&x, name, a->list, runs, &s->batch->evaluation, e) < 0)
		return -1;
	size_t some = partly(a->list, runs, x.judgments->topics);
	if (some > 0)
		warnings_add(s->warnings,
			     "system %s: topics for which only some of its runs have a value: %zu; "
			     "they are the mean of these runs",
			     name, some);
	a->carried += x.carried;
	s->to.evaluated(s->to.context, system, &x);
	return 0;
}

static int average_systems(struct averaging *a, const struct topics_found *found, struct err *e)
{
	const struct evaluated_systems *s = a->s;
	if (s->batch->evaluation.join.complete &&
	    run_systems_refuse_folds(&a->systems, found, s->runs.runs, e) < 0)
		return -1;
	if (s->to.expect(s->to.context, a->systems.count, e) < 0)
		return -1;
	for (size_t i = 0; i < a->systems.count; i++)
		if (average_system(a, i, e) < 0)
			return -1;
	batch_warn_of_means(a->carried, s->warnings);
	return 0;
}

static int average_all(void *context, const struct evaluated_run *run, size_t runs, struct err *e)
{
	const struct evaluated_systems *s = context;
	struct averaging a = { .s = s };
	struct arena memory = { 0 };
	(void)run;
	if (s->batch->shard != NULL && shard_writes(s->batch->shard))
		return 0;
	const char **name = arena_zeroed(&memory, runs, sizeof *name);
	size_t *found = arena_zeroed(&memory, runs, sizeof *found);
	const struct topics_found topics = { found, s->batch->judgments->chosen_count };
	a.list = arena_zeroed(&memory, runs, sizeof *a.list);
	int result = memory.failed ? err_memory(e) : 0;
	for (size_t i = 0; i < runs && result == 0; i++)
		found[i] = topics.topics - s->runs.evaluation[i].missing;
	if (result == 0)
		result = run_scores_names(&s->runs, name, e);
	if (result == 0)
		result = run_systems_read(&a.systems, s->path, name, s->batch->run, runs,
					  s->warnings, e);
	if (result == 0) {
		result = average_systems(&a, &topics, e);
		run_systems_release(&a.systems);
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

void evaluated_systems_release(struct evaluated_systems *s)
{
	run_scores_release(&s->runs);
}
