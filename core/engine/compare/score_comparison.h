/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs compared with each other: over topics by the scores of any measure, and pair by pair by the
 * measures of measures/compare/.
 */
#pragma once

#include "core/base/near.h"
#include "core/base/warnings.h"
#include "core/data/scores/run_systems.h"
#include "core/engine/bounds/measure_bounds.h"
#include "core/engine/request/requests.h"
#include "core/stats/topics/effect_size.h"
#include "core/stats/topics/mean_interval.h"
#include "core/stats/topics/p_adjust.h"
#include "core/stats/topics/paired_test.h"

enum { PAIRED_TESTS_MAX = 16 };

struct comparison_request {
	const struct paired_test *test[PAIRED_TESTS_MAX]; /* the first one is adjusted and marked */
	size_t tests;
	bool tests_given;					     /* the user named them */
	const struct mean_interval_method *method[MEAN_METHODS_MAX]; /* of differences */
	size_t methods;
	bool run_bounds; /* intervals of the means of runs are wanted */
	bool as_asked; /* the measures in the order of -m, instead of that of the output in lines */
	struct paired_test_request paired; /* ties, resamples, seed */
	const struct adjustment *adjust;
	const struct adjustment
		*intervals; /* simultaneous ones are by this; NULL: there are none */
	struct ends ends;
	double margin;	 /* difference that matters; 0: not asked for */
	double alpha;	 /* 1 less the level of the bounds */
	bool gate;	 /* bounds for --gate are wanted */
	bool these_runs; /* claims about systems are about their runs, not about other seeds */
	struct text_list
		baseline; /* names or files of the runs that the others are compared with */
	/* File with the scores of the baseline, the last run of each table, which must have the
	 * topics of the others; or NULL. */
	const char *baseline_scores;
	int jobs;
};

/* The level of letters, stars and marks; that of intervals may differ. */
static const double ALPHA = 0.05;

/* Scores that differ by less are the same: those of an earlier call may come from another machine.
 */
static const double SCORE_GRAIN = NEAR_DIGITS;

/* A pair by one measure: A is the first run of the pair, B the second. */
struct over_topics {
	/* The headline, from which everything printed is made: the means are those of the
	 * evaluation over the topics that both runs have. For sets from a sample, interval and p
	 * are about these topics (set_pairs.h); else they are the first interval and the first test
	 * below.
	 */
	size_t topics;
	double mean[2];
	double difference; /* mean[0] - mean[1] */
	double percent;	   /* that in per cent of B; nan unless B is above 0 */
	struct interval interval;
	const char *method;   /* of the interval */
	double p;	      /* two-sided */
	double adjusted;      /* p, adjusted for the number of comparisons */
	struct interval gate; /* of estimates from a sample, with the errors of a gate */
	/* For rankings from a sample: the effective number of judged documents that decide, and
	 * whether the sign of the difference depends on documents outside the frame. */
	double deciding;
	bool depends;
	/* A tenth of the topics or more have no estimate: nothing is claimed. */
	bool lacking;
	/* With topics as a sample, from those for which both runs have a value. */
	struct effect effect;	       /* of A - B; won are the topics where A is better */
	struct interval effect_bounds; /* of effect.cohen_d */
	struct mean_bounds bounds[MEAN_METHODS_MAX];
	struct equivalence equivalence; /* with a margin */
	struct paired_test_result test[PAIRED_TESTS_MAX];
	/* p of shrunk-t, of three runs or more; nan: `adjusted` is not checked, as some run lacks a
	 * topic or no pair claims anything */
	double check;
	/* The run that the test behind `adjusted` favours: 1 A, -1 B, 0 neither. Not always the one
	 * with the better mean: the sign test only counts topics.
	 */
	int favours;
	struct crossed_seeds
		seeds; /* of systems, with seeds as random; p is nan if runs are compared */
	bool of_seeds; /* the headline is by it: the systems, not these runs */
	struct interval simultaneous; /* of A - B, all at once, if they are asked for; else nan */
};

struct pair {
	size_t run[2];
	struct over_topics *measure; /* by number of the measure */
	struct figures figures;
};

/* A run's value in the evaluation. */
struct run_mean {
	double value;
	struct interval bounds; /* nan: they were not asked for */
	const char *method;	/* of these */
};

/* The scores of one measure. */
struct compared_measure {
	const char *name;   /* borrowed, as all names */
	const char *title;  /* for people: as it was asked for */
	const char *asked;  /* as it was typed; NULL: a nickname asked for it */
	size_t order;	    /* which request it was */
	double least, most; /* of its values; both 0: not known */
	bool lower_better;
	bool no_best; /* of two values neither is better */
	bool sampled; /* topics have estimates from a sample */
	/* The request that its values come from, and which of its values it is; NULL: a table of
	 * scores. */
	const struct request *request;
	size_t value;
	struct run_mean *mean; /* by number of the run; NULL: it is the mean of the scores */
	struct score_table table;
	/* With ties ordered to give a run the lowest, or the highest, value in each topic
	 * (compared_ties.c). Empty: there are no ties. */
	struct score_table worst, best;
};

