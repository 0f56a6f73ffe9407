/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the ways to form strata (label_strata.h, run_cells.h, rate_classes.h) have in common.
 */
#pragma once

#include "core/data/strata/label_sizes.h"
#include "core/data/strata/topic_strata.h"

/* Strata while they are being built, topic by topic. */
struct strata_building {
	struct strata *s;
	const struct judgments *j;
	const struct run *const *runs;
	const struct strata_options *o;
	double *weight;
	int32_t *place;
	const struct run_topic **run_topic; /* of each run and judged topic; NULL: not retrieved */
	const char **label_name;
	uint32_t *
		label_place; /* of each label's stratum in the current topic, plus 1; 0: none yet */
	bool whole;	     /* the judgments list all documents of their strata */
	struct label_sizes sizes;
	/* of the current topic */
	struct arena memory;
	const struct judged_topic *topic;
	size_t number;
	struct topic_strata *to;
};

/* The current topic in a run; NULL: it lacks it. */
static inline const struct run_topic *building_topic(const struct strata_building *b, size_t run)
{
	return b->run_topic[run * b->j->topics + b->number];
}

/* Whether what a run retrieves of a stratum, and the rest, are strata. */
static inline bool divides_by_run(const struct strata_building *b)
{
	return b->o->post_stratify || b->o->labels != NULL;
}

/* Whether a judgment says that the document was sampled; see readers/judgments/strata.c. */
static inline bool judgment_is_sampled(const struct strata_building *b, const struct judgment *x)
{
	return !(b->whole && x->level == -1);
}

/* A judged document joins the sample of its stratum, or of a part of it. */
#define STRATUM_COUNT(b, c, x)                                                   \
	do {                                                                     \
		(c)->sampled++;                                                  \
		(c)->relevant += (x)->level >= (b)->o->level && (x)->level >= 0; \
		(c)->gray += (x)->level < 0;                                     \
	} while (0)

/* Whether n/N is a judgment's probability to the digits printed. */
bool rate_is(const struct judgment *x, int64_t sampled, int64_t size);

/*
 * Whether two judgments have one probability: equal numbers (.8 and .800), or one that is the other
 * one rounded, to three digits or more (.333 and .3333, but not .3 and .33).
 */
bool rates_are_one(const struct judgment *x, const struct judgment *y);

/* What the judgment stands for, when the strata of its topic are known, if it was sampled. */
static inline void weigh_judgment(struct strata_building *b, const struct judgment *x,
				  int32_t place)
{
	size_t i = (size_t)(x - b->j->judgment);
	const struct design_stratum *c = &b->to->stratum[place];
	b->place[i] = place;
	if (judgment_is_sampled(b, x))
		b->weight[i] = (double)c->size / (double)c->sampled;
}
