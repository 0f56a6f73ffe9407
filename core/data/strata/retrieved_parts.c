/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/data/document_table.h"
#include "core/data/strata/keyed_places.h"
#include "core/data/strata/label_cells.h"
#include "core/data/strata/retrieved_parts.h"

/* "stratum 'a'", or by its size where it has no name. */
struct stratum_text {
	char text[160];
};

static struct stratum_text text_of(const struct design_stratum *c)
{
	struct stratum_text x;
	if (c->label != NULL)
		snprintf(x.text, sizeof x.text, "stratum '%.120s'", c->label);
	else
		snprintf(x.text, sizeof x.text, "the stratum of %lld documents",
			 (long long)c->size);
	return x;
}

/* Documents of the stratum that the judgments list. */
static int64_t listed_of(const struct strata_building *b, const struct design_stratum *c)
{
	return b->whole ? c->size : c->sampled;
}

static int place_unknown(const struct strata_building *b, size_t run, struct slice name,
			 struct err *e)
{
	const struct design_stratum *open[2] = { NULL, NULL };
	const char *option = b->o->labels != NULL ? "--labels" : "--post-stratify";
	size_t count = 0;
	for (size_t i = 0; i < b->to->count; i++) {
		const struct design_stratum *c = &b->to->stratum[i];
		if (listed_of(b, c) == c->size)
			continue;
		if (count < 2)
			open[count] = c;
		count++;
	}
	if (count == 1)
		return err_data(e,
				"%.400s: topic '%.200s': document '%.*s' is not in the judgments, "
				"and may be in %s or outside: %s needs strata that add up to the "
				"collection (-N %lld)",
				b->runs[run]->in.path, b->to->name, (int)name.length, name.at,
				text_of(open[0]).text, option, (long long)b->o->collection_size);
	return err_data(e,
			"%.400s: topic '%.200s': document '%.*s' is not in the judgments, and may "
			"be in %s or in %s: %s must know how many "
			"documents of each stratum a run retrieves (judgments that list all "
			"documents of their strata tell it)",
			b->runs[run]->in.path, b->to->name, (int)name.length, name.at,
			text_of(open[0]).text, text_of(open[1]).text, option);
}

/* What is not retrieved must have room for what was sampled of it. */
static int check_sizes(const struct strata_building *b, struct err *e)
{
	for (size_t i = 0; i < b->to->count; i++)
		for (size_t r = 0; r < b->s->runs; r++) {
			const struct design_stratum *c = &b->to->stratum[i];
			const struct stratum_part rest = stratum_side(c, r, 0);
			if (rest.size < rest.sampled)
				return err_data(e,
						"%.400s: topic '%.200s' has %lld documents of %s, "
						"of which %lld others were sampled: more than "
						"its size of %lld",
						b->runs[r]->in.path, b->to->name,
						(long long)c->retrieved[r].size, text_of(c).text,
						(long long)rest.sampled, (long long)c->size);
		}
	return 0;
}

static int count_documents(struct strata_building *b, const struct document_places *p,
			   struct stratum_part *part, struct err *e)
{
	size_t runs = b->s->runs;
	for (size_t r = 0; r < runs; r++) {
		const struct run_topic *t = building_topic(b, r);
		for (size_t i = 0; t != NULL && i < t->count; i++) {
			struct slice name = piece_slice(&b->runs[r]->in, t->record[i].document);
			const struct placed x =
				p->find(p->context, name, hash_bytes(name.at, name.length));
			if (x.place == PLACE_UNKNOWN)
				return place_unknown(b, r, name, e);
			if (x.place == PLACE_NONE)
				continue;
			struct stratum_part *to = &part[(size_t)x.place * runs + r];
			to->size++;
			if (x.judgment != NULL && judgment_is_sampled(b, x.judgment))
				STRATUM_COUNT(b, to, x.judgment);
		}
	}
	return 0;
}

/*
 * Documents that the judgments do not list, each once.
 */

struct unlisted {
	struct slice *name;
	unsigned *hash;
	struct unlisted_document *document;
	uint64_t **by;
	size_t count;
};

static struct slice unlisted_name(const void *context, size_t i)
{
	return ((const struct unlisted *)context)->name[i];
}

static unsigned unlisted_hash(const void *context, size_t i)
{
	return ((const struct unlisted *)context)->hash[i];
}

static int unlisted_init(struct strata_building *b, struct unlisted *x, struct document_table *t,
			 struct err *e)
{
	size_t most = 0;
	for (size_t r = 0; r < b->s->runs; r++)
		most += building_topic(b, r) != NULL ? building_topic(b, r)->count : 0;
	x->name = arena_zeroed(&b->memory, most + 1, sizeof *x->name);
	x->hash = arena_zeroed(&b->memory, most + 1, sizeof *x->hash);
	x->by = arena_zeroed(&b->memory, most + 1, sizeof *x->by);
	x->document = arena_zeroed(&b->s->memory, most + 1, sizeof *x->document);
	if (x->name == NULL || x->hash == NULL || x->by == NULL || x->document == NULL)
		return err_memory(e);
	return document_table_start(t, most, e);
}

