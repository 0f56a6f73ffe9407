/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A lower bound of recall from a random sample of whole families that holds whatever the truth is,
 * if the sizes of all families are known (Fay & Feuer 1997, for the two parts of recall; melded as
 * in Fay, Proschan & Brittain 2015).
 *
 * m of M families are drawn; a and b are the relevant documents of a family that were produced, and
 * that were not. With w = M/m, f = 1 - m/M and v = -1/ln f, what was missed has the gamma
 * distribution of
 *
 *     mean w (sum of b) + v L,    variance f w^2 (sum of b^2) + (v L)^2
 *
 * where L is the number of documents that a large family may miss: one more family of that size, in
 * which all is relevant and was missed, is added to the sample. For the quantile of 1 - p, L is the
 * mean of the k largest families that were not drawn, with f^k = p. What was found has the gamma
 * distribution of mean w (sum of a) and variance f w^2 (sum of a^2). The bound is the quantile of
 * found/(found + missed), the two being independent. What is known without a sample is added.
 *
 * If nothing that was missed was drawn, a quantile is the exact bound: that k families, all missed,
 * leave no trace has a probability of at most f^k = p, and fewer of them have at most the k L
 * documents of the largest ones. Measured, not proved, otherwise: doc/evidence/ledger.md has the
 * worst cases, by tests/experiments/families_bound.c.
 */
#pragma once

#include <stddef.h>

enum { FAMILIES_LEFT = 512 };

struct family_sample {
	double drawn, families;		   /* m, M */
	double produced, produced_squared; /* sums over the drawn families: of a, of a^2 */
	double missed, missed_squared;	   /* of b, of b^2 */
	/* What families that were not drawn may miss at most, the largest first. */
	double left[FAMILIES_LEFT];
	double known_found, known_missed; /* relevant documents known without the sample */
};

/* `error` is the probability that recall lies below. */
double family_recall_bound(const struct family_sample *x, double error);
