/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory for many small things that live as long as one big one: allocated one after the other,
 * released all at once.
 */
#pragma once

#include <stdalign.h>

#include "core/base/slice.h"

struct arena {
	struct arena_block *newest;
	char *at;    /* the room that is left in it */
	size_t left; /* a multiple of the alignment */
	bool failed; /* memory ran out */
};

/* A zeroed struct arena is empty and ready. */
void arena_release(struct arena *a);

/* Forgets everything, but keeps the memory, as one block, for what comes next. */
void arena_clear(struct arena *a);

/* For arena_alloc(), where the newest block is too small. */
void *arena_add_block(struct arena *a, size_t size);

/*
 * Aligned for any type; not cleared; NULL when memory runs out. A caller that needs many can ask
 * for all of them and check `failed` once.
 */
static inline void *arena_alloc(struct arena *a, size_t size)
{
	const size_t alignment = alignof(max_align_t);
	if (size > a->left || a->at == NULL)
		return arena_add_block(a, size);
	void *p = a->at;
	size = (size + alignment - 1) / alignment * alignment;
	a->at += size;
	a->left -= size;
	return p;
}

/* What `from` holds belongs to `to` from now on. */
void arena_absorb(struct arena *to, struct arena *from);

/* Cleared room for `count` things of a size; NULL when memory runs out. */
void *arena_zeroed(struct arena *a, size_t count, size_t size);

/* A NUL-terminated copy, or a text as by printf(); NULL when memory runs out. */
char *arena_copy(struct arena *a, struct slice text);
char *arena_print(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
