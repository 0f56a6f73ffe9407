/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/sort.h"
#include "core/data/judgments/preferences.h"

/* Groups with several sub-groups need a square of bits; more documents than this are refused. */
enum { CLOSURE_MAX = 20000 };

/* A square bit matrix: bit (a, b) says that a is preferred to b. */
struct relation {
	uint64_t *bits;
	size_t words; /* of one row */
	size_t size;
};

static bool relation_has(const struct relation *r, size_t a, size_t b)
{
	return r->bits[a * r->words + b / 64] >> (b % 64) & 1;
}

static void relation_add(struct relation *r, size_t a, size_t b)
{
	r->bits[a * r->words + b / 64] |= UINT64_C(1) << (b % 64);
}

/* Warshall: whoever is preferred to k is preferred to all that k is preferred to. */
static void relation_close(struct relation *r)
{
	for (size_t k = 0; k < r->size; k++)
		for (size_t a = 0; a < r->size; a++)
			if (relation_has(r, a, k))
				for (size_t w = 0; w < r->words; w++)
					r->bits[a * r->words + w] |= r->bits[k * r->words + w];
}

/* The pairs of a relation, as a list. */
static int list_pairs(const struct judgment_building *building, struct preference_group *g,
		      const struct relation *r, struct err *e)
{
	for (size_t w = 0; w < r->size * r->words; w++)
		g->pairs += (size_t)__builtin_popcountll(r->bits[w]);
	g->pair = arena_alloc(building->memory, g->pairs * sizeof *g->pair);
	if (g->pair == NULL)
		return err_memory(e);
	size_t next = 0;
	for (size_t a = 0; a < r->size; a++)
		for (size_t b = 0; b < r->size; b++)
			if (relation_has(r, a, b))
				g->pair[next++] =
					(struct preference_pair){ (uint32_t)a, (uint32_t)b };
	return 0;
}

/* Several sub-groups: `place` maps a document's number to its index in the group. */
static int close_group(const struct judgment_building *building, struct preference_group *g,
		       const struct judgment *first, size_t count, const uint32_t *place,
		       struct err *e)
{
	if (g->count > CLOSURE_MAX)
		return err_data(
			e,
			"%.600s: a judgment group of topic '%s' with several sub-groups has "
			"%zu documents: at most %d are allowed",
			building->in->path, building->topic, g->count, CLOSURE_MAX);
	struct relation r = { .size = g->count, .words = (g->count + 63) / 64 };
	r.bits = calloc(r.size * r.words, sizeof *r.bits);
	if (r.bits == NULL)
		return err_memory(e);
	for (size_t a = 0; a < count; a++)
		for (size_t b = a + 1; b < count && first[b].subgroup == first[a].subgroup; b++)
			if (first[a].level > first[b].level)
				relation_add(&r, place[first[a].in_topic],
					     place[first[b].in_topic]);
	relation_close(&r);
	int result = 0;
	for (size_t a = 0; a < count && result == 0; a++) {
		size_t at = place[first[a].in_topic];
		if (relation_has(&r, at, at))
			result = err_at(e, building->in->path,
					input_line(building->in, first[a].document),
					"preferences of a judgment group of topic '%s' contradict "
					"each other: document '%s' would be preferred to itself",
					building->topic, shown(judgment_document(&first[a])).text);
	}
	if (result == 0)
		result = list_pairs(building, g, &r, e);
	free(r.bits);
	return result;
}

/* `seen` and `place` have an element for each document of the topic. */
static int build_group(const struct judgment_building *building, struct preference_group *g,
		       const struct judgment *first, size_t count, const struct judgment **seen,
		       uint32_t *place, struct err *e)
{
	struct preference *judged = arena_alloc(building->memory, count * sizeof *judged);
	if (judged == NULL)
		return err_memory(e);
	*g = (struct preference_group){ .judged = judged, .one_subgroup = true };
	for (size_t i = 0; i < count; i++) {
		const struct judgment *x = &first[i], *earlier = seen[x->in_topic];
		bool again = earlier != NULL && earlier->group == x->group;
		if (again && earlier->subgroup == x->subgroup)
			return judgment_twice(building, earlier, x, " in one sub-group", e);
		seen[x->in_topic] = x;
		if (x->subgroup != first->subgroup)
			g->one_subgroup = false;
		if (!again) {
			place[x->in_topic] = (uint32_t)g->count;
			judged[g->count++] = (struct preference){ x->in_topic, x->level };
		} else if (judged[place[x->in_topic]].level < x->level) {
			judged[place[x->in_topic]].level = x->level;
		}
	}
	return g->one_subgroup ? 0 : close_group(building, g, first, count, place, e);
}

