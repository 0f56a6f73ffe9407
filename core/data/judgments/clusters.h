/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The clusters of judged documents: families of attachments, threads, whatever was drawn or coded
 * together. A column of the judgments names them.
 *
 * Apart from judgments.h because few judgments have clusters, so that they are kept beside the
 * records and found by where a document stands in the input.
 */
#pragma once

#include "core/data/judgments/names.h"
#include "readers/judgment_format.h"

struct clustered_document {
	const char *document; /* in the input */
	int32_t cluster;
};

struct judged_clusters {
	struct slice column; /* what the header calls the column; .at is NULL: there is none */
	bool named;	     /* by the user: else the documents are not listed */
	struct clustered_document *document;
	size_t count, room;
	struct names names;
	int32_t alone; /* documents without a name of a cluster: each is a cluster of its own */
};

/* Takes what a record says of its cluster. */
int clusters_add(struct judged_clusters *c, struct arena *memory, const struct judgment_record *r,
		 struct err *e);

/* How many there are. */
static inline size_t clusters_count(const struct judged_clusters *c)
{
	return c->names.count + (size_t)-c->alone;
}

/* Whether one has several documents. If none has, documents were drawn one by one. */
static inline bool clusters_matter(const struct judged_clusters *c)
{
	return clusters_count(c) < c->count;
}

/* After the last record, before the first search. */
void clusters_finish(struct judged_clusters *c);

/* The number of a document's cluster, which is never 0; 0: clusters are not known. */
int32_t clusters_find(const struct judged_clusters *c, const char *document);

void clusters_release(struct judged_clusters *c);
