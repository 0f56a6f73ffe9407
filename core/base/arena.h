/*
 * Memory for many small things that live as long as one big one: allocated one after the other,
 * released all at once.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

#include "core/base/banned.h"
#include "core/base/slice.h"

struct arena {
	struct arena_block *newest;
};

/* A zeroed struct arena is empty and ready. */
void arena_release(struct arena *a);

/* Forgets everything, but keeps some memory for what comes next. */
void arena_clear(struct arena *a);

/* Aligned for any type; not cleared; NULL when memory runs out. */
void *arena_alloc(struct arena *a, size_t size);

/* What `from` holds belongs to `to` from now on. */
void arena_absorb(struct arena *to, struct arena *from);

/* A NUL-terminated copy; NULL when memory runs out. */
char *arena_copy(struct arena *a, struct slice text);

#endif
