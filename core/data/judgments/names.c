/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/fetch.h"
#include "core/base/hash.h"
#include "core/base/sort.h"
#include "core/data/judgments/names.h"

struct name {
	int64_t number;
	UT_hash_handle hh;
	char text[]; /* the key, close to the rest: one look into memory finds both */
};

void names_release(struct names *n)
{
	HASH_CLEAR(hh, n->index);
	n->last = NULL;
	n->count = 0;
}

static struct name *find(const struct names *n, struct slice name, unsigned hash)
{
	struct name *found;
	HASH_FIND_BYHASHVALUE(hh, n->index, name.at, name.length, hash, found);
	return found;
}

void names_fetch(const struct names *n, struct slice name, enum names_distance distance)
{
	if (n->index == NULL)
		return;
	const UT_hash_table *table = n->index->hh.tbl;
	unsigned hash = hash_bytes(name.at, name.length);
	const UT_hash_bucket *bucket = &table->buckets[hash & (table->num_buckets - 1)];
	if (distance == NAMES_FAR)
		fetch(bucket);
	else if (bucket->hh_head != NULL)
		fetch(bucket->hh_head);
}

int64_t names_find(const struct names *n, struct slice name)
{
	const struct name *found = find(n, name, hash_bytes(name.at, name.length));
	return found != NULL ? found->number : NAME_UNKNOWN;
}

static struct name *add_new_name(struct names *n, struct arena *memory, struct slice name,
				 unsigned hash)
{
	const unsigned hash_log2_buckets = hash_log2(n->expected);
	struct name *x = arena_alloc(memory, sizeof *x + name.length + 1);
	if (x == NULL)
		return NULL;
	x->number = (int64_t)n->count;
	if (name.length > 0)
		memcpy(x->text, name.at, name.length);
	x->text[name.length] = '\0';
	HASH_ADD_KEYPTR_BYHASHVALUE(hh, n->index, x->text, (unsigned)name.length, hash, x);
	if (x->hh.tbl == NULL)
		return NULL;
	n->count++;
	return x;
}

int64_t names_add(struct names *n, struct arena *memory, struct slice name, struct err *e)
{
	if (n->last != NULL &&
	    slice_equal((struct slice){ n->last->text, n->last->hh.keylen }, name))
		return n->last->number;
	unsigned hash = hash_bytes(name.at, name.length);
	struct name *found = find(n, name, hash);
	if (found == NULL)
		found = add_new_name(n, memory, name, hash);
	if (found == NULL)
		return err_memory(e);
	n->last = found;
	return found->number;
}

int64_t names_add_pair(struct names *n, struct arena *memory, int64_t a, int64_t b, struct err *e)
{
	const int64_t pair[2] = { a, b };
	return names_add(n, memory, (struct slice){ (const char *)pair, sizeof pair }, e);
}

int64_t names_find_pair(const struct names *n, int64_t a, int64_t b)
{
	const int64_t pair[2] = { a, b };
	return names_find(n, (struct slice){ (const char *)pair, sizeof pair });
}

void name_pairs_release(struct name_pairs *x)
{
	names_release(&x->first);
	names_release(&x->second);
	names_release(&x->both);
	arena_release(&x->memory);
}

int64_t name_pairs_add(struct name_pairs *x, struct slice first, struct slice second, struct err *e)
{
	int64_t a = names_add(&x->first, &x->memory, first, e);
	int64_t b = a < 0 ? -1 : names_add(&x->second, &x->memory, second, e);
	return b < 0 ? -1 : names_add_pair(&x->both, &x->memory, a, b, e);
}

int64_t name_pairs_find(const struct name_pairs *x, struct slice first, struct slice second)
{
	return names_find_pair(&x->both, names_find(&x->first, first),
			       names_find(&x->second, second));
}

const char *names_text(const struct names *n, int64_t number)
{
	const struct name *x = n->index;
	while (x->number != number)
		x = x->hh.next;
	return x->text;
}

void names_list(const struct names *n, const char **text)
{
	for (const struct name *x = n->index; x != NULL; x = x->hh.next)
		text[x->number] = x->text;
}

const char **names_texts(const struct names *n, struct arena *memory, struct err *e)
{
	const char **text = arena_zeroed(memory, n->count + 1, sizeof *text);
	if (text == NULL)
		err_memory(e);
	else
		names_list(n, text);
	return text;
}

static int by_text(uint64_t a, uint64_t b, const void *context)
{
	const char *const *text = context;
	return strcmp(text[a], text[b]);
}

size_t *texts_sorted(const char *const *text, size_t count, struct arena *memory, struct err *e)
{
	struct keyed *keyed = malloc((2 * count + 1) * sizeof *keyed);
	size_t *sorted = arena_alloc(memory, count * sizeof *sorted);
	bool room = keyed != NULL && sorted != NULL;
	for (size_t i = 0; room && i < count; i++)
		keyed[i] = (struct keyed){ key_of_text(slice_of(text[i])), i };
	if (room)
		keyed_sort(keyed, count, keyed + count, by_text, text);
	else
		err_memory(e);
	for (size_t i = 0; room && i < count; i++)
		sorted[i] = (size_t)keyed[i].item;
	free(keyed);
	return room ? sorted : NULL;
}
