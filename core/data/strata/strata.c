/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/hash.h"
#include "core/base/number.h"
#include "core/stats/sampling/jury.h"
#include "core/data/strata/strata_building.h"
#include "core/data/strata/strata.h"

bool strata_are_whole(const struct judgments *j, const struct strata_options *o)
{
	bool certain = true, unsampled = false;
	if (j->count == 0 || j->with_stratum < j->count || o->collection_size > 0 ||
	    o->sizes != NULL || j->strata.count > 0)
		return false;
	for (size_t i = 0; i < j->count && j->with_probability == j->count; i++) {
		certain = certain && j->judgment[i].probability >= 1;
		unsampled = unsampled || j->judgment[i].level == -1;
	}
	return certain || unsampled;
}

/* No strata: each document stands for itself. */
static void weigh_by_probability(struct strata_building *b)
{
	const struct judgment_set *all = &b->topic->all;
	for (size_t i = 0; i < all->count; i++)
		b->weight[&all->judgment[i] - b->j->judgment] = 1 / all->judgment[i].probability;
}

/* The order of strata.h. Cells of the pool come first: other runs cannot change them. */
static int build_topic(struct strata_building *b, struct err *e)
{
	bool rates = b->j->with_probability == b->j->count, picked = b->j->strata.picked;
	if (label_strata_fit(b))
		return label_strata_build(b, e);
	if (!rates)
		return run_cells_of_labels(b, e);
	int found = 0;
	if (!picked && b->o->pools > 0 && b->o->pools < b->s->runs)
		found = run_cells_of_rates(b, true, e);
	if (!picked && found == 0)
		found = run_cells_of_rates(b, false, e);
	if (!picked && found == 0)
		found = rate_classes_build(b, e);
	if (found == 0 && b->o->post_stratify)
		return err_usage(e,
				 "--post-stratify needs strata, and the probabilities of topic "
				 "'%.200s' give none",
				 b->topic->name);
	if (found == 0)
		weigh_by_probability(b);
	return found < 0 ? -1 : 0;
}

/* Which runs retrieve the judged documents of a topic. */
static int mark_judgments(struct strata_building *b, struct document_table *table, struct err *e)
{
	const struct judgment_set *all = &b->topic->all;
	size_t words = b->s->words;
	if (judgments_tabulate(table, all->judgment, all->count, e) < 0)
		return -1;
	for (size_t r = 0; r < b->s->runs; r++) {
		const struct run_topic *t = building_topic(b, r);
		for (size_t i = 0; t != NULL && i < t->count; i++) {
			struct slice name = piece_slice(&b->runs[r]->in, t->record[i].document);
			const struct judgment *x = judgments_find(table, all->judgment, name,
								  hash_bytes(name.at, name.length));
			if (x != NULL)
				b->s->by[(size_t)(x - b->j->judgment) * words + r / 64] |=
					UINT64_C(1) << (r % 64);
		}
	}
	return 0;
}

static int mark_all(struct strata_building *b, struct err *e)
{
	struct document_table table = { 0 };
	b->s->by = arena_zeroed(&b->s->memory, b->j->count * b->s->words + 1, sizeof *b->s->by);
	int result = b->s->by == NULL ? err_memory(e) : 0;
	for (size_t t = 0; t < b->j->topics && result == 0; t++) {
		b->topic = &b->j->topic[t];
		b->number = t;
		result = mark_judgments(b, &table, e);
	}
	document_table_release(&table);
	return result;
}

static int name_runs(struct strata_building *b, struct err *e)
{
	size_t topics = b->j->topics;
	for (size_t r = 0; r < b->s->runs; r++) {
		b->s->run[r] = arena_copy(&b->s->memory, slice_of(b->runs[r]->id));
		if (b->s->run[r] == NULL)
			return err_memory(e);
		for (size_t t = 0; t < b->runs[r]->topics; t++)
			if (b->runs[r]->topic[t].judged != NAME_UNKNOWN)
				b->run_topic[r * topics + (size_t)b->runs[r]->topic[t].judged] =
					&b->runs[r]->topic[t];
	}
	return 0;
}

static int build_all(struct strata_building *b, struct err *e)
{
	struct strata *s = b->s;
	size_t topics = b->j->topics;
	b->run_topic = calloc(s->runs * topics + 1, sizeof *b->run_topic);
	b->label_name = names_texts(&b->j->stratum_names, &s->memory, e);
	b->label_place = calloc(b->j->stratum_names.count + 1, sizeof *b->label_place);
	s->topic = arena_alloc(&s->memory, topics * sizeof *s->topic);
	s->run = arena_alloc(&s->memory, s->runs * sizeof *s->run);
	if (b->run_topic == NULL || b->label_name == NULL || b->label_place == NULL ||
	    s->topic == NULL || s->run == NULL)
		return err_memory(e);
	s->topics = topics;
	if (name_runs(b, e) < 0)
		return -1;
	int result = 0;
	for (size_t t = 0; t < topics && result == 0; t++) {
		b->topic = &b->j->topic[t];
		b->number = t;
		b->to = &s->topic[t];
		*b->to = (struct topic_strata){ .name = b->topic->name };
		if ((b->o->only != NULL && !b->o->only[t]) ||
		    (b->o->without_runs && !label_strata_fit(b)))
			continue;
		result = build_topic(b, e);
		arena_clear(&b->memory);
	}
	return result == 0 && b->o->pairs ? mark_all(b, e) : result;
}

