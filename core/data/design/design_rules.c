/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/data/design/building.h"
#include "core/stats/sampling/jury.h"

/* ---- which source supplies the design of a topic ---- */

static bool is_table(const struct building *b)
{
	return b->j->format->kind == JUDGMENTS_TABLE;
}

static bool has_no_rates(const struct building *b)
{
	return b->j->with_probability < b->j->count;
}

/* Buckets that are picked with replacement are no strata: how many are drawn is random. */
static bool has_rates(const struct building *b)
{
	return !has_no_rates(b) && !b->j->strata.picked;
}

static bool has_rates_and_pool(const struct building *b)
{
	return has_rates(b) && b->o->pools > 0 && b->o->pools < b->d->runs;
}

/* No strata: each document stands for itself. */
static int probabilities_build(struct building *b, struct err *e)
{
	const struct judgment_set *all = &b->topic->all;
	if (b->o->post_stratify)
		return err_usage(e,
				 "--post-stratify needs strata, and the probabilities of topic "
				 "'%.200s' give none",
				 b->topic->name);
	for (size_t i = 0; i < all->count; i++)
		b->d->weight[&all->judgment[i] - b->j->judgment] = 1 / all->judgment[i].probability;
	return 1;
}

/* From top to bottom; a builder may find that its strata do not fit, and the next row is tried. */
static const struct design_rule design_rules[] = {
	/* a table of strata (-R table): its rows, which begin() has read */
	{ "table", SOURCE_FILE, is_table, table_build },
	/* names of strata of known sizes (a column size, --strata, or all documents listed), with
	 * or without probabilities */
	{ "sizes", SOURCE_FILE, names_have_sizes, sizes_build },
	/* names of strata without sizes, and no probabilities: these strata, cut by the runs; sizes
	 * by counting and -N. Only the word that is printed is "labels": a model's are no source */
	{ "labels", SOURCE_NAMES, has_no_rates, named_runs_build },
	/* probabilities, and runs of --pool: the cells of these, if n/N of each is the probability;
	 * they come first, as other runs cannot change them */
	{ "pool", SOURCE_PROBABILITIES, has_rates_and_pool, pool_build },
	/* probabilities: cells of run intersections, if n/N of each is the probability */
	{ "runs", SOURCE_PROBABILITIES, has_rates, runs_build },
	/* probabilities: documents of one probability, if these are not single ones */
	{ "rates", SOURCE_RATES, has_rates, rates_build },
	/* probabilities: no strata, each document stands for 1/p */
	{ "documents", SOURCE_NONE, NULL, probabilities_build },
	{ .name = NULL },
};

static int build_topic(struct building *b, struct err *e)
{
	int found = 0;
	for (const struct design_rule *r = design_rules; r->name != NULL && found == 0; r++) {
		b->to->rule = r;
		found = r->holds == NULL || r->holds(b) ? r->build(b, e) : 0;
	}
	arena_clear(&b->memory);
	return found < 0 ? -1 : 0;
}

/* ---- what the judgments are ---- */

bool strata_are_whole(const struct judgments *j, const struct design_options *o)
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

static int check_sampling(const struct judgments *j, struct err *e)
{
	bool named = j->with_stratum == j->count && !j->strata.picked;
	if (named || j->with_probability == j->count)
		return 0;
	return err_data(e,
			"%.600s: the judgments have neither probabilities nor strata: plain "
			"judgments (-R qrels) are not a sample",
			j->in.path);
}

/* Files that list all documents, and those that list the sampled ones, look alike. */
static int check_listing(const struct judgments *j, const struct design_options *o, struct err *e)
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

/* ---- labels of a model ---- */

