/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The outcomes of a sample that is planned (planned_sample.h), and what the evaluator says of them.
 */
#pragma once

#include "core/stats/coverage/outcomes.h"
#include "core/stats/distribution/yield_memory.h"
#include "core/stats/planning/reach.h"

/* One simple random sample of a whole collection. */
struct sampled_whole {
	int64_t size;	     /* of the collection */
	int64_t relevant[2]; /* [1]: and retrieved; [0]: and not retrieved */
};

struct planned_sample {
	struct reach_request reach;
	struct true_stratum *strata; /* `sampled` is set by the functions below */
	size_t count;
	const struct sampled_whole *control; /* in place of strata; or NULL */
	double share;	 /* of the sample that is from retrieved strata; nan: what does best */
	int64_t samples; /* points of the lattice */
	uint64_t seed;
	struct yield_memory *yields; /* of more than two strata, for all sizes; or NULL */
};

/* The default of --samples, and the most outcomes that are all looked at. */
enum { PLANNED_SAMPLES = 4000, PLANNED_OUTCOMES = 100000 };

/* The interval of a control set of n documents with these numbers of relevant ones. */
int control_interval(const struct reach_request *q, const struct sampled_whole *c, int64_t n,
		     const int64_t relevant[2], struct interval *out, struct err *e);

/* One sample of one stratum. */
static inline bool planned_one(const struct planned_sample *p)
{
	return p->control == NULL && p->count == 1;
}

/* An outcome: where it stands in the order, its probability, and the place of its counts. */
struct point {
	double score, weight;
	size_t at;
};

struct planned_study {
	const struct planned_sample *p;
	int64_t n;
	struct outcomes outcomes;      /* of strata */
	struct interval_request asked; /* of each */
	struct repeated_samples *repeated;
	size_t each; /* counts of an outcome */
	size_t points, room;
	struct point *point;
	double *upto;	/* probability of all points up to here */
	int64_t *count; /* of all points */
	bool all;	/* every outcome is there */
	int nodes;	/* in place of the lattice, those of a rule */
	bool wide;	/* a stratum has too many outcomes for a table */
	double stretch;
	double z[2];		  /* normal quantiles of both ends */
	double shift[8], step[8]; /* of the lattice, by dimension */
	struct err *err;
	bool failed;
};

/* The outcomes of the sample that stands in the strata: every one, if there are at most `all`, else
 * points of the lattice, or of the rule if `y` has nodes. To be released in any case. */
int planned_study_init(struct planned_study *y, const struct planned_sample *p, int64_t n,
		       size_t points, double all, struct err *e);
void planned_study_release(struct planned_study *y);

/* The probability of reaching the target. A stretch of outcomes of this probability is not looked
 * at any closer if nothing in it differs. */
int planned_study_probability(struct planned_study *y, double stretch, double *out);

struct expected {
	double mean[3];	  /* of width, lower and upper end, by goal (reach.h), over the intervals
			   * that are defined; nan if none is */
	double undefined; /* probability of an interval that is nan */
	bool exact;	  /* every outcome was weighted with its probability; else a few that stand
			   * for all did (core/stats/distribution/hypergeometric.h) */
};

/*
 * How many nodes a rule has for each of one stratum or two. The error of the finer one was at most
 * 9e-5 in 1660 random designs and five methods; the difference from the other is mostly larger.
 * None: every outcome, however many.
 */
enum { NODES_NONE, NODES_ROUGH = 5, NODES_FINE = 7 };

/*
 * The interval that a sample is to be expected to give, before it is drawn: the means of its ends
 * and of its width over all samples of the design, for the truth that is guessed (Webber 2013,
 * section 4.3). Of the division that stands in the strata; of a yield as shares.
 */
int planned_interval(const struct planned_sample *p, int64_t n, int nodes, struct expected *out,
		     struct err *e);