struct comparison {
	const struct comparison_request *request; /* borrowed */
	struct arena memory;			  /* of all lists that it does not borrow */
	const char **run; /* names, all different; borrowed from the first table */
	size_t runs;
	const char *const *file; /* of each run, if there are files; else NULL; borrowed */
	struct compared_measure *measure;
	size_t measures;
	struct pair *pair;
	size_t pairs;
	size_t baseline;   /* the first one; SIZE_MAX: none */
	size_t baselines;  /* how many */
	bool *is_baseline; /* by number of the run */
	/* By number of the run: the judgments have none of its documents, or none of its topics, so
	 * its scores are meaningless. Pairs with it have means and their difference, and nan for
	 * anything that would be a claim. NULL: there is no such run.
	 */
	bool *unmet;
	/* If systems are compared: spread[measure * runs + system]; NULL: runs are. */
	struct system_spread *spread;
	const struct set_source *sets; /* runs on a sample; borrowed; NULL: there is none */
};

/*
 * All pairs, or each run with each baseline, by all measures; baselines are not compared with each
 * other. Takes `c->request`, `c->measure`, `c->file` and `c->unmet` as they are; the rest is filled
 * in. With more than two runs and no baseline the better run of a pair, by the first measure, comes
 * first, and so do the clearest pairs.
 */
int comparison_run(struct comparison *c, struct err *e);
void comparison_release(struct comparison *c);

/* A pair by one measure as it would be if its two runs had these scores, by topics of the table,
 * and all other pairs stayed the same: means, their difference, the first test, and `adjusted`,
 * which is left alone if it is sure to stay on its side of `alpha`. For a test with resamples, p
 * moves as that of the t test does.
 */
int comparison_pair_with(const struct comparison *c, size_t measure, size_t pair,
			 const double *const score[2], double alpha, struct over_topics *out,
			 struct err *e);

/* Whether the scores of a run are meaningless. */
static inline bool comparison_is_unmet(const struct comparison *c, size_t run)
{
	return c->unmet != NULL && c->unmet[run];
}

/* Whether anything is claimed about a pair: the scores of both runs are meaningful. */
static inline bool comparison_claims(const struct comparison *c, const struct pair *p)
{
	return !comparison_is_unmet(c, p->run[0]) && !comparison_is_unmet(c, p->run[1]);
}

/* The number of such pairs, and of runs with meaningful scores. */
static inline size_t comparison_claimed(const struct comparison *c)
{
	size_t count = 0;
	for (size_t i = 0; i < c->pairs; i++)
		count += comparison_claims(c, &c->pair[i]);
	return count;
}

static inline size_t comparison_met(const struct comparison *c)
{
	size_t count = 0;
	for (size_t i = 0; i < c->runs; i++)
		count += !comparison_is_unmet(c, i);
	return count;
}

/* The scores of a run, one for each topic of the table. */
static inline const double *comparison_scores(const struct compared_measure *m, size_t run)
{
	return m->table.value + run * m->table.topics;
}

/* Scores of two runs side by side, on the topics, by number, that both have. Release only if 0 was
 * returned. */
struct paired_scores {
	double *score[2], *difference;
	size_t *topic, count;
	struct arena memory; /* of these */
};
int paired_scores_init(struct paired_scores *s, const double *const score[2], size_t topics,
		       struct err *e);

/* The pair of two runs, and whether the second one comes first; NULL: they are not compared. */
const struct pair *comparison_pair(const struct comparison *c, size_t a, size_t b, bool *turned);

/* A topic that only one of two runs has a value for is an error; `option` is for the message. */
int comparison_refuse_gaps(const struct comparison *c, const struct compared_measure *m, size_t a,
			   size_t b, const char *option, struct err *e);

/* The mean of numbers, and that of a run over the topics that it has a value for. */
static inline double mean_of_scores(const double *score, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += score[i];
	return sum / (double)count;
}

double comparison_mean(const struct compared_measure *m, size_t run);

/* Is the first of two values, or means, the better one? Not if one is nan, or they are equal. */
static inline bool comparison_is_better(const struct compared_measure *m, double a, double b)
{
	return m->lower_better ? a < b : a > b;
}

/* Whom a difference A - B favours: 1 A, -1 B, 0 neither, or it is nan. */
static inline int comparison_favours(const struct compared_measure *m, double value)
{
	return comparison_is_better(m, value, 0) - comparison_is_better(m, 0, value);
}

/* What `adjusted` compares, for a sentence; NULL: the means. */
static inline const char *comparison_about(const struct comparison_request *q)
{
	return q->tests > 0 && q->adjust->together == NULL ? q->test[0]->about : NULL;
}

/* Whether interval and p are about these topics, by a model of both runs. */
bool comparison_is_of_sets(const struct comparison *c, const struct compared_measure *m);

