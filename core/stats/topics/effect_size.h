/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How large a difference is, beside the p-value that says whether there is one.
 *
 * Zeros are those of paired_test.h, as in all paired tests.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/bounds.h"
#include "core/stats/topics/paired_test.h"

struct effect {
	size_t count;		   /* of pairs */
	size_t wins, ties, losses; /* differences above, equal to and below 0 */
	double mean;		   /* nan without pairs */
	double deviation;	   /* of the differences, divisor count - 1; nan for one pair */

	/*
	 * mean / deviation, Cohen's d of paired differences (Cohen 1988, d_z): by how many standard
	 * deviations topics differ. nan if the deviation is 0 or nan.
	 */
	double cohen_d;
};

/* `scale` as in struct paired_test_request. An error if a difference is not finite. */
int effect_compute(const double *difference, size_t count, double scale, struct effect *out,
		   struct err *e);

/*
 * Interval of Cohen's d_z: t = d sqrt(n) is noncentral t with n - 1 degrees of freedom and
 * noncentrality delta sqrt(n); the end with probability p below it is the delta for which
 * P(T <= t) = 1 - p (Steiger & Fouladi 1997, "Noncentrality interval estimation"). Exact for
 * normal differences. Ends at p = 0 and 1 are infinite; nan if d is.
 */
struct interval effect_interval(const struct effect *x, double lower_p, double upper_p);

/*
 * Is a mean difference smaller than what matters? With a margin m, chosen before the data are seen:
 *
 *     equivalence       two one-sided t tests, of mean <= -m and of mean >= m; p is the larger one
 *                       (Schuirmann 1987; TOST). p < alpha exactly where the t interval with level
 *                       1 - 2 alpha lies within -m and m.
 *     non-inferiority   one one-sided t test, of the first being worse by m or more
 *
 * nan if the t test is: for one pair, or if all differences are the same.
 */
struct equivalence {
	double p_equivalent, p_noninferior;
	struct interval bounds; /* of the mean difference, level 1 - 2 alpha */
};

/* `alpha` below 1/2; `lower_better`: the first is worse if the difference is above 0. */
struct equivalence equivalence_compute(const struct effect *x, double margin, double alpha,
				       bool lower_better);