/* Where labels are cut for control variates, by how many documents of the file they have. */
static int cut_classes(struct design *d, const struct labels *l, int32_t level, struct err *e)
{
	struct label_cut cut[JUDGES_MOST];
	int64_t *size = arena_zeroed(&d->memory, l->classes + 1, sizeof *size);
	bool *counts = arena_zeroed(&d->memory, JUDGES_MOST * l->classes + 1, sizeof *counts);
	if (size == NULL || counts == NULL)
		return err_memory(e);
	for (size_t i = 0; i < l->list.records.count; i++)
		size[l->class_of[i]]++;
	struct label_variates *v = &d->variates;
	*v = (struct label_variates){ counts, l->classes, 0, 0 };
	v->count = jury_cuts(&l->jury, size, level, JUDGES_MOST, cut, &v->judges);
	for (size_t i = 0; i < v->count; i++)
		for (size_t k = 0; k < l->classes; k++)
			counts[i * l->classes + k] = jury_counts(&l->jury, &cut[i], k);
	for (size_t i = 0; i < v->judges; i++) {
		size_t judge = cut[i].judge;
		d->judge[i] = (struct cut_judge){ judge, l->judge_class[judge][cut[i].from] };
	}
	return 0;
}

/* They live in the memory of the labels, which the design takes over in the end. */
static void name_classes(struct design *d, const struct labels *l)
{
	d->jury = l->jury;
	d->class_name = l->class_name;
	d->class_value = l->class_value;
	d->classes = l->classes;
	memcpy(d->judge_class, l->judge_class, sizeof d->judge_class);
}

/* Which class of labels each judged or listed document is of. */
static int classify(struct design *d, const struct judgments *j, const struct labels *l,
		    struct err *e)
{
	d->class_of = arena_alloc(&d->memory, (j->count + 1) * sizeof *d->class_of);
	if (d->class_of == NULL)
		return err_memory(e);
	for (size_t i = 0; i < j->count; i++) {
		const struct judgment *x = &j->judgment[i];
		d->class_of[i] =
			label_class(labels_of_topic(l, x->topic), judgment_document(x), x->hash);
	}
	return 0;
}

/* ---- runs ---- */

/* Which documents of a run are judged, in a topic whose judgments are in the table. */
static void mark_judgments(struct building *b, const struct document_table *table, size_t run)
{
	const struct run_topic *t = building_topic(b, run);
	for (size_t i = 0; t != NULL && i < t->count; i++) {
		struct slice name = piece_slice(&b->runs[run]->in, t->record[i].document);
		const struct judgment *x = judgments_find(table, b->topic->all.judgment, name,
							  hash_bytes(name.at, name.length));
		if (x != NULL)
			b->d->by[(size_t)(x - b->j->judgment) * b->d->words + run / 64] |=
				UINT64_C(1) << (run % 64);
	}
}

static int mark_all(struct building *b, struct err *e)
{
	struct document_table table = { 0 };
	b->d->by = arena_zeroed(&b->d->memory, b->j->count * b->d->words + 1, sizeof *b->d->by);
	int result = b->d->by == NULL ? err_memory(e) : 0;
	for (size_t t = 0; t < b->j->topics && result == 0; t++) {
		b->topic = &b->j->topic[t];
		b->number = t;
		result = judgments_tabulate(&table, b->topic->all.judgment, b->topic->all.count, e);
		for (size_t r = 0; r < b->d->runs && result == 0; r++)
			mark_judgments(b, &table, r);
	}
	document_table_release(&table);
	return result;
}

static int name_runs(struct building *b, struct err *e)
{
	b->run_topic = runs_by_topic(b->runs, b->d->runs, b->j->topics, &b->lists);
	b->d->run = arena_alloc(&b->d->memory, (b->d->runs + 1) * sizeof *b->d->run);
	for (size_t r = 0; b->d->run != NULL && r < b->d->runs; r++)
		b->d->run[r] = arena_copy(&b->d->memory, slice_of(b->runs[r]->id));
	return b->run_topic == NULL || b->d->memory.failed ? err_memory(e) : 0;
}

/* ---- the design ---- */

static int make_places(struct building *b, struct err *e)
{
	struct design *d = b->d;
	const struct judgments *j = b->j;
	d->weight = arena_alloc(&d->memory, (j->count + 1) * sizeof *d->weight);
	d->place = arena_alloc(&d->memory, (j->count + 1) * sizeof *d->place);
	b->stratum_name = names_texts(&j->stratum_names, &d->memory, e);
	b->stratum_place =
		arena_zeroed(&b->lists, j->stratum_names.count + 1, sizeof *b->stratum_place);
	if (d->memory.failed || b->stratum_place == NULL)
		return err_memory(e);
	return 0;
}

