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

#include "core/commands/simulate/effort.h"
#include "core/data/joined/rankings.h"
#include "core/engine/request/requests.h"
#include "core/options/lists.h"

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

/*
 * What the arguments of -m ask for: map, Rprec or P.K,..., by any of their names; or the name of an
 * estimate, which says how to estimate the measure if there are several ways. On failure nothing
 * is left to release.
 */
int simulated_measures_init(struct simulated_measures *s, const struct registry *registry,
			    const struct text_list *texts, int32_t level, struct err *e);
void simulated_measures_release(struct simulated_measures *s);

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
	struct sampling_figures *figures; /* [column][group][depth][judging] */
	struct sampling_run_figures *run; /* [column][depth][judging][run] */
	struct sampling_run_figures
		*topic;			/* of one run: [column][depth][judging][topic], or NULL */
	const char **topic_name;	/* borrowed from the judgments */
	double significant[RUN_GROUPS]; /* pairs with all judgments, over samples */
	double pairs[RUN_GROUPS];	/* of them all */
	struct arena memory;
};

static inline struct sampling_figures *sampling_figures(const struct sampling_result *r,
							size_t column, size_t group, size_t depth,
							size_t judging)
{
	return &r->figures[((column * RUN_GROUPS + group) * r->depths + depth) * JUDGINGS +
			   judging];
}

static inline struct sampling_run_figures *sampling_run_figures(const struct sampling_result *r,
								size_t column, size_t depth,
								size_t judging, size_t run)
{
	return &r->run[((column * r->depths + depth) * JUDGINGS + judging) * r->runs + run];
}

static inline struct sampling_run_figures *sampling_topic_figures(const struct sampling_result *r,
								  size_t column, size_t depth,
								  size_t judging, size_t topic)
{
	return &r->topic[((column * r->depths + depth) * JUDGINGS + judging) * r->topics + topic];
}

/* The same for any number of jobs. On failure nothing is left to release. */
int sampling_simulate(const struct sampling_simulation *s, struct sampling_result *r,
		      struct err *e);
void sampling_result_release(struct sampling_result *r);
