/*
 * Strata: the documents of a topic by which of the given runs retrieve them.
 *
 * k runs make up to 2^k cells, nearly all empty. A uthash index maps documents to signatures (a bit
 * for each run, any number of runs), another one signatures to cells. Labels given with the
 * judgments cut the cells further, so that a run that took no part in forming the strata still gets
 * valid ones: given how many documents of a cell were sampled, they are a simple random sample of
 * it.
 *
 * Sizes come from counting where the documents are listed (in the runs, or in the judgments), for
 * the bottom cell, which no run retrieves, from the size of the collection, and for labels from the
 * judgments or a file of sizes.
 */
#ifndef DATA_DESIGN_STRATA_H
#define DATA_DESIGN_STRATA_H

#include "core/data/judgments/judgments.h"
#include "core/data/runs/run.h"

struct cell {
	const uint64_t *signature; /* a bit for each run, struct strata.words words */
	const char *label;	   /* NULL: none */
	int64_t size;		   /* N */
	int64_t sampled;	   /* n, gray ones too */
	int64_t relevant;	   /* r */
	int64_t gray;		   /* sampled but not assessable */
	int64_t label_size;	   /* of all cells of its label, where that is given; else 0 */
};

struct topic_strata {
	const char *name;
	struct cell *cell; /* bottom last, else in the order in which they were met */
	size_t count;
	bool uniform; /* documents of one cell have one probability, where they have any */
};

struct strata {
	struct arena memory;
	const char **run; /* names, by bit */
	size_t runs;
	size_t words;
	struct topic_strata *topic; /* by number of the judged topic; of a table, in its order */
	size_t topics;
	int64_t unsampled; /* documents in cells without a sample */
};

struct strata_options {
	int32_t level;		 /* least grade that is relevant */
	int64_t collection_size; /* 0: not given */
	const char *sizes;	 /* file of stratum sizes (--strata), or NULL */
};

/*
 * Cells of all judged topics from the runs. `weight` has an element for each judgment (in the order
 * of struct judgments) and gets N/n of its cell, 0 for a document that was not sampled; `place`
 * gets the number of the cell in its topic. On failure nothing is left to release.
 */
int strata_build(struct strata *s, const struct judgments *j, const struct run *const *runs,
		 size_t count, const struct strata_options *o, double *weight, int32_t *place,
		 struct err *e);

void strata_release(struct strata *s);

/* Whether the judgments, as far as anybody knows, list every document of the strata they name. */
static inline bool strata_are_whole(const struct judgments *j, const struct strata_options *o)
{
	return j->count > 0 && j->with_stratum == j->count && o->collection_size == 0 &&
	       o->sizes == NULL && j->strata.count == 0;
}

static inline bool cell_has_run(const struct cell *c, size_t run)
{
	return c->signature[run / 64] >> (run % 64) & 1;
}

#endif
