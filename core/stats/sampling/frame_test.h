/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Does a run retrieve documents that could not be drawn? Where nobody can count them, the judged
 * documents tell: a run within the frame that retrieves d_h of the N_h documents of stratum h has
 * M_h judged ones, hypergeometric with n_h sampled, independent between strata and topics. So
 *
 *     T = sum of M_h N_h/n_h over all strata and topics
 *
 * has the number of retrieved documents as its mean, however they lie in the strata. That is not
 * known, but m_h judged ones are seen:
 *
 *     m_h <= d_h <= N_h - (n_h - m_h),      sum of d_h = documents that it retrieves for the topic
 *
 * (less what strata without a sample may hold). The p-value is the largest P(T <= t) over the ways
 * to lay the documents that meet this. The true way is one of them, so that a run within the frame
 * has a p-value of at most x with probability x at most. (The number of judged documents, without
 * weights, would do as well if all strata had one rate. Else nearly every run could have laid its
 * documents where little was sampled.)
 *
 * The largest one is looked for from four ways: that of the largest variance of T, the strata with
 * the lowest rates first, those with the highest, and all in proportion; with few strata, documents
 * are then moved from one to another while that raises P. P is a convolution on a lattice of
 * LATTICE points up to t; sums that rounding may have moved beyond t count as not beyond. With very
 * many strata it is normal.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"

struct framed_stratum {
	int64_t size, sampled; /* N > 0, 0 < n <= N */
	int64_t judged;	       /* m: of the n, those that the run retrieves */
};

struct framed_topic {
	const struct framed_stratum *stratum;
	size_t strata;
	int64_t retrieved; /* by the run, less what strata without a sample may hold */
};

/* 1, or above 1/10: there is no reason for doubt. 0: in some topic the run retrieves more than the
 * frame can hold.
 */
int frame_test(const struct framed_topic *topic, size_t topics, double *p, struct err *e);
