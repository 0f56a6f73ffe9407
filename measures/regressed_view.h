/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A topic of a run, or of two, as regression estimates of rankings see it
 * (core/stats/regression/ranked_regression.h): the documents of the pool among the first k, with
 * their weights. Of answers the pool has pairs of a run and a nugget (-R pairs), a run's vital
 * nuggets being first, and a pair has the weight of its nugget over the sum of the run's in the
 * topic. If people judged no pair of a run in some topic, they are taken to have drawn theirs from
 * all of its pairs, which are then one stratum. Of two runs these are the differences of the
 * weights: what both have at the same rank does not matter.
 *
 * The ideal sum of a normalised measure has as many documents of each grade as are estimated, N/n
 * for each judged one, cut after the first k. The numbers need not be whole: of the document at
 * which a grade ends, a part has this grade. The jackknife corrects the bias of 1 over this sum.
 * Over several topics the sums are by a model of all of them (ideal_model.h), unless there are more
 * than 8 grades or names of strata.
 */
#pragma once

#include "core/base/err.h"
#include "core/data/joined/pair_view.h"
#include "core/stats/regression/ideal_model.h"
#include "core/stats/regression/ranked_regression.h"

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
 */

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

enum regressed_kind {
	REGRESSED_PRECISION,
	REGRESSED_DCG,
	REGRESSED_NDCG,
	REGRESSED_AP,
	REGRESSED_NUGGETS
};

struct regressed_as {
	enum regressed_kind kind;
	bool labels;	 /* classes of labels count */
	bool difference; /* of the first run less the second */
	double cutoff;
	int32_t highest;		/* grade of all judgments */
	int32_t level;			/* the least grade that is relevant, for precision and AP */
	bool modelled;			/* by what all topics tell: regress_topics() decides */
	double okay;			/* of nuggets: the weight of those that are not vital ... */
	bool strict;			/* ... and partial support counts 0, not a half */
	const struct ap_shares *shares; /* for AP, which is that of the first run */
};

static inline enum regressed_scale regressed_scale(const struct regressed_as *as)
{
	return as->difference		   ? SCALE_PLAIN
	       : as->kind == REGRESSED_DCG ? SCALE_POSITIVE
					   : SCALE_SHARE;
}

struct regressed_view {
	struct regressed_topic topic;
	struct regressed_document *document;
	struct regressed_stratum *stratum;
	const struct drawn_stratum *drawn; /* the same; borrowed */
	struct ideal_cell *cell; /* for a model: of each stratum two, with and without a weight */
};

/* A pool, and the nuggets of either run if its documents are pairs. */
struct regressed_pool {
	const struct pooled_document *document;
	size_t documents;
	const struct drawn_stratum *stratum;
	size_t strata;
	struct nugget_counts nuggets[2];
};

/*
 * From a pool, all judged documents and all retrieved ones of which are in it, and its strata.
 * Released by the caller in any case.
 */
int regressed_view_of(struct regressed_view *v, const struct regressed_pool *p,
		      const struct regressed_as *as, struct err *e);

/* From the view of a measure, of a pool whose documents are all listed; not a difference. */
int regressed_view_init(struct regressed_view *v, const struct sample_view *s,
			const struct regressed_as *as, struct err *e);
void regressed_view_release(struct regressed_view *v);

/* Makes the view of one of the topics of `context`. */
typedef int regressed_topic_view(const void *context, size_t topic, const struct regressed_as *as,
				 struct regressed_view *v, struct err *e);

/*
 * The regression of all topics; `classes` counts those of labels. What the mean can be is 0 to 1,
 * of DCG to that of a top k with the highest grade, and of differences from the negative of it; a
 * mean beyond that is moved there. `each`: as of ranked_regression(), or NULL.
 */
int regress_topics(size_t topics, size_t classes, const struct regressed_as *as,
		   regressed_topic_view *view_of, const void *context,
		   struct ranked_regression *out, struct regressed_value *each, struct err *e);

/* Adds the judged documents of a topic to the shares for AP. */
int regressed_shares_add(struct ap_shares *x, const struct sample_view *s,
			 const struct regressed_as *as, struct err *e);
