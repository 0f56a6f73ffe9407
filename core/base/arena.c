#include <stdalign.h>
#include <stdint.h>

#include "core/base/arena.h"

/* Small first, so that a handful of strings costs little; doubling up to the cap. */
enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

struct arena_block {
	struct arena_block *older;
	size_t size, used;
	alignas(max_align_t) char bytes[];
};

void arena_release(struct arena *a)
{
	while (a->newest != NULL) {
		struct arena_block *older = a->newest->older;
		free(a->newest);
		a->newest = older;
	}
}

void *arena_alloc(struct arena *a, size_t size)
{
	const size_t alignment = alignof(max_align_t);
	if (size > SIZE_MAX / 2)
		return NULL;
	size = (size + alignment - 1) / alignment * alignment;
	struct arena_block *b = a->newest;
	if (b == NULL || b->size - b->used < size) {
		size_t capacity = b == NULL ? FIRST_BLOCK : b->size * 2;
		if (capacity > LARGEST_BLOCK)
			capacity = LARGEST_BLOCK;
		if (capacity < size)
			capacity = size;
		b = malloc(sizeof *b + capacity);
		if (b == NULL)
			return NULL;
		*b = (struct arena_block){ .older = a->newest, .size = capacity };
		a->newest = b;
	}
	void *p = b->bytes + b->used;
	b->used += size;
	return p;
}

char *arena_copy(struct arena *a, struct slice text)
{
	char *copy = arena_alloc(a, text.length + 1);
	if (copy == NULL)
		return NULL;
	memcpy(copy, text.at, text.length);
	copy[text.length] = '\0';
	return copy;
}