static int build_groups(const struct judgment_building *building, struct preference_topic *t,
			struct judgment *first, struct judgment *end, struct err *e)
{
	for (const struct judgment *x = first; x < end; x += judgment_group_length(x, end))
		t->groups++;
	t->group = arena_alloc(building->memory, t->groups * sizeof *t->group);
	const struct judgment **seen = calloc(t->documents, sizeof *seen);
	uint32_t *place = malloc(t->documents * sizeof *place);
	int result = t->group == NULL || seen == NULL || place == NULL ? err_memory(e) : 0;
	for (size_t g = 0; g < t->groups && result == 0; g++) {
		size_t length = judgment_group_length(first, end);
		result = build_group(building, &t->group[g], first, length, seen, place, e);
		first += length;
	}
	free(seen);
	free(place);
	return result;
}

/* Equal documents get the number of the first one. */
static int number_documents(const struct judgment_building *building, struct judgment *first,
			    size_t count, size_t *documents, struct err *e)
{
	const struct documents all = judgment_documents(first);
	if (document_table_start(building->table, count, e) < 0)
		return -1;
	for (size_t i = 0; i < count; i++) {
		size_t same = document_table_add(building->table, &all, i);
		first[i].in_topic = same < i ? first[same].in_topic : (uint32_t)(*documents)++;
	}
	return 0;
}

struct preference_topic *preferences_new(const struct judgment_building *building,
					 struct judgment *first, size_t count, struct err *e)
{
	struct preference_topic *p = arena_alloc(building->memory, sizeof *p);
	if (p == NULL) {
		err_memory(e);
		return NULL;
	}
	*p = (struct preference_topic){ 0 };
	if (number_documents(building, first, count, &p->documents, e) < 0 ||
	    build_groups(building, p, first, first + count, e) < 0)
		return NULL;
	return p;
}

int preference_join_start(struct preference_join *j, const struct preference_topic *t,
			  struct arena *memory, struct err *e)
{
	size_t votes = t->groups > 1 ? t->documents * t->documents : 0;
	j->rank = arena_alloc(memory, t->documents * sizeof *j->rank);
	j->position = arena_alloc(memory, t->documents * sizeof *j->position);
	j->votes = arena_zeroed(memory, votes, sizeof *j->votes);
	j->group = arena_alloc(memory, t->groups * sizeof *j->group);
	if (memory->failed)
		return err_memory(e);
	for (size_t d = 0; d < t->documents; d++)
		j->rank[d] = -1;
	return 0;
}

static enum pair_kind kind_of_pair(int64_t a, int64_t b)
{
	return a >= 0 && b >= 0 ? PAIR_BOTH : a < 0 && b < 0 ? PAIR_NEITHER : PAIR_ONE;
}

/* Whether a preference for the document at rank `a` over that at `b` is fulfilled. */
static bool is_fulfilled(int64_t a, int64_t b)
{
	return a >= 0 && (b < 0 || a < b);
}

static void count_pair(struct preference_join *j, const struct preference_topic *t,
		       struct preference_counts *c, const struct preference *better,
		       const struct preference *worse)
{
	int64_t a = j->rank[better->document], b = j->rank[worse->document];
	enum pair_kind kind = kind_of_pair(a, b);
	bool fulfilled = is_fulfilled(a, b);
	c->pairs[kind]++;
	c->fulfilled[kind] += fulfilled;
	if (better->level > 0 && worse->level > 0) {
		c->relevant_pairs[COUNT_ALL]++;
		c->relevant_fulfilled[COUNT_ALL] += fulfilled;
		c->relevant_pairs[COUNT_RETRIEVED] += kind == PAIR_BOTH;
		c->relevant_fulfilled[COUNT_RETRIEVED] += kind == PAIR_BOTH && fulfilled;
	}
	if (t->groups > 1)
		j->votes[better->document * t->documents + worse->document]++;
}

