/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One-sided bounds of a mean over topics, of scores that may be skewed: for a gate, which must not
 * be too sure on either side.
 *
 * The one-sided t bound errs to one side if scores are skewed. Hall's transformation (1992, "On the
 * removal of skewness by transformation", Journal of the Royal Statistical Society B 54, section 2;
 * its first terms are Johnson's modified t, 1978) takes the third moment into account: with
 * T = sqrt(n) (mean - mu)/s and A = skewness/sqrt(n)
 *
 *     g(T) = T + A T^2/3 + A^2 T^3/27 + A/6
 *          = ((1 + A T/3)^3 - 1)/A + A/6
 *
 * is compared with the quantile q of t with n - 1 degrees of freedom, so that the bound is
 * mean - s/sqrt(n) (3/A) ((1 + A (q - A/6))^(1/3) - 1). The third moment of few topics is noisy:
 * alone, this bound is as often wrong as that of t on real scores, and more often if tails are
 * heavy. So the further one of the two counts: something is shown if both show it
 * (doc/coverage.md has the error rates of all three).
 *
 * The skewness is the adjusted one, G1 = g1 sqrt(n (n - 1))/(n - 2) (Joanes & Gill 1998).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/stats/bounds.h"

/*
 * Each end alone has its error: the mean lies below `lower` with probability `lower_error`, and
 * above `upper` with `upper_error`, both above 0 and below 1/2. Scores that do not vary by more
 * than `grain` have their mean as both ends. nan for fewer than three scores.
 */
struct interval skewed_bounds(const double *score, size_t count, double grain, double lower_error,
			      double upper_error);

/* For the experiment: one way, with the quantiles of t, which take longer than all the rest. */
enum skewed_way { SKEWED_BOTH, SKEWED_T, SKEWED_HALL };
struct interval skewed_bounds_by(enum skewed_way way, const double *score, size_t count,
				 double grain, double lower_quantile, double upper_quantile);
