/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * F with weight b2 = beta^2 of recall (van Rijsbergen 1979), of shares and of numbers of documents:
 *
 *	F = (1 + b2) P R / (b2 P + R) = (1 + b2) found / (retrieved + b2 all)
 *
 * 0 if nothing is retrieved and nothing relevant, nan of nan. Sums over single documents
 *(interval_shares()) and the distributions of the difference of two runs have numerator and
 *denominator apart.
 */
#pragma once

static inline double f_of_shares(double precision, double recall, double b2)
{
	double below = b2 * precision + recall;
	return below == 0 ? 0 : (1 + b2) * precision * recall / below;
}

static inline double f_of_counts(double found, double retrieved, double all, double b2)
{
	double below = retrieved + b2 * all;
	return below == 0 ? 0 : (1 + b2) * found / below;
}

/* Derivatives by `found` and by `all`; a relevant document that is retrieved adds to both. */
struct f_slopes {
	double found, all;
};

static inline struct f_slopes f_slopes(double found, double retrieved, double all, double b2)
{
	double below = retrieved + b2 * all;
	if (below == 0)
		return (struct f_slopes){ 0, 0 };
	return (struct f_slopes){ (1 + b2) / below, -(1 + b2) * b2 * found / (below * below) };
}
