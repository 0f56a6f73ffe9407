/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pool of a topic: all documents that any of several runs retrieves, and at which ranks.
 */
#pragma once

#include "core/data/runs/ranked_documents.h"

struct pool_document {
	const char *name; /* `length` bytes of a run's input */
	uint32_t length;
	unsigned hash; /* hash_bytes() of the name */
};

static inline struct slice pool_name(const struct pool_document *d)
{
	return (struct slice){ d->name, d->length };
}

/* Working memory of one thread, used again for each topic. A zeroed struct pool is ready. */
struct pool {
	struct pool_document *document; /* in the order in which they were met */
	size_t count;
	size_t runs;
	uint32_t *ranked; /* numbers of documents: those of the first run, best first, ... */
	size_t *start;	  /* where in `ranked` those of a run begin; runs + 1 of them */

	struct document_table table;
	uint32_t *last_run; /* of each document: number of the last run that has it, plus 1 */
	struct ranking ranking;
	struct arena memory; /* of the current topic: all lists */
};

void pool_release(struct pool *p);

/*
 * Pools what the runs retrieve for one topic; `topic` has NULL if a run lacks it. Of each run
 * the first `depth` documents count, as if it had no others. A document that a run has twice is an
 * error (where both places are beyond the depth it does not matter, and is not looked for).
 */
int pool_make(struct pool *p, const struct run *const *runs, const struct run_topic *const *topic,
	      size_t count, size_t depth, struct err *e);

/* For keyed_sort(): by name. The items are numbers of documents, and these the context. */
int pool_by_name(uint64_t a, uint64_t b, const void *context);

/* The number of a document, or SIZE_MAX. */
size_t pool_find(const struct pool *p, struct slice name, unsigned hash);

/* How many documents of a run are in the pool: Z. */
static inline size_t pool_length(const struct pool *p, size_t run)
{
	return p->start[run + 1] - p->start[run];
}

/*
 * The cells of the pool: documents that are retrieved by the same ones of the runs. Cell 0, of what
 * no run retrieves, has no document here. Some other cells may be empty, too.
 */
struct pool_cell {
	uint32_t parent; /* the cell without the last of its runs */
	uint32_t run;	 /* that last one */
	int64_t size;	 /* documents of the pool */
	uint32_t split;	 /* while they are made: its part with the current run; 0: none yet */
};

struct pool_cells {
	struct pool_cell *cell;
	size_t count, room;
	uint32_t *of; /* cell of each document */
	size_t documents;
};

/* A zeroed struct pool_cells is ready, and can be used again. */
int pool_cells_make(struct pool_cells *c, const struct pool *p, struct err *e);
void pool_cells_release(struct pool_cells *c);

/*
 * How likely the documents of a pool are to matter, by their ranks.
 */

/*
 * Weight of each document: the sum over the runs of the prior of average precision at its rank
 * (core/stats/sampling/stevens.h), each run with its own length; a run that lacks it adds nothing.
 * (Divided by the number of runs it would be the average of Aslam & Pavlu 2008; only proportions
 * matter.) The sums are formed exactly and rounded once, so that they do not depend on the order of
 * the runs, and documents with the same ranks have the same weight. Working memory comes from
 * `memory`.
 */
int pool_prior(const struct pool *p, double *weight, struct arena *memory, struct err *e);

/* The same run by run: the sums of the documents begin at 0. */
__extension__ typedef unsigned __int128 prior_sum;
void prior_add(prior_sum *sum, const uint32_t *ranked, size_t length);
double prior_weight(prior_sum sum);
