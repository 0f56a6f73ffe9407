/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A design while it is being built, topic by topic, and the builders of the rows of design_rules.
 */
#pragma once

#include "core/data/judgments/judgments.h"
#include "core/data/design/design.h"

struct building {
	struct design *d;
	const struct judgments *j;
	const struct run *const *runs;
	const struct design_options *o;
	const struct run_topic **run_topic; /* of each run and judged topic; NULL: not retrieved */
	const char **stratum_name;
	uint32_t *
		stratum_place; /* of each named stratum in the current topic, plus 1; 0: none yet */
	struct arena lists;    /* of these */
	struct stratum_rows sizes; /* of judged topics, by the file of sizes (--strata) */
	/* of the current topic */
	struct arena memory;
	const struct judged_topic *topic;
	size_t number;
	struct topic_strata *to;
};

/* The current topic in a run; NULL: it lacks it. */
static inline const struct run_topic *building_topic(const struct building *b, size_t run)
{
	return b->run_topic[b->number * b->d->runs + run];
}

/* Whether what a run retrieves of a stratum, and the rest, are strata. */
static inline bool divides_by_run(const struct building *b)
{
	return b->o->post_stratify || b->o->labels != NULL;
}

/* Whether a judgment says that the document was sampled; see readers/judgments/strata.c. */
static inline bool judgment_is_sampled(const struct building *b, const struct judgment *x)
{
	return !(b->d->whole && x->level == -1);
}

/* A judged document joins the sample of its stratum, or of a part of it. */
#define STRATUM_COUNT(b, c, x)                                                   \
	do {                                                                     \
		(c)->sampled++;                                                  \
		(c)->relevant += (x)->level >= (b)->o->level && (x)->level >= 0; \
		(c)->gray += (x)->level < 0;                                     \
	} while (0)

/* Documents of the stratum that the judgments list. */
static inline int64_t listed_of(const struct building *b, const struct design_stratum *c)
{
	return b->d->whole ? c->size : c->sampled;
}

/* building.c: what several builders ask. */

/* Whether n/N is a judgment's probability to the digits printed. */
bool rate_is(const struct judgment *x, int64_t sampled, int64_t size);

/* Decimals without zeros at the end: .800 is .8. Of more than 14 digits, 14 count. */
uint32_t decimals_of(const struct judgment *x);

/*
 * Whether two judgments have one probability: equal numbers (.8 and .800), or one that is the other
 * one rounded, to three digits or more (.333 and .3333, but not .3 and .33).
 */
bool rates_are_one(const struct judgment *x, const struct judgment *y);

/* The size of a stratum of the current topic, as the judgments or the file of --strata give it; 0:
 * not known. `stratum` is as struct judgment.stratum. */
int64_t named_size(const struct building *b, uint32_t stratum);

/* What the judgment stands for, when the strata of its topic are known, if it was sampled. */
static inline void weigh_judgment(struct building *b, const struct judgment *x, int32_t place)
{
	size_t i = (size_t)(x - b->j->judgment);
	const struct design_stratum *c = &b->to->stratum[place];
	b->d->place[i] = place;
	if (judgment_is_sampled(b, x))
		b->d->weight[i] = (double)c->size / (double)c->sampled;
}

/* from_table.c: reads the rows of all topics, and the names of the runs: these are the strata. */
int rows_read(struct building *b, struct err *e);

/* Checks that a topic does not have more documents than the collection. */
int table_build(struct building *b, struct err *e);

/* from_sizes.c */

/* Reads the file of sizes, if there is one. Sizes that contradict the judgments are an error. */
int sizes_read(struct building *b, struct err *e);

/* Does every judged document of the topic name a stratum whose size is known? */
bool names_have_sizes(const struct building *b);

/*
 * A stratum for each name. A probability that contradicts n/N, and strata that are larger than the
 * collection, are errors.
 */
int sizes_build(struct building *b, struct err *e);

/*
 * from_rates.c: documents of one probability (and one name, if any), rates_are_one(), stand for N
 * = sum of 1/p, rounded. They do not fit if n/N is not p to its digits (zeros at the end do not
 * count), or if strata of one sampled document have more than a tenth of the sample: the
 * probabilities are those of single documents then. A stratum is whole, n = N, only if p is 1.
 */
int rates_build(struct building *b, struct err *e);

/*
 * from_runs.c: the documents of a topic by which of the runs retrieve them.
 *
 * k runs make up to 2^k cells, nearly all empty. A uthash index maps documents to signatures (a bit
 * for each run, any number of runs), another one signatures to cells. Runs cut the strata that
 * are named without sizes: given how many documents of a cell were sampled, these are a simple
 * random sample of it.
 *
 * Sizes come from counting, and for the bottom cell, which no run retrieves, from the size of the
 * collection. A bottom of which nothing was sampled is no stratum: the sample could not have it.
 */

/* Named strata, cut by the runs. Two names in one cell are an error, as its size is not known
 * then, and so is a sampled bottom without -N. */
int named_runs_build(struct building *b, struct err *e);

/* The cells of all runs, or of those of --pool alone, if n/N of each is the probability of its
 * documents. */
int runs_build(struct building *b, struct err *e);
int pool_build(struct building *b, struct err *e);

/*
 * drawn_strata.c: as the judgments name them, with the sizes that they give or that the strata of
 * the design have.
 */
int drawn_build(struct building *b, struct err *e);

/*
 * written_weights.c: every judgment gets the weight 1/p, except if the file itself gives sizes of
 * strata: those are more exact.
 */
int weigh_as_written(struct design *d, const struct judgments *j, struct err *e);
