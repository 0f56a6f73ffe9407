/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Judgments are collected in the order of the file, put in the order of topic (and group, and
 * sub-group) where they are not, and then made into sets, when the size of each set is known.
 */
#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/base/pages.h"
#include "core/base/sort.h"
#include "core/data/judgments/judges.h"
#include "core/data/judgments/judgment_set.h"
#include "core/data/judgments/judgments.h"
#include "core/data/judgments/preferences.h"
#include "readers/memory.h"

/* Topics are named when all lines are read; until then a judgment has the number of its segment. */
static int start_segment(struct judgments *j, struct slice topic, struct err *e)
{
	if (!ARRAY_ROOM(j->segment, j->segments, j->segment_capacity))
		return err_memory(e);
	j->segment[j->segments++] = topic;
	return 0;
}

/* Adds what the file lacks of a record. A topic is needed. */
static int complete(const struct judgments *j, struct judgment_record *r, struct err *e)
{
	const struct judgment_supplier *s = j->supplier;
	if (s != NULL && s->supply(s->context, &j->in, r, e) < 0)
		return -1;
	return r->topic.length > 0
		       ? 0
		       : err_at(e, j->in.path, input_line(&j->in, r->document.at),
				"no column 'topic' in the header (--drawn=SAMPLE.csv, the sample as "
				"it was drawn, can supply it; an export of one review without topics "
				"is for strat_eval validate FILE --produced=LIST)");
}

/* The number of the record's stratum, from 1 on; or -1. */
static int64_t add_stratum(struct judgments *j, const struct judgment_record *r, struct err *e)
{
	int64_t name = names_add(&j->stratum_names, &j->memory, r->stratum, e);
	const struct given_stratum given = { .topic = (uint32_t)(j->segments - 1),
					     .label = (uint32_t)(name + 1),
					     .size = r->size,
					     .picks = r->picks,
					     .rows = 1,
					     .at = r->document.at };
	j->with_stratum++;
	bool failed = name < 0 || (r->size > 0 && given_strata_add(&j->strata, &given, e) < 0);
	return failed ? -1 : name + 1;
}

static int collect(void *context, const struct judgment_record *r, struct err *e)
{
	struct judgments *j = context;
	struct judgment_record completed;
	if (j->counts != NULL && !j->counts[j->rows++])
		return 0;
	if (r->unjudged) {
		if (j->unjudged++ == 0)
			j->first_unjudged = r->document.at;
		return 0;
	}
	if (j->supplier != NULL || r->topic.length == 0) {
		completed = *r;
		r = &completed;
		if (complete(j, &completed, e) < 0)
			return -1;
	}
	if ((j->segments == 0 || !slice_equal(j->segment[j->segments - 1], r->topic)) &&
	    start_segment(j, r->topic, e) < 0)
		return -1;
	j->names_run = j->names_run || r->retrieved;
	if (j->format->kind == JUDGMENTS_TABLE || r->topic_only)
		return 0;
	/* `within`: the stratum, or sub-group */
	int64_t group = 0, within = r->stratum.length > 0 ? add_stratum(j, r, e) : 0;
	if (within < 0 ||
	    (r->cluster_column.at != NULL && clusters_add(&j->clusters, &j->memory, r, e) < 0))
		return -1;
	if (j->second != NULL)
		group = (int64_t)j->rows - 1; /* its row */
	else if (j->format->judges && r->group.length > 0)
		group = names_add(&j->group_names, &j->memory, r->group, e);
	if (j->format->kind != JUDGMENTS_GRADED) {
		group = names_add(&j->group_names, &j->memory, r->group, e);
		within = names_add(&j->subgroup_names, &j->memory,
				   r->subgroup.at != NULL ? r->subgroup : slice_of(""), e);
	}
	if (group < 0 || within < 0)
		return -1;
	j->with_probability += r->probability > 0;
	j->judgment[j->count++] = (struct judgment){
		.document = r->document.at,
		.length = (uint32_t)r->document.length,
		.hash = hash_bytes(r->document.at, r->document.length),
		.level = r->level,
		.probability = r->probability,
		.topic = (uint32_t)(j->segments - 1),
		.group = (uint32_t)group,
		.stratum = (uint32_t)within,
		.decimals = r->decimals,
	};
	return 0;
}

