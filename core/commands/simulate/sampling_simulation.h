/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is a sample better than a pool of as many documents? The experiment of Aslam & Pavlu 2008,
 * sections 3 to 3.3: the runs are evaluated with all judgments, and with as few as a pool of some
 * depth needs, chosen in four ways. The result is how well the scores from few judgments agree with
 * those from all.
 *
 * Judging effort is that of the pools: the documents in the pools of all topics. A sample has as
 * many in all, shared out equally among the topics, one more for the first ones, as `sample
 * --total` does (the paper: 29 judgments a query at depth 1). Sample number i = 0, 1, ... is the
 * one that `sample --seed` draws with the seed + i.
 */
#pragma once

#include "core/commands/simulate/trials.h"
#include "core/data/joined/rankings.h"
#include "core/engine/request/requests.h"
#include "core/options/lists.h"
#include "core/output/plot.h"
#include "core/output/report.h"

/*
 * A measure, with what estimates it from a sample: two lists with one request each, and as many
 * columns in one as in the other.
 */
struct simulated_measure {
	struct request_list actual;   /* from all judgments, or from a pool */
	struct request_list estimate; /* from a sample */
	const char *const *as;	      /* names of the columns, as they were asked for */
};

struct simulated_measures {
	struct simulated_measure *measure;
	size_t count;
	struct arena memory;
};

/* How the effort is spent. */
enum judging {
	JUDGE_POOL,   /* the pool */
	JUDGE_SAMPLE, /* a sample of as many documents */
	JUDGE_MIXED,  /* a shallower pool, and a sample for what is left */
	JUDGE_BOTH,   /* the pool and the sample: up to twice the effort (section 3.3) */
	JUDGINGS,
};
extern const char *const judging_names[JUDGINGS];

/* Runs over which agreement is looked at. */
enum run_group {
	GROUP_ALL,
	GROUP_SHAPING, /* that form pools and samples */
	GROUP_HELD,    /* that do not (section 3.1) */
	RUN_GROUPS,
};
extern const char *const run_group_names[RUN_GROUPS];

/* All of it is borrowed. */
struct sampling_simulation {
	const struct rankings *rankings; /* built with complete and by_name */
	const struct simulated_measures *measures;
	struct number_list depths;
	size_t pool_depth;     /* of JUDGE_MIXED */
	size_t deepest;	       /* documents of each run that can be drawn */
	bool pool_is_truth;    /* all that is known are judgments of the first `deepest` documents
				  of the runs, which no pool goes beyond */
	const bool *held;      /* by run: held out; NULL: none, or drawn at random */
	size_t held_at_random; /* number of runs held out, drawn anew for each sample */
	size_t by_topic;       /* the run whose topics are kept; SIZE_MAX: none */
	int32_t level;
	struct effort effort; /* samples */
};

/* Over the samples; nan if nothing is defined. */
struct spread {
	double count, mean, squares; /* of the deviations from the mean */
};
double spread_mean(const struct spread *s);
double spread_deviation(const struct spread *s); /* divisor count - 1; nan below two */

/* One measure, group of runs, depth and way of judging. Averages are over samples. */
struct sampling_figures {
	struct spread judged;	 /* documents per topic */
	struct spread undefined; /* topics without an estimate, which are left out */
	struct spread rms, bias, correlation, tau;
	/*
	 * Ordered pairs of different runs, A better than B, by Wilcoxon's test (section 3.2): those
	 * significant both with all judgments and by the estimate, with all judgments only, by the
	 * estimate only. Of the first measure only.
	 */
	struct spread both, missed, mistaken;
};

/* One measure, depth, way of judging and run. */
struct sampling_run_figures {
	double actual;
	struct spread estimate;
	struct spread squared_error;
};

