/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often comparisons of several systems are wrong, and how much they find: the topics of a
 * matrix of scores are taken as all that there are, so that every difference is known, and
 * comparisons are made from samples of topics, drawn with replacement, and of systems.
 *
 * Where nothing differs: in each topic of the sample a coin decides whether all differences between
 * systems keep or change their signs. Each difference then has mean 0, and depends on the others as
 * before.
 */
#pragma once

#include "core/commands/simulate/effort.h"
#include "core/data/scores/score_table.h"
#include "core/options/lists.h"

struct comparison_simulation {
	struct number_list sizes; /* topics in a sample */
	size_t systems;		  /* in a comparison */
	double level;
	int64_t resamples;    /* of each sample, for methods that take them */
	struct effort effort; /* samples of each size */
};

/* Of one size and one way: those of p_adjust.h, and at the end the interval of the effect size. */
struct comparison_figures {
	const char *method;
	double size;
	double family_error; /* samples where nothing differs and something was said to differ */
	double power;	     /* pairs that differ and were said to, in the right direction */
	double all_covered;  /* samples all of whose intervals cover their differences */
	double covered;	     /* intervals that cover */
	double width;	     /* of an interval, mean */
};

/*
 * `figures` and their number, for the caller to free; nan if a way has no such figure. The same
 * for any number of jobs. Systems without a score for a topic are an error, as are fewer systems
 * than are to be compared.
 */
int comparison_simulate(const struct comparison_simulation *s, const struct score_table *t,
			const char *path, struct comparison_figures **figures, size_t *count,
			struct err *e);