/*
 * Ranks of the group's retrieved documents (level 0 and above), twice the rank and one more if
 * the document is not relevant; in rising order, documents above one are those before it.
 */
static void count_above_nonrelevant(struct preference_join *j, const struct preference_group *g,
				    struct preference_counts *c)
{
	size_t retrieved = 0;
	for (size_t i = 0; i < g->count; i++) {
		int64_t rank = j->rank[g->judged[i].document];
		if (rank >= 0 && g->judged[i].level >= 0)
			j->position[retrieved++] = 2 * rank + (g->judged[i].level > 0 ? 0 : 1);
	}
	qsort(j->position, retrieved, sizeof *j->position, compare_keys);
	int64_t seen = 0;
	for (size_t i = 0; i < retrieved; i++) {
		if (j->position[i] % 2 == 0)
			continue;
		for (int which = COUNT_ALL; which <= COUNT_RETRIEVED; which++)
			if (seen < c->relevant[which])
				c->above_first_nonrelevant[which] += (int64_t)i;
		seen++;
	}
	/* Not retrieved, hence below all that is; there are none of them in COUNT_RETRIEVED. */
	int64_t first = c->relevant[COUNT_ALL] < c->nonrelevant[COUNT_ALL]
				? c->relevant[COUNT_ALL]
				: c->nonrelevant[COUNT_ALL];
	if (first > seen)
		c->above_first_nonrelevant[COUNT_ALL] += (first - seen) * (int64_t)retrieved;
}

static void count_group(struct preference_join *j, const struct preference_topic *t,
			const struct preference_group *g, struct preference_counts *c)
{
	*c = (struct preference_counts){ .one_subgroup = g->one_subgroup };
	for (size_t i = 0; i < g->count; i++) {
		bool retrieved = j->rank[g->judged[i].document] >= 0;
		bool relevant = g->judged[i].level > 0, zero = g->judged[i].level == 0;
		c->relevant[COUNT_ALL] += relevant;
		c->nonrelevant[COUNT_ALL] += zero;
		c->relevant[COUNT_RETRIEVED] += relevant && retrieved;
		c->nonrelevant[COUNT_RETRIEVED] += zero && retrieved;
	}
	if (g->one_subgroup) /* by falling level, so that the better one comes first */
		for (size_t a = 0; a < g->count; a++)
			for (size_t b = g->count;
			     b-- > a && g->judged[b].level < g->judged[a].level;)
				count_pair(j, t, c, &g->judged[a], &g->judged[b]);
	for (size_t k = 0; k < g->pairs; k++)
		count_pair(j, t, c, &g->judged[g->pair[k].better], &g->judged[g->pair[k].worse]);
	count_above_nonrelevant(j, g, c);
}

static void count_votes(struct preference_join *j, const struct preference_topic *t)
{
	struct preference_view *v = &j->view;
	if (t->groups == 1) { /* one group, one vote on each pair */
		for (int kind = 0; kind < PAIR_KINDS; kind++) {
			v->pairs[kind] = j->group[0].pairs[kind];
			v->votes[kind] = (double)j->group[0].fulfilled[kind];
		}
		return;
	}
	for (size_t a = 0; a < t->documents; a++) {
		for (size_t b = a + 1; b < t->documents; b++) {
			uint32_t for_a = j->votes[a * t->documents + b];
			uint32_t for_b = j->votes[b * t->documents + a];
			if (for_a + for_b == 0)
				continue;
			enum pair_kind kind = kind_of_pair(j->rank[a], j->rank[b]);
			uint32_t won = is_fulfilled(j->rank[a], j->rank[b])   ? for_a
				       : is_fulfilled(j->rank[b], j->rank[a]) ? for_b
									      : 0;
			v->pairs[kind]++;
			v->votes[kind] += (double)won / (double)(for_a + for_b);
		}
	}
}

const struct preference_view *preference_join_count(struct preference_join *j,
						    const struct preference_topic *t)
{
	j->view = (struct preference_view){ .group = j->group, .groups = t->groups };
	for (size_t g = 0; g < t->groups; g++)
		count_group(j, t, &t->group[g], &j->group[g]);
	count_votes(j, t);
	return &j->view;
}
