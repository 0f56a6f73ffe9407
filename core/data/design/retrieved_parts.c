/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/data/design/label_cells.h"

/*
 * In which stratum a document is that the judgments do not list, when there are several, if label
 * and runs tell: the key of a document is its class and which runs of --pool retrieve it. If judged
 * documents of a key are all in one stratum, the others of this key are too, as in a sample that
 * was drawn from label classes, from cells of runs, or from both; the numbers of documents must add
 * up to the sizes of the strata. Keys of which nothing was judged belong to the only stratum that
 * lacks as many documents.
 */

struct keyed_places {
	const struct building *b;
	const struct document_places *listed; /* of documents that the judgments list */
	const struct labelled_topic *labels;
	struct names documents; /* that the pool retrieves */
	uint64_t *by;		/* of each: the runs that retrieve it */
	struct names signatures;
	struct names keys; /* of a signature and a class, 0 being none */
	int32_t *place;	   /* of each key */
	int64_t *unlisted; /* keys of the documents that the judgments do not list, each once */
	size_t unlisted_count;
	int32_t elsewhere; /* of documents with neither label nor run */
	struct arena memory;
};

/* Lines of the topic in the runs from `first` on. */
static size_t count_lines(const struct building *b, size_t first)
{
	size_t count = 0;
	for (size_t r = first; r < b->d->runs; r++)
		count += building_topic(b, r) != NULL ? building_topic(b, r)->count : 0;
	return count;
}

/* Which runs of the pool retrieve each document. */
static int gather_pool(struct keyed_places *x, struct err *e)
{
	const struct building *b = x->b;
	size_t words = b->d->words, first = b->d->runs - b->o->pools;
	x->by = arena_zeroed(&x->memory, (count_lines(b, first) + 1) * words, sizeof *x->by);
	if (x->by == NULL)
		return err_memory(e);
	for (size_t r = first; r < b->d->runs; r++) {
		const struct run_topic *t = building_topic(b, r);
		for (size_t i = 0; t != NULL && i < t->count; i++) {
			struct slice name = piece_slice(&b->runs[r]->in, t->record[i].document);
			int64_t number = names_add(&x->documents, &x->memory, name, e);
			if (number < 0)
				return -1;
			x->by[(size_t)number * words + r / 64] |= UINT64_C(1) << (r % 64);
		}
	}
	return 0;
}

/* The number of a document's signature; 0 if no run of the pool retrieves it. */
static int64_t signature_of(const struct keyed_places *x, struct slice name)
{
	int64_t number = names_find(&x->documents, name);
	size_t bytes = x->b->d->words * sizeof *x->by;
	if (number == NAME_UNKNOWN)
		return 0;
	const uint64_t *by = x->by + (size_t)number * x->b->d->words;
	return 1 + names_find(&x->signatures, (struct slice){ (const char *)by, bytes });
}

static int64_t key_of(const struct keyed_places *x, struct slice name, unsigned hash)
{
	return names_find_pair(&x->keys, signature_of(x, name),
			       label_class(x->labels, name, hash) + 1);
}

static int64_t add_key(struct keyed_places *x, struct slice name, unsigned hash, struct err *e)
{
	return names_add_pair(&x->keys, &x->memory, signature_of(x, name),
			      label_class(x->labels, name, hash) + 1, e);
}

/* Documents with a label, and behind them those that only the pool has. */
static int add_unlisted(struct keyed_places *x, struct err *e)
{
	const char **pool = names_texts(&x->documents, &x->memory, e);
	size_t labelled = x->labels != NULL ? x->labels->count : 0;
	size_t all = labelled + x->documents.count;
	x->unlisted = arena_zeroed(&x->memory, all + 1, sizeof *x->unlisted);
	if (pool == NULL || x->unlisted == NULL)
		return err_memory(e);
	for (size_t i = 0; i < all; i++) {
		bool label = i < labelled;
		struct slice name =
			label ? label_document(x->labels, i) : slice_of(pool[i - labelled]);
		unsigned hash = label ? x->labels->hash[i] : hash_bytes(name.at, name.length);
		if ((!label && label_find(x->labels, name, hash) != LABEL_NONE) ||
		    x->listed->find(x->listed->context, name, hash).judgment != NULL)
			continue;
		int64_t key = add_key(x, name, hash, e);
		if (key < 0)
			return -1;
		x->unlisted[x->unlisted_count++] = key;
	}
	return 0;
}

