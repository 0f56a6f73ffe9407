/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * P(difference <= t): the sum, over values of all yields except one, of the probability that the
 * last one is on that side of the border (difference_border.h). Two ways to sum:
 *
 *     exact   over all masses of all yields except one
 *     smooth  over a few points each (core/stats/distribution/yield.h), the last yield
 *	       smoothed (core/stats/distribution/yield.h)
 *
 * The smooth sum ignores that the difference has steps. A step is the change by one document, and
 *the error of a quantile is at most that. Usually the steps average out over the other yields
 * (difference_quantile.c).
 *
 * Apart from difference_scheme.h because it sums as it is told; the scheme decides how.
 */
#pragma once

#include "core/stats/distribution/atoms.h"
#include "core/stats/two_runs/difference_border.h"

/* Which yield is the last, and with what rules the others are summed. */
struct scheme {
	size_t last;
	int level[AXES];
	bool exact; /* all rules are masses, and the last yield is not smoothed */
};

/* How many points the rules of a scheme have together; all rules must be made. */
double difference_work(const struct difference *d, const struct scheme *s);

/* P(difference <= t), or < t, which differs for exact schemes only. */
int difference_sum(struct difference *d, const struct scheme *s, double t, bool strict, double *out,
		   struct err *e);

/*
 * The values of the difference in (from, to], by an exact scheme: their probability, how many there
 * are, and the values themselves if there is room.
 */
struct window {
	double from, to;
	double upto_from, upto_to; /* P(difference <= from), P(difference <= to) */
	double count;
	size_t room;
	struct atom *lump; /* filled if count <= room */
};

int difference_window(struct difference *d, const struct scheme *s, struct window *w,
		      struct err *e);

/* All axes except the last, the one with the most points innermost. */
enum { LOOPS = AXES - 1 };
struct loops {
	size_t axis[LOOPS];
	const struct rule *rule[LOOPS];
};

/* Fills `l`, and makes the rules and the smoothed yield that the scheme still lacks. */
int difference_loops(struct loops *l, struct difference *d, const struct scheme *s, struct err *e);
