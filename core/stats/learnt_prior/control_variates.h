/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Control variates: an estimate E from a stratified simple random sample is corrected by others
 * from the same sample, whose true values are known,
 *
 *     E - sum over k of b_k (E_k - true E_k)
 *
 * To first order, E and E_k are sums over parts h, of N documents of which n are sampled, of
 * N/n a_h y and N/n a_hk x_k, with y and x_k 0 or 1. Their covariances are those of stratified
 * sampling (Cochran 1977, section 5.4),
 *
 *     M_ij = sum over h of N^2 (1 - n/N)/n a_hi a_hj S_ij,   b = M_kk^-1 M_k0
 *
 * with S_ij the covariance within the sample of h, so that differences among topics play no part;
 * of parts with one sampled document, that of all parts of their group. With given b the estimate
 * is as unbiased as E and E_k are (Cassel, Särndal and Wretman 1976: the difference estimator).
 *
 * The variance that is left is V = (M_00 - sum of b_k M_0k) d/(d - K), with d = sum of n - 1 and K
 * variates. If labels are nearly right, a sample may show none of their errors: of what the
 * variates explain, so much is left as 1.85 disagreements more would bring,
 *
 *     factor^2 = V/M_00 + (1 - V/M_00) F/M_00,   F = sum over h of N^2 (1 - n/N)/n a_h0^2 1.85/m
 *
 * m being the geometric mean of the documents sampled of parts that matter and of all. Variates
 * that say nothing change nothing: with fewer than 30 documents coefficients are drawn to 0.
 */
#pragma once

#include <stddef.h>

enum { VARIATES_MOST = 6, VARIATE_GROUPS = 4 };

struct variate_part {
	double size, sampled; /* N, n */
	int group;	      /* below VARIATE_GROUPS */
	/* [0] is of judgments, the others of variates. */
	double slope[1 + VARIATES_MOST];
	double both[1 + VARIATES_MOST][1 + VARIATES_MOST]; /* sampled documents that have both */
};

struct control_variates {
	double b[VARIATES_MOST];
	size_t used;   /* of the variates: the others are constant, or combinations */
	double left;   /* of the variance, V/M_00 */
	double factor; /* by which the standard error becomes smaller */
};

/*
 * How many variates there may be: one for 100 documents, sampled of parts that matter, one if there
 * are 6, and one for each judge if there are 15 for each. Documents of unlike weights
 * count as fewer.
 */
size_t control_variates_most(const struct variate_part *part, size_t parts, size_t judges);

void control_variates_fit(const struct variate_part *part, size_t parts, size_t variates,
			  struct control_variates *out);
