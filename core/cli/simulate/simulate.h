/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of the command simulate: what its ways to simulate print. `name` is by run, or that of
 * a source of truths; it is borrowed.
 */
#pragma once

#include "core/cli/output/output.h"
#include "core/cli/output/plot.h"
#include "core/cli/output/records.h"
#include "core/engine/ask/simulate_options.h"

/*
 * What `simulate` prints of the coverage of intervals.
 */

/* Makes lines ready; simulation_add() adds those of one scenario. `name` is borrowed. */
void simulation_records(struct records *r);
void simulation_add(struct records *r, const struct simulate_request *q, const char *name,
		    const struct simulation_result *x);

/* The same with a line for each truth and method. */
void by_truth_records(struct records *r);
void by_truth_add(struct records *r, const struct simulate_request *q, const char *name,
		  const struct simulation_result *x);

/*
 * Coverage, gaps and the share of truths in which a method is the closest, by method: a row for
 * each source (Webber's Figures 9 to 13). By truth: coverage against the true value (Figures 4 to
 * 7), or, if the unretrieved samples differ in size, coverage and bias against that (Figure 3).
 */
int coverage_draw(const struct simulate_request *q, const struct truth_source *from,
		  const struct simulation_result *r, size_t sources, struct err *e);

/* simulate --distribution: computes, prints and draws. */
int simulate_distribution(const struct simulate_request *q, const struct truth_source *from,
			  size_t sources, struct buffer *b, struct err *e);

/*
 * What simulate --topic-count prints.
 */

void means_records(struct records *r);
void means_add(struct records *r, const struct simulate_request *q, const char *name,
	       const struct means_result *x, size_t count);

/*
 * simulate --bootstrap: reads a matrix of scores and prints how often the intervals of each method
 * miss the mean; a row for each method and alpha and a column for each size, as in Park's Tables 1
 * to 3, or a line for each figure.
 */

int bootstrap_command(struct bootstrap_simulation *s, const char *matrix, enum record_format format,
		      const struct output *out, struct err *e);

/* simulate --bootstrap --by-system, --power, and --confidence or --study. */
int simulate_by_system(const struct simulate_request *q, const struct output *out, struct err *e);
int simulate_power(const struct simulate_request *q, const struct output *out, struct err *e);
int simulate_study(struct simulate_request *q, const struct output *out, struct err *e);

/*
 * simulate --comparisons: reads a matrix of scores and prints how often comparisons of its systems
 * are wrong; a line for each size and way.
 */

int comparison_command(const struct comparison_simulation *s, const char *matrix,
		       enum record_format format, const struct output *out, struct err *e);

/*
 * strat_eval simulate --sampling QRELS RUN...
 */

/* Reads the files, simulates and prints, when the request is ready. */
int simulate_sampling(struct simulate_request *c, const struct output *out, struct err *e);

/*
 * The figures of simulate --sampling, as a person or a program wants them.
 */

/* How well estimates agree with the truth: tables by measure, or a line for each figure. */
void sampling_print(struct buffer *b, const struct sampling_simulation *s,
		    const struct sampling_result *r, enum record_format format);

/* Instead, the estimates of each run, or of each topic of one run. `name` by run. */
void sampling_print_runs(struct buffer *b, const struct sampling_simulation *s,
			 const struct sampling_result *r, const char *const *name,
			 enum record_format format);

/*
 * For each measure three pictures, of RMS error, linear correlation and Kendall's tau by judged
 * documents (Figure 10 of the paper); curves of runs that are held out are dashed (Figure 12).
 */
int sampling_draw(const struct sampling_simulation *s, const struct sampling_result *r,
		  const char *path, struct err *e);

/* The picture of --by-run and --by-topic. */
int sampling_draw_scatter(const struct sampling_simulation *s, const struct sampling_result *r,
			  const char *path, struct err *e);

/*
 * simulate --stopping: reads what is to be reviewed, if it is no urn, and prints what the rules
 * did.
 */

int simulate_stopping(struct simulate_request *q, const struct output *out, struct err *e);

/*
 * The figures of simulate --sampling --coverage.
 */

/* A line for each number of picks, estimate and run; `name` by run. */
void ap_coverage_print(struct buffer *b, const struct ap_coverage *s,
		       const struct ap_coverage_result *r, const char *const *name,
		       enum record_format format);
