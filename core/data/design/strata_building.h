/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the ways to form strata (label_strata.h, run_cells.h, rate_classes.h) have in common.
 */
#pragma once

#include "core/data/design/cells.h"
#include "core/data/design/label_sizes.h"

/* Strata on their way, topic by topic. */
struct strata_building {
	struct strata *s;
	const struct judgments *j;
	const struct run *const *runs;
	const struct strata_options *o;
	double *weight;
	int32_t *place;
	const struct run_topic **run_topic; /* of each run and judged topic; NULL: not retrieved */
	const char **label_name;
	bool whole; /* the judgments list all documents of their strata */
	struct label_sizes sizes;
	/* of the topic at hand */
	struct arena memory;
	const struct judged_topic *topic;
	size_t number;
	struct topic_strata *to;
};

/* Whether a judgment says that the document was sampled; see readers/judgments/strata.c. */
static inline bool judgment_is_sampled(const struct strata_building *b, const struct judgment *x)
{
	return !(b->whole && x->level == -1);
}

/* A judged document joins the sample of its stratum. */
static inline void cell_count(const struct strata_building *b, struct cell *c,
			      const struct judgment *x)
{
	c->sampled++;
	c->relevant += x->level >= b->o->level && x->level >= 0;
	c->gray += x->level < 0;
}

/* Whether n/N is a judgment's probability to the digits printed. */
bool rate_is(const struct judgment *x, int64_t sampled, int64_t size);

/* What the judgment stands for, when the strata of its topic are known. */
static inline void weigh_judgment(struct strata_building *b, const struct judgment *x,
				  int32_t place)
{
	size_t i = (size_t)(x - b->j->judgment);
	const struct cell *c = &b->to->cell[place];
	b->place[i] = place;
	b->weight[i] = (double)c->size / (double)c->sampled;
}
