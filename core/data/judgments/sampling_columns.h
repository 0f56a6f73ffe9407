/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What columns of the judgments say of how documents were drawn: strata, and clusters; and what
 * other files say of strata.
 */
#pragma once

#include <stdint.h>

#include "core/data/judgments/names.h"
#include "readers/input.h"
#include "readers/judgment_format.h"
#include "readers/strata_table.h"

/*
 * What the judgments say of the strata that they name: sizes, and how often buckets were picked.
 * Each row repeats it, and the rows must agree.
 */
struct given_stratum {
	uint32_t topic; /* number; while reading, of the segment */
	uint32_t label; /* as struct judgment.stratum */
	int64_t size;
	int64_t picks;	/* 0: not drawn so */
	int64_t rows;	/* judgments of it */
	const char *at; /* where the first row that says so stands in the input */
};

struct given_strata {
	struct given_stratum *given; /* when checked, each once; to be freed */
	size_t count, room;
	struct names pairs; /* of topic and label */
	bool picked;	    /* any has picks */
};

int given_strata_add(struct given_strata *g, const struct given_stratum *x, struct err *e);

/*
 * Leaves one for each topic and label. A stratum with two sizes, two numbers of picks
 * or more rows than documents, and a topic with two numbers of picks are errors.
 */
int given_strata_check(struct given_strata *g, struct arena *memory, const struct input *in,
		       const struct names *topics, const struct names *labels, struct err *e);

/* NULL: nothing is said of it. */
const struct given_stratum *given_strata_find(const struct given_strata *g, size_t topic,
					      uint32_t label);

/*
 * The clusters of judged documents: families of attachments, threads, whatever was drawn or coded
 * together. A column of the judgments names them.
 */
struct judged_clusters {
	struct slice column; /* what the header calls the column; .at is NULL: there is none */
	bool named;	     /* by the user: else the documents are not listed */
	int32_t *cluster;    /* of each document, to be freed */
	struct names places; /* where each stands in the input: its number */
	size_t count, room;
	struct names names; /* of clusters */
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

/* The number of a document's cluster, which is never 0; 0: clusters are not known. */
int32_t clusters_find(const struct judged_clusters *c, const char *document);

/*
 * The strata of a file (readers/strata_table.h), each topic and label once.
 */
struct stratum_row {
	struct stratum_record is;
	size_t next; /* number of the next one of its topic, plus 1; 0: none */
	bool used;   /* for the caller */
};

struct stratum_rows {
	struct input in;	 /* of sizes */
	struct name_pairs of;	 /* a topic and a label */
	struct stratum_row *row; /* by number of the pair: in the order of the file */
	size_t room;
	size_t *first;		    /* by number of the topic: its first row, plus 1 */
	const struct names *topics; /* while reading: others are passed over; NULL: none */
};

/* A table of strata, or a file of sizes. A stratum that is listed twice is an error. On failure
 * nothing is left to release. */
int stratum_rows_read(struct stratum_rows *s, const struct input *table, struct err *e);
int stratum_sizes_load(struct stratum_rows *s, const char *path, const struct names *topics,
		       struct err *e);
void stratum_rows_release(struct stratum_rows *s);

/* NULL: the file does not have it. */
struct stratum_row *stratum_rows_find(const struct stratum_rows *s, struct slice topic,
				      struct slice label);

/* The strata of a topic: the one behind `before`, or behind NULL the first; NULL: there is none. */
const struct stratum_row *stratum_rows_next(const struct stratum_rows *s, const char *topic,
					    const struct stratum_row *before);
