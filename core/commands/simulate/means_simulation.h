/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The coverage of intervals of means over topics from sampled judgments. For each sample, truths
 * are drawn with replacement to be the topics (a named scenario makes new ones), documents are
 * sampled in each topic, and the interval of the mean is the one that an evaluation or a comparison
 * prints.
 */
#pragma once

#include "core/commands/simulate/coverage_simulation.h"

struct means_simulation {
	struct number_list topics; /* how many */
	bool difference;	   /* of two runs; truths say what the second one retrieves */
	bool random_topics;	   /* the true value is the mean over all truths */
	int64_t resamples;	   /* of topics, for that */
};

/* The result of one method with one number of topics. */
struct means_result {
	const char *method;
	size_t topics;
	double samples;	  /* with a true value and an interval */
	double covered;	  /* share whose interval has the true value ... */
	double error;	  /* ... and its standard error */
	double estimated; /* share whose interval has the mean over the topics with an estimate */
	double below, above, width, bias, rmse;
	double outside;	  /* share of estimates that lie outside of their interval */
	double warned;	  /* share of intervals with a warning of their own */
	double undefined; /* share without an interval */
	double surely_above, surely_below; /* of differences: P(A > B) > .95, and < .05 */
};

/*
 * All methods of `s`, or those of choose.h; `out` has room for METHODS_MAX for each number
 * of topics. The same result for any number of jobs.
 */
int means_simulation_run(const struct simulation *s, const struct means_simulation *m,
			 const struct truth_source *from, struct means_result *out, size_t *count,
			 struct err *e);

size_t means_simulation_steps(const struct simulation *s, const struct means_simulation *m);
