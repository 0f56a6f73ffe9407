/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * p-values adjusted for having asked several questions, so that comparing an adjusted p with alpha
 * keeps the error of the whole family at alpha.
 *
 * For p(1) <= ... <= p(m):
 *
 *     bonferroni   min(1, m p)                                 some false claim, any dependence
 *     holm         max over j <= i of min(1, (m-j+1) p(j))     the same, never larger (Holm 1979)
 *     bh           min over j >= i of min(1, m/j p(j))         share of false claims among claims
 *                                                              (Benjamini & Hochberg 1995)
 *     none         p
 *
 * as R's p.adjust gives them. tukey, random-tukey and shrunk-t (simultaneous.h) do not start
 * from p but from the scores of all systems. A p that is nan (a test that was undefined) stays nan
 * and is not counted in m: nothing was claimed.
 */
#pragma once

#include "core/stats/topics/simultaneous.h"

struct adjustment {
	const char *name;    /* as in --adjust=NAME */
	const char *called;  /* in text for people */
	const char *summary; /* one line */
	/* `p` ascending, without nan; adjusts in place. */
	void (*adjust)(double *p, size_t count);
	compare_together *together; /* instead of `adjust`; else NULL */
	const char *caution;	    /* where it was measured to be off (doc/coverage.md); or NULL */
	bool all_pairs;		    /* not for some of them only */
	bool random;		    /* takes resamples and a seed */
	bool checked; /* what it claims is checked by shrunk-t: it promises no false claim at all,
		       * and its far tails are those of t */
};

/* The default, holm, first; ended by NULL. */
extern const struct adjustment *const adjustments[];

/* shrunk-t, whose intervals of all differences can stand beside any adjustment, and whose p checks
 * some. */
extern const struct adjustment simultaneous_intervals;

/* NULL if there is no such adjustment. */
const struct adjustment *adjustment_find(const char *name);

/* For an adjustment that has `adjust`. `out` may be `p` itself. An error if a p is neither nan nor
 * in [0,1]. */
int adjustment_apply(const struct adjustment *a, const double *p, size_t count, double *out,
		     struct err *e);