/* Keys of all documents. */
static int make_keys(struct keyed_places *x, struct err *e)
{
	const struct judgment_set *all = &x->b->topic->all;
	size_t words = x->b->d->words;
	for (size_t i = 0; i < x->documents.count; i++) {
		struct slice by = { (const char *)(x->by + i * words), words * sizeof *x->by };
		if (names_add(&x->signatures, &x->memory, by, e) < 0)
			return -1;
	}
	for (size_t i = 0; i < all->count; i++)
		if (add_key(x, judgment_document(&all->judgment[i]), all->judgment[i].hash, e) < 0)
			return -1;
	return add_unlisted(x, e);
}

/* The stratum of each key that was judged; PLACE_UNKNOWN: several, PLACE_NONE: nothing was. */
static int place_keys(struct keyed_places *x, struct err *e)
{
	const struct judgment_set *all = &x->b->topic->all;
	x->place = arena_zeroed(&x->memory, x->keys.count + 1, sizeof *x->place);
	if (x->place == NULL)
		return err_memory(e);
	for (size_t k = 0; k < x->keys.count; k++)
		x->place[k] = PLACE_NONE;
	for (size_t i = 0; i < all->count; i++) {
		const struct judgment *y = &all->judgment[i];
		int32_t place = x->b->d->place[y - x->b->j->judgment];
		int32_t *of = &x->place[key_of(x, judgment_document(y), y->hash)];
		*of = *of == PLACE_NONE || *of == place ? place : PLACE_UNKNOWN;
	}
	return 0;
}

static int wrong_sizes(const struct keyed_places *x, size_t h, int64_t lack, struct err *e)
{
	const struct design_stratum *c = &x->b->to->stratum[h];
	return err_data(
		e,
		"%.400s: topic '%.200s': by their labels%s, stratum '%.100s' has %lld "
		"documents, but its size is %lld: judgments that list all documents of their "
		"strata (-R strata) would tell where each is",
		x->b->o->labels->list.in.path, x->b->to->name,
		x->b->o->pools > 0 ? " and the runs of --pool" : "", c->name != NULL ? c->name : "",
		(long long)(c->size - lack), (long long)c->size);
}

/*
 * Numbers must add up; what has no place yet goes to the only stratum that lacks as many. `lack`:
 * documents of each stratum that were not found yet; `homeless`: those of keys of which nothing was
 * judged.
 */
static int settle(struct keyed_places *x, const int64_t *lack, int64_t homeless, struct err *e)
{
	size_t open = 0, last = 0, count = x->b->to->count;
	for (size_t h = 0; h < count; h++) {
		if (lack[h] < 0)
			return wrong_sizes(x, h, lack[h], e);
		open += lack[h] > 0;
		last = lack[h] > 0 ? h : last;
	}
	bool fits = open == 1 && homeless <= lack[last];
	x->elsewhere = open == 0 ? PLACE_NONE : !fits || open > 1 ? PLACE_UNKNOWN : (int32_t)last;
	for (size_t k = 0; k < x->keys.count; k++)
		if (x->place[k] == PLACE_NONE)
			x->place[k] = homeless == 0 || fits ? x->elsewhere : PLACE_UNKNOWN;
	return 0;
}

static int build(struct keyed_places *x, struct err *e)
{
	if (gather_pool(x, e) < 0 || make_keys(x, e) < 0 || place_keys(x, e) < 0)
		return -1;
	int64_t *lack = arena_zeroed(&x->memory, x->b->to->count + 1, sizeof *lack), homeless = 0;
	if (lack == NULL)
		return err_memory(e);
	for (size_t h = 0; h < x->b->to->count; h++)
		lack[h] = x->b->to->stratum[h].size - x->b->to->stratum[h].sampled;
	for (size_t i = 0; i < x->unlisted_count; i++) {
		int32_t place = x->place[x->unlisted[i]];
		if (place >= 0)
			lack[place]--;
		homeless += place == PLACE_NONE;
	}
	return settle(x, lack, homeless, e);
}

/* As document_places.find; the context is a struct keyed_places. */
static struct placed keyed_places_find(const void *context, struct slice name, unsigned hash)
{
	const struct keyed_places *x = context;
	struct placed at = x->listed->find(x->listed->context, name, hash);
	if (at.judgment != NULL)
		return at;
	int64_t key = key_of(x, name, hash);
	at.place = key != NAME_UNKNOWN ? x->place[key] : x->elsewhere;
	return at;
}

