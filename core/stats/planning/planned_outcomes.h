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
};

/* The default of --samples, and the most outcomes that are all looked at. */
enum { PLANNED_SAMPLES = 4000, PLANNED_OUTCOMES = 100000 };

/* The interval of a control set of n documents with these numbers of relevant ones. */
int control_interval(const struct reach_request *q, const struct sampled_whole *c, int64_t n,
		     const int64_t relevant[2], struct interval *out, struct err *e);

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
	struct yield_memory yields; /* that outcomes share */
	size_t each;		    /* counts of an outcome */
	size_t points, room;
	struct point *point;
	double *upto;	/* probability of all points up to here */
	int64_t *count; /* of all points */
	bool all;	/* every outcome is there */
	bool wide;	/* a stratum has too many outcomes for a table */
	double stretch;
	double z[2];		  /* normal quantiles of both ends */
	double shift[8], step[8]; /* of the lattice, by dimension */
	struct err *err;
	bool failed;
};

/* The outcomes of the sample that stands in the strata: `most` points of the lattice, or, with
 * `all`, every outcome if there are few. To be released in any case. */
int planned_study_init(struct planned_study *y, const struct planned_sample *p, int64_t n,
		       size_t most, bool all, struct err *e);
void planned_study_release(struct planned_study *y);

/* The probability of reaching the target. A stretch of outcomes of this probability is not looked
 * at any closer if nothing in it differs. */
int planned_study_probability(struct planned_study *y, double stretch, double *out);

/* Mean of the width, or of the bound, over the outcomes that have one. */
int planned_study_mean(struct planned_study *y, double *out, struct err *e);
