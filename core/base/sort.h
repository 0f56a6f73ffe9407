/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Linear-time sort by a 64-bit key; items with equal keys are put in order by a comparison. And one
 * of any items by a comparison alone.
 */
#pragma once

#include "core/base/slice.h"

struct keyed {
	uint64_t key;
	uint64_t item; /* the caller's: an index, or a packed record */
};

/* Negative, zero or positive, for two items of one key. */
typedef int (*keyed_compare)(uint64_t a, uint64_t b, const void *context);

/*
 * Ascending. `spare` has room for `count` items. If `compare` is NULL, items of one key keep
 * their order.
 */
void keyed_sort(struct keyed *items, size_t count, struct keyed *spare, keyed_compare compare,
		const void *context);

/*
 * As qsort(), with a context for the comparison, and stable: equal items keep their order, with any
 * C library. If there is no memory for a copy of the items it takes longer.
 */
void stable_sort(void *items, size_t count, size_t size,
		 int (*compare)(const void *a, const void *b, void *context), void *context);

/* For qsort() of texts, const char *: by their bytes. */
static inline int compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* For qsort() and bsearch() of uint64_t, or of structures whose first member is one: ascending. */
static inline int compare_keys(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* A key whose ascending order is the descending order of the numbers (no NaN; -0 equals 0). */
uint64_t key_descending(double number);

/* A key that never contradicts slice_compare(): the first eight bytes. */
uint64_t key_of_text(struct slice text);

/*
 * The n smallest of any number of random keys, met one at a time: a heap with the largest of them
 * on top, so that most keys cost one comparison.
 */
struct smallest {
	struct keyed *heap; /* the caller's, with room for n */
	size_t room;	    /* n */
	size_t count;	    /* kept so far */
};

/* Whether a key would be kept. */
static inline bool smallest_wants(const struct smallest *s, uint64_t key)
{
	return s->count < s->room || (s->room > 0 && key < s->heap[0].key);
}

/* Puts an item in the place of the largest one. */
static inline void smallest_replace(struct smallest *s, struct keyed x)
{
	size_t at = 0;
	for (size_t child; (child = 2 * at + 1) < s->count; at = child) {
		child += child + 1 < s->count && s->heap[child + 1].key > s->heap[child].key;
		if (s->heap[child].key <= x.key)
			break;
		s->heap[at] = s->heap[child];
	}
	s->heap[at] = x;
}

/* Keeps a key if it is wanted, in place of the largest one if there is no room. */
static inline void smallest_keep(struct smallest *s, uint64_t key, uint64_t item)
{
	if (s->count < s->room) {
		size_t at = s->count++;
		for (; at > 0 && s->heap[(at - 1) / 2].key < key; at = (at - 1) / 2)
			s->heap[at] = s->heap[(at - 1) / 2];
		s->heap[at] = (struct keyed){ key, item };
	} else if (smallest_wants(s, key)) {
		smallest_replace(s, (struct keyed){ key, item });
	}
}
