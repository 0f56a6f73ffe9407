/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bands of scores: between cuts that are given, or K bands of about as many documents each.
 *
 * The i-th of K - 1 cuts is the score at place ceil(i n / K) of the n falling scores. A score that
 * equals a cut is in the band above it, so that documents of one score are in one band; there are
 * fewer bands if many documents have one score.
 *
 * Apart from labels.h because lists to draw from (core/data/drawing/listed_strata.h) have bands
 * too.
 */
#pragma once

#include "core/base/err.h"

enum { BANDS_MAX = 256 };

struct bands {
	size_t count; /* of bands of about one size; 0: by `cut` */
	double *cut;  /* falling */
	size_t cuts;
	bool asked; /* the number was typed, and not the default */
};

/* Into `cut`, falling, room for bands - 1. `score` has n of them. */
int bands_cuts(const double *score, size_t n, size_t bands, double *cut, struct err *e);

/*
 * The same with bands of equal sums of sqrt(p(1-p)), the scores being shares p: with equal numbers
 * of documents drawn from each, or Neyman's, the variance of a total is then nearly the least
 * (Dalenius and Hodges 1959, with the deviation of a share in place of the square root of the
 * density).
 */
int bands_cuts_by_variance(const double *share, size_t n, size_t bands, double *cut, struct err *e);

/*
 * If there are at most `bands` different scores (soft labels: 0, 0.5, 1), each has a band of its
 * own: true, with cuts as above. -1: `e` is filled.
 */
int bands_of_few(const double *score, size_t n, size_t bands, double *cut, bool *few,
		 struct err *e);

/* The band of a score: how many cuts lie above it. Band 0 has the highest scores. */
static inline size_t band_of(double score, const double *cut, size_t cuts)
{
	size_t low = 0, high = cuts;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (score >= cut[middle])
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}