/* The runs that retrieve a document, NULL: there is no memory. */
static uint64_t *find_unlisted(struct strata_building *b, struct unlisted *x,
			       struct document_table *t, struct slice name, unsigned hash,
			       int32_t place)
{
	const struct documents documents = { x, unlisted_name, unlisted_hash };
	uint32_t *slot = document_table_slot(t, &documents, name, hash);
	if (*slot != 0)
		return x->by[*slot - 1];
	uint64_t *by = arena_zeroed(&b->s->memory, b->s->words, sizeof *by);
	x->name[x->count] = name;
	x->hash[x->count] = hash;
	x->by[x->count] = by;
	x->document[x->count] = (struct unlisted_document){ place, by };
	*slot = (uint32_t)++x->count;
	return by;
}

static int list_documents(struct strata_building *b, const struct document_places *p,
			  struct unlisted *x, struct document_table *table, struct err *e)
{
	for (size_t r = 0; r < b->s->runs; r++) {
		const struct run_topic *t = building_topic(b, r);
		for (size_t i = 0; t != NULL && i < t->count; i++) {
			struct slice name = piece_slice(&b->runs[r]->in, t->record[i].document);
			unsigned hash = hash_bytes(name.at, name.length);
			const struct placed at = p->find(p->context, name, hash);
			if (at.judgment != NULL || at.place < 0)
				continue;
			uint64_t *by = find_unlisted(b, x, table, name, hash, at.place);
			if (by == NULL)
				return err_memory(e);
			by[r / 64] |= UINT64_C(1) << (r % 64);
		}
	}
	return 0;
}

static int keep_unlisted(struct strata_building *b, const struct document_places *p, struct err *e)
{
	struct document_table table = { 0 };
	struct unlisted x = { 0 };
	int result = unlisted_init(b, &x, &table, e);
	if (result == 0)
		result = list_documents(b, p, &x, &table, e);
	document_table_release(&table);
	b->to->unlisted = x.document;
	b->to->unlisted_documents = x.count;
	return result;
}

static int count_parts(struct strata_building *b, const struct document_places *p, struct err *e)
{
	size_t runs = b->s->runs, cells = b->to->count;
	struct stratum_part *part = arena_zeroed(&b->s->memory, cells * runs + 1, sizeof *part);
	if (part == NULL)
		return err_memory(e);
	for (size_t i = 0; i < cells; i++)
		b->to->stratum[i].retrieved = part + i * runs;
	if (count_documents(b, p, part, e) < 0)
		return -1;
	if (!divides_by_run(b))
		return 0;
	return check_sizes(b, e) < 0 ? -1 : b->o->pairs ? keep_unlisted(b, p, e) : 0;
}

int retrieved_parts(struct strata_building *b, const struct document_places *p, struct err *e)
{
	struct label_cells cells;
	if (b->o->labels == NULL)
		return count_parts(b, p, e);
	if (label_cells_divide(&cells, b, p, e) < 0)
		return -1;
	return count_parts(b, &(struct document_places){ &cells, label_cells_place }, e);
}

/*
 * Judgments that name the strata, or tell them apart by probabilities.
 */

struct listed {
	const struct strata_building *b;
	struct document_table table;
	int32_t elsewhere; /* where a document is that they do not list */
};

static struct placed place_of_listed(const void *context, struct slice name, unsigned hash)
{
	const struct listed *x = context;
	const struct judgment *y = judgments_find(&x->table, x->b->topic->all.judgment, name, hash);
	return (struct placed){ y != NULL ? x->b->place[y - x->b->j->judgment] : x->elsewhere, y };
}

/* A collection that the strata do not fill has documents in none of them. */
static int32_t place_elsewhere(const struct strata_building *b)
{
	int32_t place = PLACE_NONE;
	int64_t sum = 0;
	for (size_t i = 0; i < b->to->count; i++) {
		const struct design_stratum *c = &b->to->stratum[i];
		sum += c->size;
		if (listed_of(b, c) < c->size)
			place = place == PLACE_NONE ? (int32_t)i : PLACE_UNKNOWN;
	}
	bool filled = b->o->collection_size == 0 || sum == b->o->collection_size;
	return place == PLACE_NONE || filled ? place : PLACE_UNKNOWN;
}

static int retrieved_parts_by_key(struct strata_building *b, const struct document_places *listed,
				  struct err *e)
{
	struct keyed_places x;
	if (keyed_places_init(&x, b, listed, e) < 0)
		return -1;
	int result = retrieved_parts(b, &(struct document_places){ &x, keyed_places_find }, e);
	keyed_places_release(&x);
	return result;
}

int retrieved_parts_of_listed(struct strata_building *b, struct err *e)
{
	const struct judgment_set *all = &b->topic->all;
	struct listed x = { .b = b, .elsewhere = place_elsewhere(b) };
	const struct document_places listed = { &x, place_of_listed };
	bool by_key = b->o->labels != NULL && x.elsewhere == PLACE_UNKNOWN;
	int result = judgments_tabulate(&x.table, all->judgment, all->count, e);
	if (result == 0 && !by_key)
		result = retrieved_parts(b, &listed, e);
	if (result == 0 && by_key)
		result = retrieved_parts_by_key(b, &listed, e);
	document_table_release(&x.table);
	return result;
}
