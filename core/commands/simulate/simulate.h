/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of the command simulate, by what is simulated.
 *
 * A part that draws fills the picture only if --plot was given; whoever calls it releases the
 * picture in any case. Names are borrowed.
 */
#pragma once

#include "core/base/output.h"
#include "core/commands/simulate/simulate_options.h"
#include "core/output/plot.h"
#include "core/output/records.h"

/*
 * Coverage of intervals. The functions ..._records make lines ready, and ..._add add those of one
 * source of truths, which has a name.
 */

/* A line for each method. */
void simulation_records(struct records *r);
void simulation_add(struct records *r, const struct simulate_request *q, const char *name,
		    const struct simulation_result *x);

/* --by-truth: a line for each truth and method. */
void by_truth_records(struct records *r);
void by_truth_add(struct records *r, const struct simulate_request *q, const char *name,
		  const struct simulation_result *x);

/*
 * The picture of both. By method: coverage, gaps and the share of truths in which a method is the
 * closest, a row for each source (Webber's Figures 9 to 13). By truth: coverage against the true
 * value (Figures 4 to 7), or, if the unretrieved samples differ in size, coverage and bias against
 * that (Figure 3).
 */
int coverage_draw(const struct simulate_request *q, const struct truth_source *from,
		  const struct simulation_result *r, size_t sources, struct picture *out,
		  struct err *e);

/* --distribution: computes and draws all sources. */
void distribution_records(struct records *r);
int distribution_add(struct records *r, const struct simulate_request *q,
		     const struct truth_source *from, size_t sources, struct picture *picture,
		     struct err *e);

/* --topic-count. */
void means_records(struct records *r);
void means_add(struct records *r, const struct simulate_request *q, const char *name,
	       const struct means_result *x, size_t count);

/*
 * From a matrix of scores: each computes, prints and draws.
 */

/*
 * --bootstrap: how often the intervals of each method miss the mean. A row for each method and
 * alpha and a column for each size, as in Park's Tables 1 to 3, or a line for each figure.
 */
int simulate_bootstrap(const struct simulate_request *q, const struct score_table *t,
		       struct buffer *b, struct picture *picture, struct err *e);

/* --bootstrap --by-system. */
int simulate_by_system(const struct simulate_request *q, const struct score_table *t,
		       struct buffer *b, struct picture *picture, struct err *e);

/* --comparisons: how often comparisons of systems are wrong, a line for each size and method. */
int simulate_comparisons(const struct simulate_request *q, const struct score_table *t,
			 struct buffer *b, struct picture *picture, struct err *e);

/* --power. */
int simulate_power(const struct simulate_request *q, const struct score_table *t, struct buffer *b,
		   struct picture *picture, struct err *e);

/*
 * From judgments and runs: each reads the files, computes, prints and draws.
 */

/* --confidence and --study. */
int simulate_study(struct simulate_request *q, const struct output *out, struct err *e);

/* --stopping; without files the reviews are urns. */
int simulate_stopping(struct simulate_request *q, const struct output *out, struct err *e);

/* --sampling. */
int simulate_sampling(struct simulate_request *c, const struct output *out, struct err *e);

/* How well estimates agree with the true values: tables by measure, or a line for each figure. */
void sampling_print(struct buffer *b, const struct sampling_simulation *s,
		    const struct sampling_result *r, enum record_format format);

/* --by-run, --by-topic: the estimates of each run, or of each topic of one run. `name` by run. */
void sampling_print_runs(struct buffer *b, const struct sampling_simulation *s,
			 const struct sampling_result *r, const char *const *name,
			 enum record_format format);

/*
 * For each measure three plots: RMS error, linear correlation and Kendall's tau by judged documents
 * (Aslam & Pavlu 2008, Figure 10). Curves of runs that are held out are dashed (Figure 12).
 */
int sampling_draw(const struct sampling_simulation *s, const struct sampling_result *r,
		  struct picture *out, struct err *e);

/* The picture of --by-run and --by-topic. */
int sampling_draw_scatter(const struct sampling_simulation *s, const struct sampling_result *r,
			  struct picture *out, struct err *e);

/* --coverage: a line for each number of picks, estimate and run; `name` by run. */
void ap_coverage_print(struct buffer *b, const struct ap_coverage *s,
		       const struct ap_coverage_result *r, const char *const *name,
		       enum record_format format);
