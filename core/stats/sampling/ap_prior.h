/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The prior weight that average precision gives to the ranks of a list of Z documents
 * (Aslam & Pavlu 2008, eq 5):
 *
 *     W(r) = (1 + 1/r + 1/(r+1) + ... + 1/Z) / (2Z)
 *
 * The weights of a list sum to 1. (The approximation printed behind eq 5 lacks a 1: it must be
 * (1 + ln(Z/r)) / (2Z).)
 *
 * Walked from the last rank to the first, each weight is one addition away from the next, so that
 * no table is needed; small terms are added first, and the relative error of a weight is below
 * 1e-12 for lists of up to 1e8 documents.
 */
#pragma once

#include <stddef.h>

struct ap_prior {
	double harmonic; /* 1/rank + ... + 1/Z of the rank last asked for */
	double twice_length;
	size_t rank;
};

static inline struct ap_prior ap_prior_start(size_t length)
{
	return (struct ap_prior){ .twice_length = 2 * (double)length, .rank = length + 1 };
}

/* The weight of rank Z in the first call, of Z - 1 in the second, of 1 in the Z-th and last. */
static inline double ap_prior_next(struct ap_prior *w)
{
	w->rank--;
	w->harmonic += 1 / (double)w->rank;
	return (1 + w->harmonic) / w->twice_length;
}