/* Before a topic is looked at: its documents are in no stratum and have no weight. */
static void clear_places(struct building *b)
{
	const struct judgment_set *all = &b->topic->all;
	size_t first = (size_t)(all->judgment - b->j->judgment);
	memset(b->d->weight + first, 0, all->count * sizeof *b->d->weight);
	for (size_t i = 0; i < all->count; i++)
		b->d->place[first + i] = -1;
	/* grades are in falling order */
	if (all->distinct_grades > 0 && all->grades[0].grade > b->d->highest_grade)
		b->d->highest_grade = all->grades[0].grade;
}

/* What all topics share. */
static int begin(struct building *b, struct err *e)
{
	const struct labels *l = b->o->labels;
	b->d->topics = b->j->topics;
	b->d->topic = arena_zeroed(&b->d->memory, b->d->topics, sizeof *b->d->topic);
	if (b->d->topic == NULL)
		return err_memory(e);
	for (size_t t = 0; t < b->d->topics; t++)
		b->d->topic[t].name = b->j->topic[t].name;
	if (is_table(b))
		return rows_read(b, e);
	if (check_sampling(b->j, e) < 0)
		return -1;
	b->d->weights_given = b->j->with_probability == b->j->count;
	b->d->whole = strata_are_whole(b->j, b->o);
	if (check_listing(b->j, b->o, e) < 0 || make_places(b, e) < 0)
		return -1;
	if (l != NULL)
		name_classes(b->d, l);
	if (l != NULL && cut_classes(b->d, l, b->o->level, e) < 0)
		return -1;
	return sizes_read(b, e) < 0 ? -1 : name_runs(b, e);
}

static bool is_wanted(const struct building *b)
{
	if (is_table(b))
		return true;
	return (b->o->only == NULL || b->o->only[b->number]) &&
	       (!b->o->without_runs || names_have_sizes(b));
}

static int build_topics(struct building *b, struct err *e)
{
	int result = 0;
	for (size_t t = 0; t < b->j->topics && result == 0; t++) {
		b->topic = &b->j->topic[t];
		b->number = t;
		b->to = &b->d->topic[t];
		if (!is_table(b))
			clear_places(b);
		if (is_wanted(b))
			result = build_topic(b, e);
		b->d->stratified = b->d->stratified || is_table(b) || b->to->count > 0;
		if (b->o->any && b->d->stratified)
			break;
	}
	return result;
}

/* What each document stands for, once the strata are known. */
static int weigh(struct building *b, struct err *e)
{
	if (is_table(b) || b->o->any)
		return 0;
	if (b->o->pairs && mark_all(b, e) < 0)
		return -1;
	if (drawn_build(b, e) < 0 ||
	    (b->o->labels != NULL && classify(b->d, b->j, b->o->labels, e) < 0))
		return -1;
	return b->d->weights_given ? weigh_as_written(b->d, b->j, e) : 0;
}

int design_build(struct design *d, const struct judgments *j, const struct run *const *runs,
		 size_t count, const struct design_options *o, struct err *e)
{
	*d = (struct design){ .runs = count,
			      .pools = o->pools,
			      .words = (count + 63) / 64,
			      .post_stratified = o->post_stratify || o->labels != NULL,
			      .labelled = o->labels != NULL };
	struct building b = { .d = d, .j = j, .runs = runs, .o = o };
	int result = begin(&b, e);
	if (result == 0)
		result = build_topics(&b, e);
	if (result == 0)
		result = weigh(&b, e);
	stratum_rows_release(&b.sizes);
	arena_release(&b.memory);
	arena_release(&b.lists);
	if (result < 0)
		design_release(d);
	else if (o->labels != NULL)
		labels_give(o->labels, &d->memory);
	return result;
}

void design_release(struct design *d)
{
	arena_release(&d->memory);
}

int rates_give_strata(const struct judgments *j, bool *some, struct err *e)
{
	struct design d = { 0 };
	const struct design_options o = { .level = 1, .any = true };
	bool rates = j->with_probability == j->count && !j->strata.picked;
	if (rates && design_build(&d, j, NULL, 0, &o, e) < 0)
		return -1;
	*some = d.stratified;
	design_release(&d);
	return 0;
}