/* Rankings from a sample of their frames (quantity_is_joint()): topics like these. */
bool comparison_is_joint(const struct comparison *c, const struct compared_measure *m);

/* Where the headlines of a measure come from: the first test and interval, or their own model; the
 * last: systems, with random seeds. */
enum headline { BY_TEST, OF_SETS, OF_RANKINGS, OF_SEEDS };
static inline enum headline comparison_headline(const struct comparison *c, size_t measure)
{
	const struct compared_measure *m = &c->measure[measure];
	return comparison_is_of_sets(c, m)			      ? OF_SETS
	       : comparison_is_joint(c, m)			      ? OF_RANKINGS
	       : c->pairs > 0 && c->pair[0].measure[measure].of_seeds ? OF_SEEDS
								      : BY_TEST;
}

/* Whether the test favours the run with the worse mean. */
static inline bool comparison_against_mean(const struct compared_measure *m,
					   const struct over_topics *x)
{
	return x->favours * comparison_favours(m, x->difference) < 0;
}

/* Whether `adjusted` claims a difference at this level that shrunk-t does not confirm. */
static inline bool comparison_is_doubtful(const struct over_topics *x, double alpha)
{
	return x->adjusted < alpha && x->check >= alpha;
}

struct topic_difference {
	const char *topic; /* borrowed */
	double a, b, difference;
};

/* The topics that both runs have, the largest difference first; to be freed. NULL: no memory. */
struct topic_difference *topic_differences(const struct compared_measure *m, const struct pair *p,
					   size_t *count);

/* The p-values of all pairs, adjusted for their number, the check, and intervals that hold all at
 * once (adjusted_pairs.c). Pairs about which nothing is claimed do not count.
 */

/* Resamples of the check: as many as requested, or fewer if that would take long. Its smallest p is
 * 1 / (resamples + 1). */
int64_t comparison_check_resamples(const struct comparison *c, size_t measure);

/* Whether this adjustment, of tests of means, is checked if there are three runs or more. */
bool comparison_is_checked(const struct comparison *c, size_t measure);

/* Whether `adjusted` claims a difference of some pair. */
bool comparison_claims_any(const struct comparison *c, size_t measure);

/* When all tests of all pairs were computed. */
int adjust_pairs(struct comparison *c, struct err *e);

/* `adjusted` of a pair if its two runs had these scores, and p were this one. */
int adjust_pair(const struct comparison *c, size_t measure, size_t pair,
		const double *const score[2], double p, double *adjusted, struct err *e);

/*
 * Before comparison_run(), if systems that have several runs each are compared: averages the runs
 * of each in all tables, by the file of --system-of; `path` NULL: they stay runs. `complete` is
 * NULL without -c, which would count the topics of other folds as 0: systems whose runs look like
 * folds are then an error.
 */
int comparison_systems(struct comparison *c, const char *path, const struct topics_found *complete,
		       struct warnings *w, struct err *e);

/*
 * Two sets on one sample: how sure the difference of their means over these topics is.
 * The difference is that of the means in the evaluation, so that differences of several runs add
 * up. The width of its interval comes from a model of both runs (struct pair_measure, .model),
 * whose own centre may lie elsewhere, because it learns from both runs at once. The interval
 * reaches as far from the difference as the model's ends are from its centre, and at least to these
 * ends: doc/coverage.md, "Which of two runs is better".
 *
 * p is the least error at which that interval excludes a value, so stars, letters and intervals
 * agree.
 */
struct run_comparison;
struct evaluated_run;

/* Where the sets come from. */
struct set_source {
	const struct run_comparison *w;
	const struct evaluated_run *run;
	const struct pair_measure *family; /* that has the model; NULL: there are no strata */
	const size_t *topic;		   /* of the tables: its number in the judgments */
};

/* Recall, precision or F of a set; 0: the measure is none of these, or has cutoffs. */
enum quantity set_quantity(const struct compared_measure *m);

/* The mean of a run over topics by their numbers in the judgments, as the evaluation has it. */
int set_mean_over(const struct set_source *s, const struct compared_measure *m, size_t run,
		  const size_t *topic, size_t topics, double *out, struct err *e);

/* Topics of the tables that both runs were evaluated for, by their numbers; returns how many. */
size_t set_topics(const struct set_source *s, const struct compared_measure *m, const size_t run[2],
		  size_t *topic);

/* The headline of a pair by one measure, whose means are known, and its --margin. */
int set_headline(const struct comparison *c, const struct pair *p, size_t measure,
		 struct over_topics *out, struct err *e);

/* The same of rankings from a sample of their frames, over these topics. */
int joint_headline(const struct comparison *c, const struct pair *p, size_t measure,
		   const size_t *topic, size_t topics, struct over_topics *out, struct err *e);

/* The interval of the difference with other ends. */
int set_bounds_of(const struct comparison *c, const struct pair *p, size_t measure,
		  const struct ends *ends, struct interval *out, struct err *e);
