/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws the documents of a topic that are to be judged, with the probability of each.
 *
 * What a sample holds depends on the seed, on the names of the topic and its documents, and on the
 * rankings; not on the order of lines, of topics or of runs, nor on threads. Each document has a
 * random number of its own (uniform_permanent() of the seed, the topic's and the document's
 * hash_name()); if n of several documents are to be drawn with equal probability, those with the
 * smallest numbers are taken.
 */
#pragma once

#include <stdatomic.h>

#include "core/data/judgments/collection.h"
#include "core/data/judgments/judgments.h"
#include "core/data/judgments/names.h"
#include "core/data/runs/pool.h"
#include "core/stats/sampling/stevens.h"

/*
 * How many documents are to be drawn from each cell, as a file of sizes says: the error that it
 * names a cell that no topic has, if there is one.
 */
int shares_refuse_unused(const struct stratum_rows *s, bool rest_known, struct err *e);

/*
 * The sample of a topic while it is drawn (drawing.h): what is asked for, what was drawn, and what
 * the designs have in common.
 */
enum drawn_by {
	DESIGN_STEVENS, /* probability by rank: core/stats/sampling/stevens.h, pool_prior() */
	DESIGN_STRATA,	/* simple random samples from the cells of pool_cells_make() */
	DESIGN_POOL,	/* only what is taken for certain */
};

/* How the documents to draw are shared out among the cells: see core/stats/sampling/allocation.h.
 */
enum allocation_rule {
	ALLOCATION_PROPORTIONAL,
	ALLOCATION_EQUAL,
	ALLOCATION_NEYMAN,
	ALLOCATION_GIVEN, /* by a file */
};

/* A guess of the share of relevant documents in the cells of a name. */
struct prevalence_guess {
	struct slice label;
	const struct run *of; /* cells of this one instead; NULL: by name */
	double share;
	atomic_bool used; /* some topic has such a cell */
};

/* All of it is borrowed. */
struct drawing_options {
	enum drawn_by design;
	const struct run *const *runs; /* DESIGN_STRATA: in the order of their names */
	size_t run_count;
	bool listed;	   /* the runs are strata of a list: no document is in two of them */
	size_t depth;	   /* documents at the top of each run that count */
	size_t pool_depth; /* documents at the top of each run that are always taken; 0: none */
	int64_t below;	   /* DESIGN_STEVENS: documents drawn below `depth` as well */
	uint64_t seed;

	enum allocation_rule allocation;
	const struct stratum_rows *shares;  /* ALLOCATION_GIVEN: a cell that is found is used */
	int64_t least;			    /* documents of each cell (NEYMAN); 0: one */
	double prevalence, rest_prevalence; /* guessed, of cells and of the rest (NEYMAN) */
	struct prevalence_guess *guess;	    /* of cells by name, instead */
	size_t guesses;
	const struct collection *collection; /* NULL: not known by name */
	int64_t collection_size;	     /* 0: not known */
	bool rest;			     /* something was left out of it */

	const struct judgments *judged; /* what is known already, or NULL */
	int32_t level;			/* least grade that is relevant (NEYMAN) */
	bool add_judged;		/* all that is known is taken for certain */
};

/* One topic. */
struct drawing_topic {
	const char *name;
	const struct run_topic *const *run; /* of each run, or NULL */
	const struct judged_topic *judged;  /* or NULL */
	int64_t size;			    /* how many documents to draw */
};

struct drawn_document {
	struct slice name; /* empty: any document that no run retrieves */
	double probability;
	const char *stratum; /* label of its bucket or cell */
	int64_t size;	     /* documents in there */
	struct slice family; /* that was drawn; empty: none */
	int64_t picks;	     /* m of Stevens' design; 0: none */
	bool known;	     /* it is judged already, with this grade */
	int32_t grade;
};

/* What there was to draw from in a topic, and what became of it. */
struct drawing_counts {
	size_t families;   /* that were drawn; 0: documents were */
	size_t large;	   /* families that were taken for certain */
	int64_t available; /* documents, or families, that could be drawn, those taken for certain
			      not counted in DESIGN_STRATA */
	int64_t residual;  /* documents below the depth, of which some are drawn as well */
	int64_t unsampled; /* DESIGN_STRATA: documents in cells of which none is drawn */
	bool joined; /* DESIGN_STRATA: some cells were, as there are more than documents to draw */
	int64_t nameless; /* documents drawn by number only */
	int64_t lost;	  /* judged in an earlier sample, and not in this one */
};

/* Working memory of one thread, used again for each topic. A zeroed struct drawing is ready. */
struct drawing {
	/* The result, by document number, bytewise; nameless ones last. Until the next call. */
	struct drawn_document *drawn;
	size_t count;
	struct drawing_counts of;

	size_t room;
	struct pool pool;
	struct pool whole; /* the same without a depth, if some are drawn below it */
	struct pool_cells cells;
	struct stevens stevens;
	const double *prior;   /* DESIGN_STEVENS: of each document, falling; NULL: no buckets */
	const int64_t *picked; /* ... and how often each bucket was picked */
	uint8_t *certain;      /* of each document of the pool: enum certainty */
	int64_t pooled, judged, outside; /* certain ones: of either kind, and not in the pool */
	struct document_table judged_table;
	uint64_t key; /* of the topic, for random numbers */
	const struct drawing_options *o;
	const struct drawing_topic *t;
	struct arena memory; /* of the current topic */
};

void drawing_release(struct drawing *d);

/* Why a document is in the sample for certain. */
enum certainty { UNCERTAIN, CERTAIN_POOL, CERTAIN_JUDGED };

/* What the known judgments say of a document, or NULL. */
const struct judgment *drawing_record(const struct drawing *d, struct slice name, unsigned hash);

/* The same, but NULL if the grade is below 0: nobody knows. */
const struct judgment *drawing_judgment(const struct drawing *d, struct slice name, unsigned hash);

/* The random number of a document. */
uint64_t drawing_bits(const struct drawing *d, struct slice name);

int drawing_add(struct drawing *d, const struct drawn_document *x, struct err *e);

int drawing_make(struct drawing *d, const struct drawing_options *o, const struct drawing_topic *t,
		 struct err *e);

/*
 * The designs: what drawing.c calls to add documents to a sample.
 */

/* Stevens' design: adds what it draws from the pool, and from the rest of the collection, to the
 * sample. */
int drawing_stevens(struct drawing *d, struct err *e);

/*
 * Adds `below` documents of drawing_options to the sample, or all that there are, in the stratum
 * "below". Documents that are taken for certain are not among them.
 */
int drawing_below(struct drawing *d, struct err *e);

/* Simple random samples from the cells of run intersections, and from the rest of the collection.
 */
int drawing_strata(struct drawing *d, struct err *e);

/* A simple random sample of the families of the collection, with all their documents, and the large
 * ones (collection.h). */
int drawing_families(struct drawing *d, struct err *e);