struct sampling_result {
	const char **column; /* names of the measures; borrowed from the plans */
	size_t columns;
	size_t depths, runs;
	size_t topics;			  /* looked at */
	size_t skipped;			  /* topics with nothing relevant, or that no run has */
	int64_t relevant;		  /* documents, of the topics looked at */
	double unreachable;		  /* of them, those that cannot be drawn, over samples */
	double *effort;			  /* of each depth: documents in the pools, over samples */
	struct sampling_figures *figures; /* [column][group][cell] */
	struct sampling_run_figures *run; /* [column][cell][run] */
	struct sampling_run_figures *topic; /* of one run: [column][cell][topic], or NULL */
	const char **topic_name;	    /* borrowed from the judgments */
	double significant[RUN_GROUPS];	    /* pairs with all judgments, over samples */
	double pairs[RUN_GROUPS];	    /* of them all */
	struct arena memory;
};

/* A cell is a depth and a way of judging: depth * JUDGINGS + judging. */
static inline struct sampling_figures *sampling_figures(const struct sampling_result *r,
							size_t column, size_t group, size_t cell)
{
	return &r->figures[(column * RUN_GROUPS + group) * r->depths * JUDGINGS + cell];
}

static inline struct sampling_run_figures *
sampling_run_figures(const struct sampling_result *r, size_t column, size_t cell, size_t run)
{
	return &r->run[(column * r->depths * JUDGINGS + cell) * r->runs + run];
}

static inline struct sampling_run_figures *
sampling_topic_figures(const struct sampling_result *r, size_t column, size_t cell, size_t topic)
{
	return &r->topic[(column * r->depths * JUDGINGS + cell) * r->topics + topic];
}

/* The same for any number of jobs. The caller releases `memory`; on failure nothing is left. */
int sampling_simulate(const struct sampling_simulation *s, struct sampling_result *r,
		      struct err *e);

/*
 * The lines and the pictures of simulate sampling.
 */

/* How well estimates agree with the true values: tables by measure, or a line for each figure. */
void sampling_print(struct report *out, const struct sampling_simulation *s,
		    const struct sampling_result *r);

/* -q, --show: the estimates of each run, or of each topic of one run. `name` by run. */
void sampling_print_runs(struct report *out, const struct sampling_simulation *s,
			 const struct sampling_result *r, const char *const *name);

/*
 * For each measure three plots: RMS error, linear correlation and Kendall's tau by judged documents
 * (Aslam & Pavlu 2008, Figure 10). Curves of runs that are held out are dashed (Figure 12).
 */
int sampling_draw(const struct sampling_simulation *s, const struct sampling_result *r,
		  struct picture *out, struct err *e);

/* The picture of -q and --show. */
int sampling_draw_scatter(const struct sampling_simulation *s, const struct sampling_result *r,
			  struct picture *out, struct err *e);

/*
 * Scores of several runs on several topics, from all judgments and from few of them, and how well
 * those from few agree with those from all. They are by run, then by topic; nan: undefined, and
 * left out of means. Functions of them do not know how documents were judged.
 */
struct scored_runs {
	const double *score;
	size_t runs, topics;
};

/* The mean over topics of one run; nan if there is none. */
double scored_mean(const struct scored_runs *s, size_t run);

/*
 * better[a * runs + b]: run a is significantly better than run b. Wilcoxon's signed-rank test over
 * the topics where both have a score, 1 - P(W >= w) > .95 (the "left-p-value" of Aslam & Pavlu
 * 2008, section 3.2, without the observed value's own probability: so the test keeps its level with
 * few topics, too).
 */
int significant_pairs(const struct scored_runs *s, bool *better, struct err *e);

/* What of a comparison stays the same for all ways of judging. */
struct agreement_frame {
	struct scored_runs actual;
	const double *actual_mean; /* by run */
	const bool *better;	   /* significant_pairs() of them; NULL: not wanted */
	const bool *shapes;	   /* by run: it is of GROUP_SHAPING, else of GROUP_HELD */
};

static inline bool in_group(const bool *shapes, size_t run, enum run_group group)
{
	return group == GROUP_ALL || shapes[run] == (group == GROUP_SHAPING);
}

/* Adds what one sample (or pool) gave to the figures of each group, and of each run. */
int agreement_add(const struct agreement_frame *f, const double *estimate,
		  struct sampling_figures *const figures[RUN_GROUPS],
		  struct sampling_run_figures *run, struct err *e);

/* Adds a number, unless it is nan. */
void spread_add(struct spread *s, double x);