/* Files that list all documents, and those that list the sampled ones, look alike. */
static int check_listing(const struct judgments *j, const struct strata_options *o, struct err *e)
{
	size_t unsampled = 0;
	for (size_t i = 0; i < j->count; i++)
		unsampled += j->judgment[i].level == -1;
	if (j->with_stratum < j->count || j->with_probability == j->count)
		return 0;
	if (strata_are_whole(j, o) && unsampled == 0 && !o->listed)
		return err_data(
			e,
			"%.600s: only sampled documents are listed (none has relevance -1): the "
			"size of the strata must be given by -N, the size of the collection, or "
			"by --strata",
			j->in.path);
	if (!strata_are_whole(j, o) && j->strata.count == 0 && 2 * unsampled > j->count)
		return err_data(e,
				"%.600s: %zu of %zu documents have relevance -1: with %s that is a "
				"sampled document that is not assessable; without it, one that was "
				"not sampled",
				j->in.path, unsampled, j->count,
				o->sizes != NULL ? "--strata" : "-N");
	return 0;
}

/* Where labels are cut for control variates, by how many documents of the file they have. */
static int cut_classes(struct strata *s, const struct labels *l, int32_t level, struct err *e)
{
	struct label_cut cut[JUDGES_MOST];
	int64_t *size = arena_zeroed(&s->memory, l->classes + 1, sizeof *size);
	bool *counts = arena_zeroed(&s->memory, JUDGES_MOST * l->classes + 1, sizeof *counts);
	if (size == NULL || counts == NULL)
		return err_memory(e);
	for (size_t i = 0; i < l->list.records.count; i++)
		size[l->class_of[i]]++;
	struct label_variates *v = &s->variates;
	*v = (struct label_variates){ counts, l->classes, 0, 0 };
	v->count = jury_cuts(&l->jury, size, level, JUDGES_MOST, cut, &v->judges);
	for (size_t i = 0; i < v->count; i++)
		for (size_t k = 0; k < l->classes; k++)
			counts[i * l->classes + k] = jury_counts(&l->jury, &cut[i], k);
	for (size_t i = 0; i < v->judges; i++) {
		const char *name = l->judge_class[cut[i].judge][cut[i].from];
		s->judge[i] =
			(struct cut_judge){ cut[i].judge, arena_copy(&s->memory, slice_of(name)) };
		if (s->judge[i].cut == NULL)
			return err_memory(e);
	}
	return 0;
}

static bool copy_names(struct strata *s, const char *const *name, size_t count, const char ***out)
{
	*out = arena_alloc(&s->memory, (count + 1) * sizeof **out);
	for (size_t k = 0; *out != NULL && k < count; k++)
		(*out)[k] = arena_copy(&s->memory, slice_of(name[k]));
	return !s->memory.failed;
}

static int name_classes(struct strata *s, const struct labels *l, struct err *e)
{
	size_t seats = l->classes * l->jury.judges;
	double *value = arena_alloc(&s->memory, (l->classes + 1) * sizeof *value);
	uint16_t *at = arena_alloc(&s->memory, (seats + 1) * sizeof *at);
	if (value == NULL || at == NULL)
		return err_memory(e);
	memcpy(at, l->jury.at, seats * sizeof *at);
	s->jury = l->jury;
	s->jury.at = at;
	for (size_t k = 0; k < l->classes; k++)
		value[k] = l->class_value[k];
	bool named = copy_names(s, l->class_name, l->classes, &s->class_name);
	for (size_t g = 0; g < l->jury.judges && named; g++)
		named = copy_names(s, l->judge_class[g], l->jury.judge[g].classes,
				   &s->judge_class[g]);
	if (!named)
		return err_memory(e);
	s->class_value = value;
	s->classes = l->classes;
	return 0;
}

int strata_build(struct strata *s, const struct judgments *j, const struct run *const *runs,
		 size_t count, const struct strata_options *o, double *weight, int32_t *place,
		 struct err *e)
{
	*s = (struct strata){ .runs = count,
			      .pools = o->pools,
			      .words = (count + 63) / 64,
			      .post_stratified = o->post_stratify || o->labels != NULL,
			      .labelled = o->labels != NULL };
	struct strata_building b = {
		.s = s, .j = j, .runs = runs, .o = o, .weight = weight, .place = place
	};
	b.whole = strata_are_whole(j, o);
	int result = check_listing(j, o, e);
	if (result == 0 && o->labels != NULL)
		result = name_classes(s, o->labels, e);
	if (result == 0 && o->labels != NULL)
		result = cut_classes(s, o->labels, o->level, e);
	if (result == 0)
		result = label_sizes_init(&b.sizes, j, o->sizes, e);
	if (result == 0)
		result = build_all(&b, e);
	label_sizes_release(&b.sizes);
	arena_release(&b.memory);
	free(b.run_topic);
	free(b.label_place);
	if (result < 0)
		strata_release(s);
	return result;
}