/* Preferences of one group by sub-group and falling level. */
static int by_preference(uint64_t a, uint64_t b, const void *context)
{
	const struct judgment *x = context;
	if (x[a].subgroup != x[b].subgroup)
		return x[a].subgroup < x[b].subgroup ? -1 : 1;
	return (x[a].level < x[b].level) - (x[a].level > x[b].level);
}

/* Puts the judgments in the order of topic and, if there are any, groups. */
static int order_by_topic(struct judgments *j, bool groups, struct err *e)
{
	bool preferences = j->format->kind == JUDGMENTS_PREFERENCES;
	struct keyed *keyed = malloc(2 * j->count * sizeof *keyed);
	struct judgment *ordered = pages_reserve(j->count * sizeof *ordered);
	if (keyed == NULL || ordered == NULL) {
		free(keyed);
		pages_release(ordered, j->count * sizeof *ordered);
		return err_memory(e);
	}
	for (size_t i = 0; i < j->count; i++) {
		const struct judgment *x = &j->judgment[i];
		uint64_t key = (uint64_t)x->topic << 32 | (groups ? x->group : 0);
		keyed[i] = (struct keyed){ key, i };
	}
	keyed_sort(keyed, j->count, keyed + j->count, preferences ? by_preference : NULL,
		   j->judgment);
	for (size_t i = 0; i < j->count; i++)
		ordered[i] = j->judgment[keyed[i].item];
	pages_release(j->judgment, j->capacity * sizeof *ordered);
	j->judgment = ordered;
	j->capacity = j->count;
	free(keyed);
	return 0;
}

static int build_groups(const struct judgment_building *b, struct judged_topic *t, struct err *e)
{
	struct judgment *first = t->all.judgment, *end = first + t->all.count;
	for (const struct judgment *x = first; x < end; x += judgment_group_length(x, end))
		t->groups++;
	t->group = arena_alloc(b->memory, t->groups * sizeof *t->group);
	if (t->group == NULL)
		return err_memory(e);
	for (size_t g = 0; g < t->groups; g++) {
		size_t count = judgment_group_length(first, end);
		t->group[g] = (struct judgment_set){ .judgment = first, .count = count };
		if (judgment_set_build(b, &t->group[g], " by one group", e) < 0)
			return -1;
		first += count;
	}
	return 0;
}

static int build_topic(struct judgments *j, struct judged_topic *t, struct err *e)
{
	if (t->all.count > DOCUMENTS_MAX)
		return err_data(e, "%.600s: topic '%s' has %zu judgments: at most %u are allowed",
				j->in.path, t->name, t->all.count, DOCUMENTS_MAX);
	const struct judgment_building b = { &j->in, &j->memory, &j->table, t->name,
					     j->format->asks };
	switch (j->format->kind) {
	case JUDGMENTS_GRADED:
		return judgment_set_build(&b, &t->all, "", e);
	case JUDGMENTS_GROUPED:
		if (build_groups(&b, t, e) < 0)
			return -1;
		if (j->format->subtopics)
			t->by_document =
				subtopics_by_document(t->all.judgment, t->all.count, &j->memory, e);
		return j->format->subtopics && t->by_document == NULL ? -1 : 0;
	case JUDGMENTS_PREFERENCES:
		t->preferences = preferences_new(&b, t->all.judgment, t->all.count, e);
		return t->preferences != NULL ? 0 : -1;
	case JUDGMENTS_TABLE: /* no documents: see core/data/design/from_table.c */
		return 0;
	}
	return -1;
}

