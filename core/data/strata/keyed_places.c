/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/data/strata/keyed_places.h"

void keyed_places_release(struct keyed_places *x)
{
	names_release(&x->documents);
	names_release(&x->signatures);
	names_release(&x->keys);
	arena_release(&x->memory);
}

static size_t pool_documents(const struct strata_building *b)
{
	size_t count = 0;
	for (size_t r = b->s->runs - b->o->pools; r < b->s->runs; r++)
		count += building_topic(b, r) != NULL ? building_topic(b, r)->count : 0;
	return count;
}

/* Which runs of the pool retrieve each document. */
static int gather_pool(struct keyed_places *x, struct err *e)
{
	const struct strata_building *b = x->b;
	size_t words = b->s->words;
	x->by = arena_zeroed(&x->memory, (pool_documents(b) + 1) * words, sizeof *x->by);
	if (x->by == NULL)
		return err_memory(e);
	for (size_t r = b->s->runs - b->o->pools; r < b->s->runs; r++) {
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
	size_t bytes = x->b->s->words * sizeof *x->by;
	if (number == NAME_UNKNOWN)
		return 0;
	const uint64_t *by = x->by + (size_t)number * x->b->s->words;
	return 1 + names_find(&x->signatures, (struct slice){ (const char *)by, bytes });
}

static int64_t key_of(const struct keyed_places *x, struct slice name, unsigned hash)
{
	return names_find_pair(&x->keys, signature_of(x, name),
			       label_class(x->labels, name, hash) + 1);
}

static int add_key(struct keyed_places *x, struct slice name, unsigned hash, int64_t *key,
		   struct err *e)
{
	*key = names_add_pair(&x->keys, &x->memory, signature_of(x, name),
			      label_class(x->labels, name, hash) + 1, e);
	return *key < 0 ? -1 : 0;
}

/* Hands each document that the judgments do not list over, once. */
struct unlisted_sink {
	int (*take)(struct keyed_places *x, void *context, struct slice name, unsigned hash,
		    struct err *e);
	void *context;
};

static int each_unlisted(struct keyed_places *x, const struct unlisted_sink *to, struct err *e)
{
	const char **pool = arena_zeroed(&x->memory, x->documents.count + 1, sizeof *pool);
	if (pool == NULL)
		return err_memory(e);
	names_list(&x->documents, pool);
	for (size_t i = 0; x->labels != NULL && i < x->labels->count; i++) {
		struct slice name = label_document(x->labels, i);
		unsigned hash = x->labels->hash[i];
		if (x->listed->find(x->listed->context, name, hash).judgment == NULL &&
		    to->take(x, to->context, name, hash, e) < 0)
			return -1;
	}
	for (size_t i = 0; i < x->documents.count; i++) {
		struct slice name = slice_of(pool[i]);
		unsigned hash = hash_bytes(name.at, name.length);
		if (label_find(x->labels, name, hash) == LABEL_NONE &&
		    x->listed->find(x->listed->context, name, hash).judgment == NULL &&
		    to->take(x, to->context, name, hash, e) < 0)
			return -1;
	}
	return 0;
}

static int take_key(struct keyed_places *x, void *context, struct slice name, unsigned hash,
		    struct err *e)
{
	(void)context;
	int64_t key;
	return add_key(x, name, hash, &key, e);
}

/* Keys of all documents. */
static int make_keys(struct keyed_places *x, struct err *e)
{
	const struct judgment_set *all = &x->b->topic->all;
	size_t words = x->b->s->words;
	int64_t key;
	for (size_t i = 0; i < x->documents.count; i++) {
		struct slice by = { (const char *)(x->by + i * words), words * sizeof *x->by };
		if (names_add(&x->signatures, &x->memory, by, e) < 0)
			return -1;
	}
	for (size_t i = 0; i < all->count; i++)
		if (add_key(x, judgment_document(&all->judgment[i]), all->judgment[i].hash, &key,
			    e) < 0)
			return -1;
	return each_unlisted(x, &(struct unlisted_sink){ take_key, NULL }, e);
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
		int32_t place = x->b->place[y - x->b->j->judgment];
		int32_t *of = &x->place[key_of(x, judgment_document(y), y->hash)];
		*of = *of == PLACE_NONE || *of == place ? place : PLACE_UNKNOWN;
	}
	return 0;
}

struct lack {
	int64_t *of;	  /* of each stratum: documents that were not found yet */
	int64_t homeless; /* documents of keys of which nothing was judged */
};

static int take_place(struct keyed_places *x, void *context, struct slice name, unsigned hash,
		      struct err *e)
{
	struct lack *lack = context;
	int32_t place = x->place[key_of(x, name, hash)];
	(void)e;
	if (place >= 0)
		lack->of[place]--;
	lack->homeless += place == PLACE_NONE;
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
		x->b->o->pools > 0 ? " and the runs of --pool" : "",
		c->label != NULL ? c->label : "", (long long)(c->size - lack), (long long)c->size);
}

/* Numbers must add up; what has no place yet goes to the only stratum that lacks as many. */
static int settle(struct keyed_places *x, const struct lack *lack, struct err *e)
{
	size_t open = 0, last = 0, count = x->b->to->count;
	for (size_t h = 0; h < count; h++) {
		if (lack->of[h] < 0)
			return wrong_sizes(x, h, lack->of[h], e);
		open += lack->of[h] > 0;
		last = lack->of[h] > 0 ? h : last;
	}
	bool fits = open == 1 && lack->homeless <= lack->of[last];
	x->elsewhere = open == 0 ? PLACE_NONE : !fits || open > 1 ? PLACE_UNKNOWN : (int32_t)last;
	for (size_t k = 0; k < x->keys.count; k++)
		if (x->place[k] == PLACE_NONE)
			x->place[k] = lack->homeless == 0 || fits ? x->elsewhere : PLACE_UNKNOWN;
	return 0;
}

static int build(struct keyed_places *x, struct err *e)
{
	if (gather_pool(x, e) < 0 || make_keys(x, e) < 0 || place_keys(x, e) < 0)
		return -1;
	struct lack lack = { .of = arena_zeroed(&x->memory, x->b->to->count + 1, sizeof *lack.of) };
	if (lack.of == NULL)
		return err_memory(e);
	for (size_t h = 0; h < x->b->to->count; h++)
		lack.of[h] = x->b->to->stratum[h].size - x->b->to->stratum[h].sampled;
	if (each_unlisted(x, &(struct unlisted_sink){ take_place, &lack }, e) < 0)
		return -1;
	return settle(x, &lack, e);
}

int keyed_places_init(struct keyed_places *x, const struct strata_building *b,
		      const struct document_places *listed, struct err *e)
{
	*x = (struct keyed_places){ .b = b,
				    .listed = listed,
				    .labels = labels_of_topic(b->o->labels, b->number) };
	if (build(x, e) == 0)
		return 0;
	keyed_places_release(x);
	return -1;
}

struct placed keyed_places_find(const void *context, struct slice name, unsigned hash)
{
	const struct keyed_places *x = context;
	struct placed at = x->listed->find(x->listed->context, name, hash);
	if (at.judgment != NULL)
		return at;
	int64_t key = key_of(x, name, hash);
	at.place = key != NAME_UNKNOWN ? x->place[key] : x->elsewhere;
	return at;
}
