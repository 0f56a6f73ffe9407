/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/data/judgments/sampling_columns.h"

/* ---- strata ---- */

int given_strata_add(struct given_strata *g, const struct given_stratum *x, struct err *e)
{
	struct given_stratum *last = g->count > 0 ? &g->given[g->count - 1] : NULL;
	if (last != NULL && last->topic == x->topic && last->label == x->label &&
	    last->size == x->size && last->picks == x->picks) {
		last->rows += x->rows;
		return 0;
	}
	if (!ARRAY_ROOM(g->given, g->count, g->room))
		return err_memory(e);
	g->given[g->count++] = *x;
	g->picked = g->picked || x->picks > 0;
	return 0;
}

/* The places in the file decide which one is the first, whatever the order of topics. */
static int contradiction(const struct given_stratum *a, const struct given_stratum *b,
			 const struct input *in, const struct names *topics,
			 const struct names *labels, struct err *e)
{
	const struct given_stratum *x = a->at < b->at ? a : b, *y = a->at < b->at ? b : a;
	const char *topic = names_text(topics, x->topic);
	unsigned long long first = (unsigned long long)input_line(in, x->at);
	if (x->label != y->label)
		return err_at(e, in->path, input_line(in, y->at),
			      "picks %lld in topic '%s', but %lld on line %llu",
			      (long long)y->picks, topic, (long long)x->picks, first);
	return err_at(e, in->path, input_line(in, y->at),
		      "stratum '%s' of topic '%s' has %s %lld, but %lld on line %llu",
		      names_text(labels, x->label - 1), topic,
		      x->size != y->size ? "size" : "picks",
		      (long long)(x->size != y->size ? y->size : y->picks),
		      (long long)(x->size != y->size ? x->size : x->picks), first);
}

int given_strata_check(struct given_strata *g, struct arena *memory, const struct input *in,
		       const struct names *topics, const struct names *labels, struct err *e)
{
	size_t count = g->count;
	if (count == 0)
		return 0;
	const struct given_stratum **picked =
		arena_zeroed(memory, topics->count, sizeof *picked); /* the first of each topic */
	if (picked == NULL)
		return err_memory(e);
	g->count = 0;
	for (size_t i = 0; i < count; i++) {
		const struct given_stratum x = g->given[i];
		int64_t number = names_add_pair(&g->pairs, memory, x.topic, x.label, e);
		if (number < 0)
			return -1;
		struct given_stratum *same = &g->given[number];
		if ((size_t)number == g->count)
			g->given[g->count++] = x;
		else if (same->size != x.size || same->picks != x.picks)
			return contradiction(same, &x, in, topics, labels, e);
		else
			same->rows += x.rows;
		if (x.picks > 0 && picked[x.topic] == NULL)
			picked[x.topic] = same;
		if (x.picks > 0 && picked[x.topic]->picks != x.picks)
			return contradiction(picked[x.topic], same, in, topics, labels, e);
	}
	for (size_t i = 0; i < g->count; i++)
		if (g->given[i].rows > g->given[i].size)
			return err_at(e, in->path, input_line(in, g->given[i].at),
				      "stratum '%s' of topic '%s' has %lld sampled documents, but "
				      "a size of %lld",
				      names_text(labels, g->given[i].label - 1),
				      names_text(topics, g->given[i].topic),
				      (long long)g->given[i].rows, (long long)g->given[i].size);
	return 0;
}

const struct given_stratum *given_strata_find(const struct given_strata *g, size_t topic,
					      uint32_t label)
{
	int64_t number = names_find_pair(&g->pairs, (int64_t)topic, label);
	return number != NAME_UNKNOWN ? &g->given[number] : NULL;
}

/* ---- clusters ---- */

/* Where a document stands, as the key of a table. */
static struct slice place_of(const char *const *document)
{
	return (struct slice){ (const char *)document, sizeof *document };
}

int clusters_add(struct judged_clusters *c, struct arena *memory, const struct judgment_record *r,
		 struct err *e)
{
	c->column = r->cluster_column;
	c->named = r->cluster_named;
	if (!c->named)
		return 0;
	if (!ARRAY_ROOM(c->cluster, c->count, c->room))
		return err_memory(e);
	bool alone = r->cluster.length == 0;
	int64_t number = alone ? 0 : names_add(&c->names, memory, r->cluster, e);
	if (number < 0 || names_add(&c->places, memory, place_of(&r->document.at), e) < 0)
		return -1;
	c->cluster[c->count++] = alone ? --c->alone : (int32_t)number + 1;
	return 0;
}

int32_t clusters_find(const struct judged_clusters *c, const char *document)
{
	if (c->count == 0)
		return 0;
	int64_t number = names_find(&c->places, place_of(&document));
	return number != NAME_UNKNOWN ? c->cluster[number] : 0;
}

/* ---- files of strata ---- */

static int take_stratum(void *context, const struct stratum_record *r, struct err *e)
{
	struct stratum_rows *s = context;
	size_t before = s->of.both.count;
	if (s->topics != NULL && names_find(s->topics, r->topic) == NAME_UNKNOWN)
		return 0;
	if (!ARRAY_ROOM(s->row, before, s->room))
		return err_memory(e);
	int64_t number = name_pairs_add(&s->of, r->topic, r->label, e);
	if (number < 0)
		return -1;
	if ((size_t)number < before)
		return stratum_twice(r, s->row[number].is.place.line, e);
	s->row[number] = (struct stratum_row){ .is = *r };
	return 0;
}

/* All rows, and then those of each topic. */
static int take_strata(struct stratum_rows *s, const struct input *in,
		       int (*read)(const struct input *in, stratum_sink receiver, void *context,
				   struct err *e),
		       struct err *e)
{
	int result = read(in, take_stratum, s, e);
	s->first = arena_zeroed(&s->of.memory, s->of.first.count + 1, sizeof *s->first);
	if (result == 0 && s->first == NULL)
		result = err_memory(e);
	if (result < 0)
		stratum_rows_release(s);
	for (size_t i = s->of.both.count; i-- > 0;) {
		size_t *first = &s->first[names_find(&s->of.first, s->row[i].is.topic)];
		s->row[i].next = *first;
		*first = i + 1;
	}
	return result;
}

int stratum_rows_read(struct stratum_rows *s, const struct input *table, struct err *e)
{
	*s = (struct stratum_rows){ 0 };
	return take_strata(s, table, strata_table_read, e);
}

int stratum_sizes_load(struct stratum_rows *s, const char *path, const struct names *topics,
		       struct err *e)
{
	*s = (struct stratum_rows){ .topics = topics };
	if (input_read(&s->in, path, e) < 0)
		return -1;
	return take_strata(s, &s->in, stratum_sizes_read, e);
}

void stratum_rows_release(struct stratum_rows *s)
{
	name_pairs_release(&s->of);
	free(s->row);
	input_release(&s->in);
	*s = (struct stratum_rows){ 0 };
}

struct stratum_row *stratum_rows_find(const struct stratum_rows *s, struct slice topic,
				      struct slice label)
{
	int64_t number = name_pairs_find(&s->of, topic, label);
	return number != NAME_UNKNOWN ? &s->row[number] : NULL;
}

const struct stratum_row *stratum_rows_next(const struct stratum_rows *s, const char *topic,
					    const struct stratum_row *before)
{
	int64_t number = before == NULL ? names_find(&s->of.first, slice_of(topic)) : 0;
	size_t at = before != NULL ? before->next : number >= 0 ? s->first[number] : 0;
	return at > 0 ? &s->row[at - 1] : NULL;
}
