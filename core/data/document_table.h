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
#include "readers/run_format.h"

struct document_table {
	uint32_t *slot; /* number of a document, plus 1; 0: free */
	size_t capacity;
	size_t mask;
};

/* The documents of a table: where the first name and hash value are, and how many bytes apart the
 * others. */
struct documents {
	const struct input *in; /* names are pieces of it; NULL: they are slices ... */
	bool short_names;	/* ... or a pointer and 32 bits of length behind it */
	const void *name, *hash;
	size_t name_step, hash_step;
};

__attribute__((always_inline)) static inline struct slice document_name(const struct documents *d,
									size_t i)
{
	const char *at = (const char *)d->name + i * d->name_step;
	struct piece piece;
	struct slice slice;
	uint32_t length;
	if (d->in != NULL) {
		memcpy(&piece, at, sizeof piece);
		return piece_slice(d->in, piece);
	}
	memcpy(&slice.at, at, sizeof slice.at);
	memcpy(&length, at + sizeof slice.at, sizeof length);
	memcpy(&slice.length, at + offsetof(struct slice, length), sizeof slice.length);
	return (struct slice){ slice.at, d->short_names ? length : slice.length };
}

static inline unsigned document_hash(const struct documents *d, size_t i)
{
	unsigned hash;
	memcpy(&hash, (const char *)d->hash + i * d->hash_step, sizeof hash);
	return hash;
}

/* Those whose names are pieces so many bytes apart, with an array of hash values. */
static inline struct documents documents_of_pieces(const struct input *in,
						   const struct piece *first, size_t step,
						   const unsigned *hash)
{
	return (struct documents){
		.in = in, .name = first, .hash = hash, .name_step = step, .hash_step = sizeof *hash
	};
}

/* Those of an array of structs with these members, whatever kind of name that is. */
#define DOCUMENTS_OF(array, name_member, hash_member, are_short)                     \
	((struct documents){ .short_names = (are_short),                             \
			     .name = (array) != NULL ? &(array)->name_member : NULL, \
			     .hash = (array) != NULL ? &(array)->hash_member : NULL, \
			     .name_step = sizeof *(array),                           \
			     .hash_step = sizeof *(array) })

enum { DOCUMENTS_MAX = UINT32_MAX / 2 };

/* A zeroed struct document_table is ready. Empties it and makes room for `count` documents. */
int document_table_start(struct document_table *t, size_t count, struct err *e);

static inline void document_table_release(struct document_table *t)
{
	free(t->slot);
}

/* The slot of a document of this name, or the free one where it belongs. Inlined, so the compiler
 * knows what `d` holds.
 */
__attribute__((always_inline)) static inline uint32_t *
document_table_slot(const struct document_table *t, const struct documents *d, struct slice name,
		    unsigned hash)
{
	size_t at = hash & t->mask;
	for (; t->slot[at] != 0; at = (at + 1) & t->mask) {
		size_t i = t->slot[at] - 1;
		if (document_hash(d, i) == hash && slice_equal(document_name(d, i), name))
			break;
	}
	return &t->slot[at];
}

/* Adds document `i` to the table; returns the number of an equal one already there, or else `i`. */
__attribute__((always_inline)) static inline size_t
document_table_add(const struct document_table *t, const struct documents *d, size_t i)
{
	uint32_t *slot = document_table_slot(t, d, document_name(d, i), document_hash(d, i));
	if (*slot == 0)
		*slot = (uint32_t)i + 1;
	return *slot - 1;
}
