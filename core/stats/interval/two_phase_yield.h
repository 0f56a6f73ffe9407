/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The distribution of the relevant documents of strata that were coded and, in part, reviewed
 * again, from which the bounds of two_phase.h are read.
 */
#pragma once

#include "core/stats/distribution/yield.h"

/*
 * A sample that was coded by a first review, and of which a second one saw a random part again,
 * with the letters of two_phase.h.
 * [1]: coded relevant by the first review, [0]: coded not relevant.
 */
struct coded_sample {
	int64_t size;			 /* N */
	int64_t coded[2];		 /* n1, n0 */
	int64_t again[2];		 /* m1, m0 */
	int64_t relevant[2];		 /* u1, u0 */
	bool trusted[2];		 /* nobody looked again: the first review counts as right */
	const struct coded_sample *next; /* another stratum of the same side; NULL: there is none */
};

/* The relevant share that the second review finds among those of a code; if it saw none, the code.
 */
double coded_sample_share(const struct coded_sample *s, int code);

/*
 * Is it settled: of either code all were seen again, or none, as the code counts as right? Then it
 * is a plain sample of coded[0] + coded[1] documents, coded_sample_found() of which are relevant,
 * and has the intervals of such a sample; two_phase_bound() has its exact limits.
 */
bool coded_sample_is_settled(const struct coded_sample *s);
int64_t coded_sample_found(const struct coded_sample *s);

/* Does the second review tell nothing of these strata at this end? Then they are plain samples. */
bool two_phase_is_plain(const struct coded_sample *const *s, size_t count, bool lower);

/*
 * Of the sum of these strata, for the lower or the upper end. Free it with yield_free(). NULL: `e`
 * is filled.
 *
 * Plain samples have the distribution of bb-bound. Of others masses are sums over N1, exact if it
 * has at most 96 values, else with an error of about 1e-6 of a probability. If the range is more
 * than 8,192 documents, the resolution at either end is a 4,000th of it.
 */
struct yield_distribution *two_phase_yield(const struct coded_sample *const *s, size_t count,
					   bool lower, struct err *e);
