/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often comparisons of several systems are wrong, and how much they find: the topics of a
 * matrix of scores are taken as all that there are, so that every difference is known, and
 * comparisons are made from samples of topics, drawn with replacement, and of systems.
 *
 * Where nothing differs: the mean of all topics is taken away from each system. Each difference
 * then has mean 0, keeps its skew, and depends on the others as before. Or (`flip`) in each topic
 * of the sample a coin decides whether all differences between systems keep or change their signs:
 * then they are symmetric, which suits tests that flip signs.
 */
#pragma once

#include "core/base/arena.h"
#include "core/commands/simulate/effort.h"
#include "core/data/scores/score_table.h"
#include "core/options/lists.h"
#include "core/stats/random/uniform.h"
#include "core/stats/topics/effect_size.h"
#include "core/stats/topics/p_adjust.h"
#include "core/stats/topics/rank_sets.h"

/* What is asked. */
struct comparison_simulation {
	struct number_list sizes; /* topics in a sample */
	size_t systems;		  /* in a comparison */
	double level;
	bool baseline;	      /* the first system drawn: only pairs with it */
	bool flip;	      /* signs, where nothing differs */
	bool deciles;	      /* power by the standard deviation of the pairs' differences */
	int64_t resamples;    /* of each sample, for methods that take them */
	struct effort effort; /* samples of each size */
};

/* What samples are drawn from. */
struct compared_population {
	const struct comparison_simulation *s;
	const struct score_table *table;
	size_t pairs;		/* of a comparison */
	double *mean;		/* of each system, over all topics */
	double *range_quantile; /* of tukey, by size */
};

/*
 * One sample of systems and topics, as it is and with nothing that differs, and what the ways to
 * compare say of it. Its memory is an arena that the caller releases.
 */
struct compared_sample {
	struct arena memory;
	size_t *system; /* all, of which the first are chosen */
	size_t *topic;	/* drawn */
	size_t topics;
	double *score, *null;	  /* by system and topic */
	struct system_pair *pair; /* numbers among the chosen */
	double *truth, *true_effect, *spread, *difference;
	struct rank_set *allowed, *true_ranks;
	struct simultaneous *alone;  /* each pair by the t test */
	struct simultaneous *answer; /* adjusted */
	struct effect *effect;
	double *p;
	uint64_t seed;	       /* of resamples */
	double range_quantile; /* the same for all samples */
};

int compared_sample_init(struct compared_sample *x, const struct compared_population *w,
			 size_t topics, double range_quantile, struct err *e);

/* Draws systems and topics, and the same without differences. */
void compared_sample_draw(struct compared_sample *x, const struct compared_population *w,
			  struct uniform *u);

/* Mean and spread of a difference over all topics, with the divisor of a population. */
double true_spread(const struct compared_population *w, size_t a, size_t b, double *mean);

/* Differences, effect sizes and ranks of the systems drawn, over all topics. */
void compared_sample_truths(struct compared_sample *x, const struct compared_population *w);

/* One pair alone: the t test, its interval, and the effect size. */
int compared_sample_test(struct compared_sample *x, const struct compared_population *w,
			 const double *score, size_t pair, struct err *e);

/* Adjusted p-values, and reaches of intervals that go with them, in x->answer. */
int compared_sample_ask(struct compared_sample *x, const struct compared_population *w,
			const struct adjustment *a, const double *score, struct err *e);

enum { COMPARISON_DECILES = 10 };

/*
 * Figures of one size and one way. The ways are those of p_adjust.h, the simultaneous intervals,
 * and at the end the interval of the effect size.
 */
struct comparison_figures {
	const char *method;
	double size;
	double family_error; /* samples where nothing differs and something was said to differ */
	double warned; /* such samples of which compare warns: few topics make a pair differ */
	double warned_error;  /* family error in these */
	double power;	      /* pairs that differ and were said to, in the right direction */
	double all_covered;   /* samples all of whose intervals cover their differences */
	double covered;	      /* intervals that cover */
	double width;	      /* of an interval, mean */
	double ranks_covered; /* samples all of whose sets of ranks contain the true ranks */
	double ranks;	      /* in a set, mean */
	double decile_power[COMPARISON_DECILES];
	double decile_spread[COMPARISON_DECILES]; /* the most in this decile of all pairs */
};

/*
 * `figures` and their number, for the caller to free; nan if a way has no such figure. The same
 * for any number of jobs. Systems without a score for a topic are an error, as are fewer systems
 * than are to be compared.
 */
int comparison_simulate(const struct comparison_simulation *s, const struct score_table *t,
			const char *path, struct comparison_figures **figures, size_t *count,
			struct err *e);
