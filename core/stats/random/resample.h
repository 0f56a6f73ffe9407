/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Resamples of scores: as many as there are, drawn with replacement (Efron's bootstrap).
 *
 * Which scores a resample has depends only on the number of scores, the seed and the number of the
 * resample. So lists of equal length are resampled alike, and a longer series begins with the
 * shorter one. Random numbers: uniform.h. A word of 64 bits, as a fraction, has digits to the base
 * n, and the first k of them are indices. k is the largest with n^k <= 2^32: no series of indices
 * is more probable than another by more than 2^-32 (relative).
 */
#pragma once

#include "core/base/err.h"

/* The mean of each resample, in their order; count >= 1. */
void resample_means(const double *score, size_t count, int64_t resamples, uint64_t seed,
		    double *out);

/* How often each score is in the resample of a number; count >= 1. */
void resample_times(size_t count, int64_t number, uint64_t seed, uint32_t *times);

/* Ascending, no nan; ready to be searched for quantiles. -1: `e` is filled. */
int resample_sort(double *mean, int64_t resamples, struct err *e);

/* The quantile p of B draws: the ceil(p B)-th smallest, but at least the first and at most the
 * last.
 */
double resample_quantile(const double *sorted, int64_t resamples, double p);
