/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/interval/repeated_samples.h"
#include "core/stats/planning/reach.h"
#include "core/stats/two_runs/shared_posterior.h"

/* Ends are compared with targets up to rounding. */
static const double ROUNDING = 4 * NEAR_ROUNDING;

static double whole(const struct reach_request *q, const struct stratum *s, size_t count)
{
	double all = 0;
	for (size_t i = 0; i < count; i++)
		all += (double)s[i].size;
	return q->interval.quantity == QUANTITY_YIELD ? all : 1;
}

double reach_value(enum reach_goal goal, struct interval x)
{
	return goal == GOAL_WIDTH ? x.upper - x.lower : goal == GOAL_LOWER ? x.lower : x.upper;
}

double reach_over(const struct reach_request *q, const struct stratum *s, size_t count,
		  struct interval x)
{
	double target = q->target * whole(q, s, count), slack = ROUNDING * fabs(target);
	if (isnan(x.lower) || isnan(x.upper))
		return NAN;
	double value = reach_value(q->goal, x);
	return q->goal == GOAL_LOWER ? value - (target - slack) : target + slack - value;
}

/*
 * Is the first run better? U/(U+V) > 1/2 is U > V, so that its lower end answers if it is not
 * within a tie of 1/2.
 */
static int is_better(const struct reach_request *q, struct repeated_samples *r,
		     const struct stratum *s, bool *out, struct err *e)
{
	bool surely = false, perhaps = false;
	struct pair_stratum cell[2];
	struct shared_result x;
	if (repeated_samples_beyond(r, 0.5, true, &surely, e) < 0 ||
	    repeated_samples_beyond(r, 0.5 - NEAR_DIGITS, true, &perhaps, e) < 0)
		return -1;
	*out = surely;
	if (surely == perhaps)
		return 0;
	for (size_t i = 0; i < 2; i++)
		cell[i] = (struct pair_stratum){ .size = s[i].size,
						 .sampled = s[i].sampled,
						 .relevant = s[i].relevant,
						 .assessable = s[i].assessable,
						 .in_a = s[i].retrieved,
						 .in_b = !s[i].retrieved };
	if (shared_compare(q->method, cell, 2, &q->interval, &x, e) < 0)
		return -1;
	*out = x.probability >= 1 - q->interval.ends.lower_p - ROUNDING;
	return 0;
}

int reach_by_sample(const struct reach_request *q, struct repeated_samples *r,
		    const struct stratum *s, size_t count, bool *out, struct err *e)
{
	if (q->goal == GOAL_BETTER)
		return is_better(q, r, s, out, e);
	bool lower = q->goal == GOAL_LOWER;
	double target = q->target * whole(q, s, count);
	if (q->goal == GOAL_WIDTH)
		return repeated_samples_within(r, target * (1 + ROUNDING), out, e);
	return repeated_samples_beyond(r, target * (lower ? 1 - ROUNDING : 1 + ROUNDING), lower,
				       out, e);
}
