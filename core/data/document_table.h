/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds documents of one topic by name: an open-addressing table of numbers 0, 1, 2 ..., four bytes
 * a slot. The caller keeps the documents and their hash values.
 *
 * Every line of input goes through such a table, to find the same document twice and to join a
 * ranking with its judgments. It is small enough to stay in the first cache, where a uthash index
 * (56 bytes an item, and a walk along pointers) took a quarter of the whole time.
 */
#pragma once

#include "core/base/err.h"
#include "core/base/slice.h"

struct document_table {
	uint32_t *slot; /* number of a document, plus 1; 0: free */
	size_t capacity;
	size_t mask;
};

/* The documents of a table: name and hash value of number i. */
struct documents {
	const void *context;
	struct slice (*name)(const void *context, size_t i);
	unsigned (*hash)(const void *context, size_t i);
};

enum { DOCUMENTS_MAX = UINT32_MAX / 2 };

/* A zeroed struct document_table is ready. Empties it and makes room for `count` documents. */
int document_table_start(struct document_table *t, size_t count, struct err *e);

static inline void document_table_release(struct document_table *t)
{
	free(t->slot);
}

/*
 * The slot of a document of this name, or the free one where it belongs. Inlined, so that the calls
 * through `d` become plain code.
 */
__attribute__((always_inline)) static inline uint32_t *
document_table_slot(const struct document_table *t, const struct documents *d, struct slice name,
		    unsigned hash)
{
	size_t at = hash & t->mask;
	for (; t->slot[at] != 0; at = (at + 1) & t->mask) {
		size_t i = t->slot[at] - 1;
		if (d->hash(d->context, i) == hash && slice_equal(d->name(d->context, i), name))
			break;
	}
	return &t->slot[at];
}
