/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often the sign test finds the difference of two systems, beside the power that theory
 * predicts (Carterette & Smucker 2007, section 3.2.1 and Table 2): the topics of a matrix of scores
 * are taken as all that there are, so that the effect size of each pair of systems is known, and
 * samples of topics are drawn from them without replacement.
 */
#pragma once

#include "core/base/progress.h"
#include "core/data/scores/score_table.h"
#include "core/engine/shard/shard.h"
#include "core/options/lists.h"

/* A pair has an effect size if its own differs from it by at most this. */
#define POWER_WITHIN 0.01

struct power_simulation {
	struct number_list sizes;   /* topics in a sample */
	struct number_list effects; /* h = (theta - 1/2)/(1/2) */
	double alpha;		    /* of the one-sided test, ties dropped */
	int64_t samples;	    /* of each size */
	uint64_t seed;
	int jobs;
	struct shard *shard;
	struct progress progress;
};

struct power_figures {
	size_t pairs;	  /* that have the effect size */
	double predicted; /* exact power at this number of topics */
	double observed;  /* share of the tests that reject; nan without pairs */
	double deviation; /* over samples, of the share of the pairs: the paper's standard error */
};

/*
 * figures[size * effects + effect], for the caller to free. The same for any number of jobs.
 * Errors: fewer than two systems; more topics in a sample than both systems of some pair have.
 */
int power_simulate(const struct power_simulation *s, const struct score_table *t, const char *path,
		   struct power_figures **figures, struct err *e);
