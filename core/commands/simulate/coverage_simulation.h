/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The coverage of interval methods over the truths of one source: the work of simulate coverage,
 * and its picture.
 */
#pragma once

#include "core/commands/simulate/truths_asked.h"

/* The result of one method. */
struct method_result {
	const struct interval_method *method;
	struct coverage_summary summary;
	double error; /* standard error of the mean coverage; nan: it is exact */
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

struct coverage_result {
	struct method_result method[METHODS_MAX];
	size_t methods;
	struct truth_result *truth; /* `truths` of them */
	struct coverage *coverage;  /* by truth and method */
	double bias, rmse; /* mean and root mean square of estimate - value over the truths */
	size_t truths;
	size_t undefined; /* truths left out, as the quantity is 0/0 */
	int64_t samples;  /* of a truth whose coverage was sampled */
	struct arena memory;
};

/* Of the coverage of one truth; nan: it is exact. */
double coverage_error(const struct coverage *c, double samples);

/*
 * Its memory is to be released, also after a failure. The same result for any number of jobs. A
 * method that is named and does not apply is an error; of the others it is left out.
 */
int coverage_run(const struct simulation *s, const struct truth_source *from,
		 struct coverage_result *out, struct err *e);

/*
 * The picture. By method: coverage, gaps and the share of truths in which a method is the closest,
 * a row for each source (Webber's Figures 9 to 13). By truth: coverage against the true value
 * (Figures 4 to 7), or, if the unretrieved samples differ in size, coverage and bias against that
 * (Figure 3).
 */
int coverage_draw(const struct truths_asked *q, bool by_truth, const struct truth_source *from,
		  const struct coverage_result *r, size_t sources, struct picture *out,
		  struct err *e);
