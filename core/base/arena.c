/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdalign.h>

#include "core/base/arena.h"
#include "core/base/pages.h"

/*
 * Small first, so that a handful of strings costs little; then doubling. Blocks of
 * LARGE bytes or more are reserved pages, which take memory only where something is written.
 */
enum { FIRST_BLOCK = 1024, LARGE = 1 << 20, LARGEST_BLOCK = 1 << 26 };

struct arena_block {
	struct arena_block *older;
	size_t size, used;
	alignas(max_align_t) char bytes[];
};

static struct arena_block *block_new(size_t size)
{
	return size < LARGE ? malloc(size) : pages_reserve(size);
}

static void block_free(struct arena_block *b)
{
	size_t size = sizeof *b + b->size;
	if (size < LARGE)
		free(b);
	else
		pages_release(b, size);
}

void arena_release(struct arena *a)
{
	while (a->newest != NULL) {
		struct arena_block *older = a->newest->older;
		block_free(a->newest);
		a->newest = older;
	}
}

void arena_clear(struct arena *a)
{
	if (a->newest == NULL)
		return;
	struct arena older = { .newest = a->newest->older };
	arena_release(&older);
	a->newest->older = NULL;
	a->newest->used = 0;
}

void *arena_alloc(struct arena *a, size_t size)
{
	const size_t alignment = alignof(max_align_t);
	if (size > SIZE_MAX / 2)
		return NULL;
	size = (size + alignment - 1) / alignment * alignment;
	struct arena_block *b = a->newest;
	if (b == NULL || b->size - b->used < size) {
		size_t block = b == NULL ? FIRST_BLOCK : 2 * (sizeof *b + b->size);
		if (block > LARGEST_BLOCK)
			block = LARGEST_BLOCK;
		if (block < sizeof *b + size)
			block = sizeof *b + size;
		b = block_new(block);
		if (b == NULL)
			return NULL;
		*b = (struct arena_block){ .older = a->newest, .size = block - sizeof *b };
		a->newest = b;
	}
	void *p = b->bytes + b->used;
	b->used += size;
	return p;
}

void arena_absorb(struct arena *to, struct arena *from)
{
	struct arena_block **oldest = &from->newest;
	while (*oldest != NULL)
		oldest = &(*oldest)->older;
	*oldest = to->newest;
	from->failed = from->failed || to->failed;
	*to = *from;
	*from = (struct arena){ 0 };
}

void *arena_zeroed(struct arena *a, size_t count, size_t size)
{
	void *p = count <= SIZE_MAX / 2 / size ? arena_alloc(a, count * size) : NULL;
	a->failed = a->failed || p == NULL;
	return p != NULL ? memset(p, 0, count * size) : NULL;
}

char *arena_copy(struct arena *a, struct slice text)
{
	char *copy = arena_alloc(a, text.length + 1);
	if (copy == NULL)
		return NULL;
	if (text.length > 0)
		memcpy(copy, text.at, text.length);
	copy[text.length] = '\0';
	return copy;
}
