/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The n smallest of any number of random keys, met one at a time: a heap with the largest of them
 * on top, so that most keys cost one comparison.
 */
#pragma once

#include "core/base/sort.h"

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

static inline void smallest_sift(struct smallest *s, size_t at)
{
	struct keyed x = s->heap[at];
	for (size_t child; (child = 2 * at + 1) < s->count; at = child) {
		child += child + 1 < s->count && s->heap[child + 1].key > s->heap[child].key;
		if (s->heap[child].key <= x.key)
			break;
		s->heap[at] = s->heap[child];
	}
	s->heap[at] = x;
}

/* Keeps a key that smallest_wants(), in place of the largest one if there is no room. */
static inline void smallest_keep(struct smallest *s, uint64_t key, uint64_t item)
{
	if (s->count == s->room) {
		s->heap[0] = (struct keyed){ key, item };
		smallest_sift(s, 0);
		return;
	}
	size_t at = s->count++;
	for (; at > 0 && s->heap[(at - 1) / 2].key < key; at = (at - 1) / 2)
		s->heap[at] = s->heap[(at - 1) / 2];
	s->heap[at] = (struct keyed){ key, item };
}
