/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdio.h>

#include "core/base/arena.h"
#include "core/base/pages.h"

/*
 * Small first, so that a handful of strings costs little; then doubling. Large blocks are reserved
 * pages, which take memory only where something is written.
 */
enum { FIRST_BLOCK = 1024, LARGEST_BLOCK = 1 << 26 };

struct arena_block {
	struct arena_block *older;
	size_t size;
	alignas(max_align_t) char bytes[];
};

void arena_release(struct arena *a)
{
	while (a->newest != NULL) {
		struct arena_block *older = a->newest->older;
		block_free(a->newest, sizeof *a->newest + a->newest->size);
		a->newest = older;
	}
	a->at = NULL;
	a->left = 0;
}

/* A block becomes the newest, if memory was found for it, with all of its room. */
static bool add_block(struct arena *a, size_t size)
{
	struct arena_block *b = block_alloc(size);
	a->failed = a->failed || b == NULL;
	if (b == NULL)
		return false;
	*b = (struct arena_block){ .older = a->newest, .size = size - sizeof *b };
	*a = (struct arena){ b, b->bytes, b->size, a->failed };
	return true;
}

void arena_clear(struct arena *a)
{
	struct arena_block *b = a->newest;
	size_t all = 0;
	a->failed = false;
	if (b == NULL)
		return;
	a->at = b->bytes;
	a->left = b->size;
	if (b->older == NULL)
		return;
	for (; b != NULL; b = b->older)
		all += sizeof *b + b->size;
	arena_release(a);
	add_block(a, all);
}

void *arena_add_block(struct arena *a, size_t size)
{
	const struct arena_block *b = a->newest;
	size_t block = b == NULL ? FIRST_BLOCK : 2 * (sizeof *b + b->size);
	if (size > SIZE_MAX / 2) {
		a->failed = true;
		return NULL;
	}
	if (block > LARGEST_BLOCK)
		block = LARGEST_BLOCK;
	if (block < sizeof *b + size)
		block = sizeof *b + size + alignof(max_align_t) - 1;
	block = block / alignof(max_align_t) * alignof(max_align_t);
	return add_block(a, block) ? arena_alloc(a, size) : NULL;
}

void arena_absorb(struct arena *to, struct arena *from)
{
	struct arena_block **oldest = &from->newest;
	while (*oldest != NULL)
		oldest = &(*oldest)->older;
	bool failed = from->failed || to->failed;
	if (from->newest != NULL) {
		*oldest = to->newest;
		*to = *from;
	}
	to->failed = failed;
	*from = (struct arena){ 0 };
}

void *arena_zeroed(struct arena *a, size_t count, size_t size)
{
	void *p = arena_alloc(a, count <= SIZE_MAX / 2 / size ? count * size : SIZE_MAX);
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

char *arena_print(struct arena *a, const char *format, ...)
{
	va_list arguments, again;
	va_start(arguments, format);
	va_copy(again, arguments);
	size_t room = (size_t)vsnprintf(NULL, 0, format, arguments) + 1;
	char *text = arena_alloc(a, room);
	if (text != NULL)
		vsnprintf(text, room, format, again);
	va_end(again);
	va_end(arguments);
	return text;
}
