/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two sets on one sample: how sure the difference of their means over these topics is.
 *
 * The difference is that of the means that the evaluation has, so that differences of several runs
 * add up. How wide its interval is a model of both runs says (struct pair_measure, .model), whose
 * own centre may lie elsewhere: it learns from both runs at once. The interval reaches as far from
 * the difference as the model's ends are from its centre, and at least as far out as these:
 * doc/coverage.md, "Which of two runs is better".
 *
 * A p is the least error at which that interval leaves a value out, so that stars, letters and
 * intervals say the same.
 */
#pragma once

#include "core/engine/compare/score_comparison.h"
#include "core/engine/evaluate/evaluation.h"

struct run_comparison;

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
size_t set_topics(const struct set_source *s, const struct compared_measure *m,
		  const size_t run[2], size_t *topic);

/* The headline of a pair by one measure, whose means are known, and its --margin. */
int set_headline(const struct comparison *c, const struct pair *p, size_t measure,
		 const size_t *topic, size_t topics, const struct comparison_request *q,
		 struct over_topics *out, struct err *e);

/* The interval of the difference with other ends. */
int set_bounds_of(const struct comparison *c, const struct pair *p, size_t measure,
		  const struct ends *ends, struct interval *out, struct err *e);
