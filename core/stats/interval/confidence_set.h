/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ends of recall, precision, F and yield over a confidence set of the strata's yields.
 *
 * The set is {R = (R_1, R_2, ...) : sum f_s(R_s) <= C}, f_s the logarithm of the factor
 * of stratum s (core/stats/distribution/drawing_ratio.h), with c one over the number of strata. All
 * four quantities are (a.R) / (k + b.R) with k, b >= 0, and the lower end is the least t of it over
 * the set.
 *
 * How it is found. For one t, let D(t) be the greatest value over x >= 0 of
 *
 *     d(t, x) = sum_s min over R_s of [(a_s - t b_s) R_s + x f_s(R_s)] - t k - x C
 *
 * where R_s runs over the real numbers from r_s to N_s - n_s + r_s. Every f_s is convex, so each
 * minimum is one root of a slope, and x is the root of sum f_s(R_s(x)) = C, which falls in x. The
 * ratio at these R_s is the next t (Dinkelbach 1967); it falls to the end in a few steps.
 *
 * Why it is never inside the exact end. For every R in the set and every x >= 0, sum f_s(R_s) <= C
 * gives (a - t b).R - t k >= d(t, x): weak duality, whether or not x, or t, is the best. Divided by
 * the denominator, which is at least the q that what was found makes it: the ratio is at least
 * t + min(0, d(t, x)) / q on all of the set, and that is what is returned. R_s is real here and
 * whole in the set, which can only move the end outwards. Rounding: C is raised by SLACK.
 *
 * Why it is not far outside: the relaxed problem is convex, so that D(t) = 0 at its own end.
 *
 * Apart from anytime.c because it knows the set, and the method only what makes it.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/interval/interval_request.h"

/*
 * The least (or greatest) value of the quantity over the set with C = ln(1/alpha); alpha 0: over
 * all that the sample leaves possible. nan if it can only be 0/0. Strata of which the quantity does
 * not depend must have been left out. Returns 0, or -1 with `e` filled.
 */
int confidence_set_end(const struct stratum *s, size_t count, const struct interval_request *q,
		       double alpha, bool lower, double *out, struct err *e);

/* Is `value` below the least (above the greatest)? Sooner than finding that. */
int confidence_set_beyond(const struct stratum *s, size_t count, const struct interval_request *q,
			  double alpha, double value, bool lower, bool *out, struct err *e);
