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

#include "core/commands/simulate/comparison_sample.h"

enum { COMPARISON_DECILES = 10 };

/*
 * Of one size and one way: those of p_adjust.h, the simultaneous intervals, and at the end the
 * interval of the effect size.
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