/* Gives each judgment the number of its topic instead of that of its segment. */
static int name_topics(struct judgments *j, struct err *e)
{
	uint32_t *topic_of_segment = malloc(j->segments * sizeof *topic_of_segment);
	if (topic_of_segment == NULL)
		return err_memory(e);
	j->names.expected = j->segments;
	int64_t topic = 0;
	for (size_t s = 0; s < j->segments && topic >= 0; s++) {
		if (s + NAMES_FAR < j->segments)
			names_fetch(&j->names, j->segment[s + NAMES_FAR], NAMES_FAR);
		topic = names_add(&j->names, &j->memory, j->segment[s], e);
		topic_of_segment[s] = (uint32_t)topic;
	}
	/* Otherwise segments and topics are the same, and in order. */
	bool scattered = topic >= 0 && j->names.count < j->segments;
	for (size_t i = 0; scattered && i < j->count; i++)
		j->judgment[i].topic = topic_of_segment[j->judgment[i].topic];
	for (size_t i = 0; scattered && i < j->strata.count; i++)
		j->strata.given[i].topic = topic_of_segment[j->strata.given[i].topic];
	free(topic_of_segment);
	if (topic < 0)
		return -1;
	bool groups =
		j->format->kind == JUDGMENTS_GROUPED || j->format->kind == JUDGMENTS_PREFERENCES;
	return (scattered || groups) && j->count > 0 ? order_by_topic(j, groups, e) : 0;
}

static int make_topics(struct judgments *j, struct err *e)
{
	size_t topics = j->names.count;
	j->topic_name = names_texts(&j->names, &j->memory, e);
	j->topic = arena_alloc(&j->memory, topics * sizeof *j->topic);
	if (j->topic_name == NULL || j->topic == NULL)
		return err_memory(e);
	for (size_t t = 0; t < topics; t++)
		j->topic[t] = (struct judged_topic){ .name = j->topic_name[t] };
	j->topics = topics;
	struct judgment *x = j->judgment, *end = x + j->count;
	for (size_t t = 0; t < topics; t++) {
		struct judgment_set *all = &j->topic[t].all;
		all->judgment = x;
		while (x < end && x->topic == t)
			x++;
		all->count = (size_t)(x - all->judgment);
		if (build_topic(j, &j->topic[t], e) < 0)
			return -1;
	}
	j->sorted = texts_sorted(j->topic_name, topics, &j->memory, e);
	return j->sorted != NULL ? 0 : -1;
}

static int build(struct judgments *j, struct err *e)
{
	if (j->segments == 0)
		return err_data(e, "%.600s: no judgments in the file", j->in.path);
	j->group_name = names_texts(&j->group_names, &j->memory, e);
	if (j->group_name == NULL)
		return -1;
	if (name_topics(j, e) < 0 || make_topics(j, e) < 0)
		return -1;
	return given_strata_check(&j->strata, &j->memory, &j->in, &j->names, &j->stratum_names, e);
}

/* Room for all that the input can hold: a judgment has two fields at least, and what separates
 * them. */
static int reserve(struct judgments *j, struct err *e)
{
	enum { LEAST_BYTES = 4 };
	j->capacity =
		j->in.records != NULL ? j->in.records->count + 1 : j->in.size / LEAST_BYTES + 1;
	j->judgment = pages_reserve(j->capacity * sizeof *j->judgment);
	return j->judgment == NULL ? err_memory(e) : 0;
}

static void release_working_memory(struct judgments *j)
{
	free(j->segment);
	j->segment = NULL;
	j->supplier = NULL;
	j->counts = NULL;
	document_table_release(&j->table);
	j->table = (struct document_table){ 0 };
}

static int refuse_unjudged(const struct judgments *j, struct err *e)
{
	if (j->unjudged == 0)
		return 0;
	return err_at(
		e, j->in.path, input_line(&j->in, j->first_unjudged),
		"relevance is empty: %zu of %zu rows still to be judged (--partial leaves them "
		"out)",
		j->unjudged, j->unjudged + j->count);
}

