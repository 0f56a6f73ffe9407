/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The p-values of all pairs, adjusted for their number, and intervals that hold all at once. Pairs
 * of which nothing is claimed do not count.
 *
 * Apart from score_comparison.c because it is about all pairs, and that one about each.
 */
#pragma once

#include "core/engine/compare/score_comparison.h"

/* When all tests of all pairs were computed. */
int adjust_pairs(struct comparison *c, const struct comparison_request *q, struct err *e);

/* `adjusted` of a pair, if its p were this one: not for a way that looks at all runs together. */
int adjust_p_of(const struct comparison *c, size_t measure, size_t pair, double new_p,
		const struct comparison_request *q, double *adjusted, struct err *e);

/* The same for a way that does, if the two runs of the pair had these scores. */
int adjust_scores(const struct comparison *c, size_t measure, size_t pair,
		  const double *const score[2], const struct comparison_request *q,
		  double *adjusted, struct err *e);
