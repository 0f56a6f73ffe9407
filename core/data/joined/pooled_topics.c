/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/data/joined/pooled_topics.h"
#include "core/base/hash.h"
#include "core/data/runs/ranking.h"

int judgment_ranks(const struct judgments *j, const struct run *run, int64_t *rank, struct err *e)
{
	struct document_table table = { 0 };
	struct ranking ranking = { 0 };
	int result = 0;
	for (size_t i = 0; i < j->count; i++)
		rank[i] = -1;
	for (size_t t = 0; t < run->topics && result == 0; t++) {
		const struct run_topic *x = &run->topic[t];
		if (x->judged == NAME_UNKNOWN)
			continue;
		const struct judgment_set *all = &j->topic[x->judged].all;
		result = judgments_tabulate(&table, all->judgment, all->count, e);
		if (result == 0)
			result = ranking_make(&ranking, run, x, TIES_FALLING, e);
		for (size_t i = 0; result == 0 && i < x->count; i++) {
			struct slice name = piece_slice(&run->in, ranking.document[i]);
			const struct judgment *y = judgments_find(&table, all->judgment, name,
								  hash_bytes(name.at, name.length));
			if (y != NULL)
				rank[y - j->judgment] = (int64_t)i;
		}
	}
	document_table_release(&table);
	ranking_release(&ranking);
	return result;
}

int pooled_ranks_init(struct pooled_ranks *x, const struct judgments *j,
		      const struct run *const *runs, size_t count, struct err *e)
{
	int result = 0;
	x->judgments = j->count;
	x->rank = malloc((count * j->count + 1) * sizeof *x->rank);
	if (x->rank == NULL)
		return err_memory(e);
	for (size_t i = 0; i < count && result == 0; i++)
		result = judgment_ranks(j, runs[i], x->rank + i * j->count, e);
	return result;
}

void pooled_ranks_release(struct pooled_ranks *x)
{
	free(x->rank);
}

static const struct judged_topic *topic_named(const struct judgments *j, const char *name)
{
	int64_t number = names_find(&j->names, slice_of(name));
	return number < 0 ? NULL : &j->topic[number];
}

int pooled_topics_add(struct pooled_topics *x, struct pair_topics *to, const struct sample *s,
		      const struct judgments *j, const struct pooled_ranks *ranks, size_t a,
		      size_t b, struct err *e)
{
	size_t used = 0;
	x->document = malloc((j->count + 1) * sizeof *x->document);
	if (x->document == NULL)
		return err_memory(e);
	for (size_t t = 0; t < to->count; t++) {
		struct pair_topic *topic = &to->topic[t];
		const struct judged_topic *judged = topic_named(j, topic->name);
		if (judged == NULL)
			continue;
		size_t first = (size_t)(judged->all.judgment - j->judgment);
		const struct drawn_topic *drawn = &s->drawn.topic[judged - j->topic];
		topic->pooled = x->document + used;
		topic->pooled_documents = judged->all.count;
		topic->drawn = drawn->stratum;
		topic->drawn_strata = drawn->count;
		topic->classes = s->classes;
		for (size_t i = first; i < first + judged->all.count; i++)
			x->document[used++] = (struct pooled_document){
				.grade = s->weight[i] > 0 ? (int32_t)j->judgment[i].level : -1,
				.rank = { ranks->rank[a * ranks->judgments + i],
					  ranks->rank[b * ranks->judgments + i] },
				.drawn = s->drawn.place[i],
				.class = s->class_of != NULL ? s->class_of[i] : -1,
			};
	}
	return 0;
}

void pooled_topics_release(struct pooled_topics *x)
{
	free(x->document);
}
