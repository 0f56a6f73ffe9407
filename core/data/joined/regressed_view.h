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

#include "core/data/joined/ap_influence.h"
#include "core/stats/regression/ideal_model.h"
#include "core/stats/regression/ranked_regression.h"

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
