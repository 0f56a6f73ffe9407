/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function of independent yields, such as recall or a difference of two systems in it, as a term
 * of a sum over topics (topic_sum.h). Its atoms are a product of rules, one for each yield
 * (yield_quadrature.h): all values if these are asked for, a few Gauss nodes for a sum over a very
 * smooth function, else panels.
 */
#pragma once

#include "core/stats/distribution/topic_sum.h"
#include "core/stats/distribution/yield_quadrature.h"

enum { YIELDS = 4 };

struct yield_term {
	size_t yields;
	const struct yield_distribution *distribution[YIELDS];
	struct rule points[YIELDS]; /* all of them */
	struct rule panels[YIELDS]; /* only for yields with many points: as good, but fewer */
	double (*value)(const void *of, const double yield[YIELDS]);
	const void *of;
	double influence[YIELDS]; /* an upper estimate of the deviation due to each yield */
	double deviation;
};

/*
 * `value` is largest, and smallest, with each yield at one of its ends. Borrows the distributions
 * and `of`. -1: `e` is filled, nothing to release.
 */
int yield_term_init(struct yield_term *t, const struct yield_distribution *const *distribution,
		    size_t yields, double (*value)(const void *of, const double yield[YIELDS]),
		    const void *of, struct err *e);
void yield_term_release(struct yield_term *t);

/* For topic_sum(); `whole` as there. */
struct sum_term yield_term_in_sum(struct yield_term *t, int64_t whole);
