/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The coverage of interval methods over the truths of one scenario: the work of the command
 * simulate.
 */
#pragma once

#include "core/commands/simulate/effort.h"
#include "core/data/scores/truths.h"
#include "core/options/lists.h"
#include "core/stats/coverage/estimates.h"

struct simulation {
	struct interval_request interval;
	double level;
	struct method_list named; /* none: all that apply */
	int64_t realizations;	  /* of a random scenario */
	bool exact;		  /* however long it takes */
	int64_t looks;		  /* at a growing sample, all of which must cover; 0 or 1: one */
	struct effort effort;	  /* samples of a truth; 0: exact if possible */
};

/* A random source of truths, or else truths that were written down. */
struct truth_source {
	const char *name;
	const struct scenario *scenario;
	const struct truths *truths;
};

/* The result of one method. */
struct method_result {
	const struct interval_method *method;
	struct coverage_summary summary;
	struct quartiles coverage, below, above; /* over the truths */
	double closest;	       /* share of truths in which no other method is closer to the level */
	size_t exact, sampled; /* truths whose coverage was computed so */
};

/* A truth whose coverage was measured, and the distribution of its estimate. */
struct truth_result {
	const char *name;     /* borrowed from the source; NULL: one that was drawn */
	size_t number;	      /* in the source, from 0 */
	int64_t size1, size0; /* of the retrieved and of the other documents */
	int64_t n1, n0;	      /* sampled of the retrieved and of the other documents */
	double value;	      /* true */
	struct estimate_moments estimate;
};

struct simulation_result {
	struct method_result method[METHODS_MAX];
	size_t methods;
	struct truth_result *truth; /* `truths` of them */
	struct coverage *coverage;  /* by truth and method */
	double bias;		    /* mean of estimate - value over the truths */
	size_t truths;
	size_t undefined; /* truths left out, as the quantity is 0/0 */
	int64_t samples;  /* of a truth whose coverage was sampled */
};

/* A truth of the source by its number; `room` is for one that is drawn. */
struct truth simulation_truth(const struct simulation *s, const struct truth_source *from,
			      size_t number, struct realization *room);

/* How many steps of progress it takes. */
size_t simulation_steps(const struct simulation *s, const struct truth_source *from);

/* What is asked of the samples of one truth, by its number, for a method that is slow or not. */
struct coverage_request simulation_samples(const struct simulation *s, bool slow, size_t number);

/*
 * To be released with simulation_release() if it succeeds. The same result for any number of jobs.
 * A method that is named and does not apply is an error; of the others it is left out.
 */
int simulation_run(const struct simulation *s, const struct truth_source *from,
		   struct simulation_result *out, struct err *e);
void simulation_release(struct simulation_result *r);