/* Which rows count if one judge of several is asked for. */
static int choose_judge(struct judgments *j, const struct judgment_reading *how, struct err *e)
{
	struct judges judges;
	if (how->judge == NULL)
		return 0;
	if (judges_read(&judges, j->format, &j->in, e) < 0)
		return -1;
	bool two_phase = strcmp(how->judge, JUDGE_TWO_PHASE) == 0;
	int result = two_phase ? judges_two_phase(&judges, &j->memory, &j->counts, &j->second, e)
			       : judges_choose(&judges, how->judge, &j->memory, &j->counts,
					       &j->by_others, e);
	j->judged_again = judges_again(&judges);
	judges_release(&judges);
	if (result == 0 && j->by_others > 0 && !how->partial)
		return err_data(e,
				"%.600s: '%.200s' did not judge %zu documents that others judged "
				"(--partial leaves them out; --judge=first or last takes one "
				"judgment of each document)",
				j->in.path, how->judge, j->by_others);
	return result;
}

int judgments_read_as(struct judgments *j, const struct judgment_format *format, const char *path,
		      const struct judgment_reading *how, struct err *e)
{
	*j = (struct judgments){ .supplier = how->supplier };
	const struct slice *b = how->bytes;
	if (b != NULL ? input_from_bytes(&j->in, path, b->at, b->length, e) < 0
		      : input_read_records(&j->in, path, format->options, e) < 0)
		return -1;
	/* the one of the registry, which lives on: `format` may be the caller's copy */
	bool guessed = format->unnamed;
	format = judgment_format_of(format, &j->in, e);
	j->format = format != NULL ? judgment_format_find(format->name, e) : NULL;
	format = j->format;
	int result = format != NULL ? choose_judge(j, how, e) : -1;
	if (result == 0)
		result = reserve(j, e);
	if (result == 0) {
		result = judgment_records_read(format, &j->in, collect, j, e);
		guessed = guessed || strcmp(format->name, "qrels") == 0;
		if (result < 0 && e->status == STATUS_DATA && guessed && j->in.records == NULL)
			judgment_formats_suggest(format, &j->in, e);
	}
	if (result == 0 && !how->partial)
		result = refuse_unjudged(j, e);
	if (result == 0)
		result = build(j, e);
	j->chosen_count = j->topics;
	release_working_memory(j);
	if (result < 0)
		judgments_release(j);
	return result;
}

int judgments_choose(struct judgments *j, const struct chosen_topics *c, struct err *e)
{
	j->chosen = chosen_topics_mark(c, &j->memory, j->topic_name, j->topics, "judgments",
				       j->in.path, e);
	j->chosen_count = c->names.count;
	return j->chosen != NULL ? 0 : -1;
}

int judgments_read(struct judgments *j, const struct judgment_format *format, const char *path,
		   struct err *e)
{
	return judgments_read_as(j, format, path, &(struct judgment_reading){ 0 }, e);
}

void judgments_release(struct judgments *j)
{
	names_release(&j->names);
	names_release(&j->group_names);
	names_release(&j->subgroup_names);
	names_release(&j->stratum_names);
	names_release(&j->clusters.names);
	names_release(&j->clusters.places);
	free(j->clusters.cluster);
	names_release(&j->strata.pairs);
	free(j->strata.given);
	arena_release(&j->memory);
	pages_release(j->judgment, j->capacity * sizeof *j->judgment);
	input_release(&j->in);
	*j = (struct judgments){ 0 };
}

bool judgments_are_complete(const struct judgments *j)
{
	bool certain = j->with_probability == j->count, listed = !certain && j->strata.count == 0;
	for (size_t i = 0; i < j->count && (certain || listed); i++) {
		certain = certain && j->judgment[i].probability >= 1;
		listed = listed && j->judgment[i].level != -1;
	}
	int64_t rows = 0;
	for (size_t i = 0; i < j->strata.count; i++) {
		if (j->strata.given[i].rows < j->strata.given[i].size)
			return certain;
		rows += j->strata.given[i].rows;
	}
	return certain || listed || (rows > 0 && rows == (int64_t)j->count);
}