/* "stratum 'a'", or by its size where it has no name. */
struct stratum_text {
	char text[160];
};

static struct stratum_text text_of(const struct design_stratum *c)
{
	struct stratum_text x;
	if (c->name != NULL)
		snprintf(x.text, sizeof x.text, "stratum '%.120s'", c->name);
	else
		snprintf(x.text, sizeof x.text, "the stratum of %lld documents",
			 (long long)c->size);
	return x;
}

/* Documents of the stratum that the judgments list. */
static int64_t listed_of(const struct building *b, const struct design_stratum *c)
{
	return b->d->whole ? c->size : c->sampled;
}

static int place_unknown(const struct building *b, size_t run, struct slice name, struct err *e)
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
	return err_data(
		e,
		"%.400s: topic '%.200s': document '%.*s' is not in the judgments, and may "
		"be in %s or in %s: %s must know how many "
		"documents of each stratum a run retrieves (judgments that list all documents "
		"of their strata say so)",
		b->runs[run]->in.path, b->to->name, (int)name.length, name.at,
		text_of(open[0]).text, text_of(open[1]).text, option);
}

/* What is not retrieved must have room for what was sampled of it. */
static int check_sizes(const struct building *b, struct err *e)
{
	for (size_t i = 0; i < b->to->count; i++)
		for (size_t r = 0; r < b->d->runs; r++) {
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

/* Documents that the judgments do not list are kept, each once. */
static int keep_unlisted(struct building *b, struct names *names, struct slice name, size_t run,
			 int32_t place, struct err *e)
{
	int64_t number = names_add(names, &b->memory, name, e);
	if (number < 0)
		return -1;
	struct unlisted_document *d = &b->to->unlisted[number];
	d->place = place;
	if (d->by == NULL)
		d->by = arena_zeroed(&b->d->memory, b->d->words, sizeof *d->by);
	if (d->by == NULL)
		return err_memory(e);
	d->by[run / 64] |= UINT64_C(1) << (run % 64);
	return 0;
}

static int count_documents(struct building *b, const struct document_places *p,
			   struct stratum_part *part, struct names *unlisted, struct err *e)
{
	size_t runs = b->d->runs;
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
			if (x.judgment == NULL && b->to->unlisted != NULL &&
			    keep_unlisted(b, unlisted, name, r, x.place, e) < 0)
				return -1;
		}
	}
	return 0;
}

static int count_parts(struct building *b, const struct document_places *p, struct err *e)
{
	size_t runs = b->d->runs, cells = b->to->count;
	struct names unlisted = { 0 };
	struct stratum_part *part = arena_zeroed(&b->d->memory, cells * runs + 1, sizeof *part);
	if (divides_by_run(b) && b->o->pairs)
		b->to->unlisted =
			arena_zeroed(&b->d->memory, count_lines(b, 0) + 1, sizeof *b->to->unlisted);
	if (b->d->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < cells; i++)
		b->to->stratum[i].retrieved = part + i * runs;
	int result = count_documents(b, p, part, &unlisted, e);
	b->to->unlisted_documents = unlisted.count;
	names_release(&unlisted);
	return result == 0 && divides_by_run(b) ? check_sizes(b, e) : result;
}

int retrieved_parts(struct building *b, const struct document_places *p, struct err *e)
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
	const struct building *b;
	struct document_table table;
	int32_t elsewhere; /* where a document is that they do not list */
};

static struct placed place_of_listed(const void *context, struct slice name, unsigned hash)
{
	const struct listed *x = context;
	const struct judgment *y = judgments_find(&x->table, x->b->topic->all.judgment, name, hash);
	return (struct placed){ y != NULL ? x->b->d->place[y - x->b->j->judgment] : x->elsewhere,
				y };
}

/* A collection that the strata do not fill has documents in none of them. */
static int32_t place_elsewhere(const struct building *b)
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

static int retrieved_parts_by_key(struct building *b, const struct document_places *listed,
				  struct err *e)
{
	struct keyed_places x = { .b = b,
				  .listed = listed,
				  .labels = labels_of_topic(b->o->labels, b->number) };
	int result = build(&x, e);
	if (result == 0)
		result = retrieved_parts(b, &(struct document_places){ &x, keyed_places_find }, e);
	names_release(&x.documents);
	names_release(&x.signatures);
	names_release(&x.keys);
	arena_release(&x.memory);
	return result;
}

int retrieved_parts_of_listed(struct building *b, struct err *e)
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
