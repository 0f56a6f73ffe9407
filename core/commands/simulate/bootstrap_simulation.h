/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often the intervals of a mean over topics miss it (Park 2011, section 4): the topics of a
 * matrix of scores are taken as all that there are, so that the mean of each system is known, and
 * intervals are computed from samples of them. Park draws without replacement; with replacement,
 * each topic of the matrix stands for many like it, and even a large sample does not contain them
 * all.
 */
#pragma once

#include "core/commands/simulate/effort.h"
#include "core/data/scores/score_table.h"
#include "core/options/lists.h"

struct bootstrap_simulation {
	const struct mean_interval_method *method[MEAN_METHODS_MAX];
	size_t methods;
	struct number_list sizes;  /* topics in a sample */
	struct number_list alphas; /* 1 - level */
	int64_t resamples;	   /* of each sample */
	bool with_replacement;	   /* the topics of a sample */
	struct effort effort;	   /* samples of each system and size */
};

/* Shares of all samples of all systems, for one method, size and alpha. */
struct bootstrap_figures {
	double error;	     /* type I: the interval does not cover the mean, or there is none */
	double below, above; /* the mean lies below or above the interval */
	double undefined;    /* there is no interval */
	double width;	     /* mean, of the intervals that there are; nan if there is none */
};

/*
 * figures[(method * sizes + size) * alphas + alpha], for the caller to free. The same for any
 * number of jobs; a sample does not depend on what else is asked for. Errors: a size beyond the
 * topics of a system (without replacement), a score below 0 with a method that is bounded. Scores
 * have no upper limit if one is above 1, else 1.
 */
int bootstrap_simulate(const struct bootstrap_simulation *b, const struct score_table *t,
		       const char *path, struct bootstrap_figures **figures, struct err *e);

/* The scores of one system, and what the means of samples do (Park 2011, section 3). */
struct system_shape {
	size_t topics;
	double mean, deviation; /* of all topics, with n - 1 */
	double skew;  /* third central moment over the power 3/2 of the second; nan: none */
	double *bias; /* by size: mean of the samples' means less the mean; their design has none */
	double *error; /* its standard error */
};

/*
 * The samples are those of bootstrap_simulate(). One for each system, released by the caller with
 * free() as one piece. Errors as above, but scores may have any value.
 */
int bootstrap_shapes(const struct bootstrap_simulation *b, const struct score_table *t,
		     const char *path, struct system_shape **shape, struct err *e);
