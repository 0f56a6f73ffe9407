/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was counted: strata as one run or two runs see them, and what a run got right. Part of the
 * plugin interface.
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/near.h"

/* `size` documents, of which a simple random sample was judged. */
struct stratum {
	int64_t size;	    /* N */
	int64_t sampled;    /* n: every sampled document, gray ones too */
	int64_t relevant;   /* r */
	int64_t assessable; /* a = n - gray; equals n where nothing is gray */
	bool retrieved;	    /* in the retrieved segment of the run */
};

/*
 * A stratum of the design, and how a run divides it. Of the sampled documents those with [1] are
 * retrieved, those with [0] are not; together they are n.
 */
struct divided_stratum {
	int64_t size;	     /* N */
	int64_t sampled;     /* n */
	int64_t relevant[2]; /* r */
	int64_t other[2];    /* assessable, not relevant */
	int64_t gray[2];
	bool cut;	/* the run may retrieve some of its documents and not others */
	bool retrieved; /* not cut: all of them are, or none */
	uint32_t label; /* strata of one label are alike in all topics */
};

/* A stratum that was counted, as one of a design: counts of validate, cells of labels, and samples
 * that plan and simulate draw. */
static inline struct divided_stratum counted_stratum(const struct stratum *s, uint32_t label)
{
	struct divided_stratum d = {
		.size = s->size, .sampled = s->sampled, .retrieved = s->retrieved, .label = label
	};
	d.relevant[s->retrieved] = s->relevant;
	d.other[s->retrieved] = s->assessable - s->relevant;
	d.gray[s->retrieved] = s->sampled - s->assessable;
	return d;
}

/* A sum of weights N/n or 1/p: as the whole number that it is, if only rounding keeps it from it.
 */
static inline double sum_of_weights(double sum)
{
	double whole = nearbyint(sum);
	return near_within(sum, whole, 10 * NEAR_ROUNDING * whole) ? whole : sum;
}

/* One sampled document, for methods that know no strata. */
struct weighted {
	double weight; /* 1 over the probability of having been sampled */
	bool relevant, gray, retrieved;
	int32_t cluster; /* a family or thread; 0: not known */
	int32_t stratum; /* from 0; below: not known */
};

/* Counts of one run, not negative; they need not be integers. */
struct confusion {
	double tp, fp, fn;
};

/* A stratum as two runs see it. */
struct pair_stratum {
	int64_t size, sampled, relevant, assessable; /* as in struct stratum */
	bool in_a, in_b;			     /* which runs retrieve it */
	/*
	 * A part of a stratum that the runs cut, and how many of the n are in it. The size is that
	 * of the stratum: how many documents the part has is not used.
	 */
	bool cut;
	int64_t part;
	uint32_t label; /* as in struct divided_stratum */
};

/*
 * A topic as two runs see it; and how many documents each run retrieves more than its cells have,
 * none of them relevant. Below 0: that number is known, and the cells that the runs cut seem to
 * have more.
 */
struct shared_topic {
	const struct pair_stratum *cell;
	size_t cells;
	double beyond[2];
};

/* How many documents the stratum has, or seems to have in the part. */
static inline double pair_stratum_size(const struct pair_stratum *c)
{
	double size = (double)c->size;
	return c->cut ? size * (double)c->part / (double)c->sampled : size;
}

/*
 * Documents of one class of cheap labels, in a part of a stratum that runs retrieve or do not: no
 * run cuts it.
 */
struct label_cell {
	int64_t size, sampled, relevant, gray; /* gray: sampled, and not assessable */
	int32_t class_of;		       /* from 0; below 0: they have no label */
	bool in[2];			       /* which runs retrieve them */
	uint32_t part;	/* cells of one part have the same, and are adjacent */
	uint32_t label; /* of the part, as in struct divided_stratum */
	bool known;	/* all of them are relevant whatever labels say, and judged */
};

/* The same as a stratum that the first run retrieves, or does not. */
static inline struct divided_stratum label_cell_stratum(const struct label_cell *c)
{
	const struct stratum s = { c->size, c->sampled, c->relevant, c->sampled - c->gray,
				   c->in[0] };
	return counted_stratum(&s, c->label);
}

/* Which classes each variate counts as relevant: `classes` of each, one variate after the other. */
struct label_variates {
	const bool *counts;
	size_t classes, count;
	size_t judges; /* how many of the first ones are the first of a judge */
};
