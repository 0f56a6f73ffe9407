/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The list of all documents of a collection: one document number a line.
 */
#pragma once

#include "core/base/arena.h"
#include "core/data/document_table.h"
#include "readers/run_format.h"

struct collection {
	struct input in;
	struct run_records records; /* the documents; scores mean nothing */
	uint64_t *hash;		    /* hash_name() of each */
	unsigned *table_hash;	    /* hash_bytes() of each */
	struct document_table table;
	struct slice
		*family; /* of each, by collection_read_families(); empty: none. NULL: not read */
	bool *left_out;	 /* by collection_leave_out() */
	size_t left_out_count;
	struct arena memory; /* of these lists */
};

/* `columns` is what the user says of the list, or NULL. With `topics` the file may name them, as a
 * sample does: they do not matter. A document that is listed twice is an error. On failure nothing
 * is left to release. */
int collection_read(struct collection *c, const char *path, const struct column_options *columns,
		    bool topics, struct err *e);
void collection_release(struct collection *c);

/* Marks the documents that stand in `other`, too, in the time of `other`; that it has none of them,
 * or that none is left, is an error. *strangers of `other` are not in the collection. Behind the
 * last list collection_close_gaps() forgets them. */
int collection_leave_out(struct collection *c, const struct collection *other, size_t *strangers,
			 struct err *e);
int collection_close_gaps(struct collection *c, struct err *e);

/* Reads the families or threads of the documents, from the column that `columns` named. */
int collection_read_families(struct collection *c, struct err *e);

/*
 * If whole families are drawn, those of more than 1 % of the documents, and more than 10, are taken
 * for certain. They are a stratum of this name, with "-" before it if something was left out.
 */
#define LARGE_FAMILIES "large-families"

static inline bool is_large_families(struct slice stratum)
{
	return slice_equal(stratum, slice_of(LARGE_FAMILIES)) ||
	       slice_equal(stratum, slice_of("-" LARGE_FAMILIES));
}

static inline size_t collection_size(const struct collection *c)
{
	return c->records.count;
}

static inline struct slice collection_name(const struct collection *c, size_t i)
{
	return piece_slice(&c->in, c->records.record[i].document);
}

/* `hash` is hash_bytes() of the name. */
bool collection_has(const struct collection *c, struct slice name, unsigned hash);
