/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Average precision of a ranking as a sum of weights over the documents of its pool, to first
 * order, so that it can be estimated by regression (experimental).
 *
 * Every document is relevant with probability m, the share of its class of labels and ranks, which
 * is learnt from the judged documents of all topics, times how many more were found in this topic
 * than these shares say, of what is retrieved and of the rest. With r its rank and sums over
 * documents of the ranking,
 *
 *     Q = sum of m_i (1 + sum above i of m_j)/r_i,   R = sum of m over the pool,   AP = Q/R
 *     u_i = ((1 + sum above i of m_j)/r_i + sum below i of m_k/r_k - AP)/R      -AP/R if not
 * retrieved
 *
 * (R is at least 1.) u_i is the influence of a document, the change of AP with m_i. With what was
 * judged in place of m where there is a judgment (AP*), the estimate is
 *
 *     AP* + T - sum over judged documents of u y - sum over the others of u m
 *
 * where T is the regression estimate of the sum of u y (core/stats/regression/ranked_regression.h).
 * If everything is judged it is AP itself. Products of errors of two documents are left out of it:
 * there is a bias if documents of one topic are more alike than m says. In a mean over topics they
 * are estimated from the pairs of judged documents that are drawn together with probability p,
 *
 *     sum over pairs of (1/p - 1) (y_i - m_i) (y_j - m_j) (1/max(r_i, r_j) - u_i - u_j)/R
 *
 * the first term if both are retrieved. One topic has too few pairs for that.
 *
 * Apart from regressed_view.c because no other measure has weights that depend on judgments.
 */
#pragma once

#include "core/base/err.h"
#include "core/data/joined/pair_view.h"

/* Ranks up to 10, to 100, above, and documents that are not retrieved; classes of labels, and none.
 */
enum { AP_BANDS = 4, AP_CLASSES = 257 };

/* Documents that were judged, by what they stand for, and how many of these are relevant. */
struct ap_count {
	double all, relevant;
};

/* By class of labels (the first: none) and band. */
struct ap_shares {
	struct ap_count all, of_class[AP_CLASSES];
	struct ap_count part[AP_CLASSES][AP_BANDS];
};

/* What is asked: the first run's first `cutoff` documents. */
struct ap_asked {
	double cutoff;
	int32_t level;
	bool labels;
};

/* The class whose share the document has, from 0; -1: that of documents without a label. Documents
 * that are not retrieved have none, as those that are not listed have none either. Without labels
 * the others are of class 0. */
int32_t ap_class(const struct pooled_document *d, const struct ap_asked *as);

void ap_shares_add(struct ap_shares *x, const struct pooled_document *d, size_t documents,
		   const struct drawn_stratum *stratum, const struct ap_asked *as);

/*
 * The influence of each of the documents, and as element `documents` that of one that is neither
 * judged nor retrieved and not among them, of which there are `others`. `constant` gets what is
 * added to the estimate of the sum of u y, and `pairs`, unless it is NULL, the sum over pairs.
 */
int ap_influence(const struct ap_shares *x, const struct pooled_document *d, size_t documents,
		 double others, const struct drawn_stratum *stratum, const struct ap_asked *as,
		 double *u, double *constant, double *pairs, struct err *e);
