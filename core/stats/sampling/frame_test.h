/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Does a run retrieve documents that could not be drawn? Where nobody can count them, the number of
 * judged documents tells: a run within the frame that retrieves d_h of the N_h documents of stratum
 * h has M_h judged ones, hypergeometric with n_h sampled, independent between strata and topics.
 * How its documents lie in the strata is not known: m_h of the judged ones are seen, so that
 *
 *     m_h <= d_h <= N_h - (n_h - m_h),      sum of d_h = documents that it retrieves for the topic
 *
 * (less what strata without a sample may hold). The p-value is the largest P(M <= m), M = sum of
 * M_h over all strata and topics, over the ways to lay the documents that meet this. The true way
 * is one of them, so that a run within the frame has a p-value of at most x with probability x.
 *
 * The largest one is searched for where it must lie if M is nearly normal: the way that has the
 * least mean - k variance is found for some k, and z = (m + 1/2 - mean)/sd is largest at
 * k = |z|/(2 sd). From there, with few strata, single documents are moved while that raises P.
 * P is exact (a convolution), or normal if that would take too long.
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

/* 0: the run retrieves more documents than the frame has, in some topic. */
int frame_test(const struct framed_topic *topic, size_t topics, double *p, struct err *e);
