/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far two judges agree on the documents that both judged: the share that they judge alike, and
 * kappa, the agreement beyond chance; and how sure these are.
 *
 *     share = p = (documents relevant to both + to neither) / documents
 *     kappa = (p - q)/(1 - q)
 *
 * where q is the share of two judges who say "relevant" as often as these, but independently (Cohen
 * 1960, A coefficient of agreement for nominal scales). The documents of all topics are pooled.
 *
 * Over topics they have the intervals of topic_jackknife_ends(), in the range from 0 of the share,
 * and from -1 of kappa, to 1.
 *
 * Over documents, as if all were drawn one by one: of the share Clopper and Pearson's interval, of
 * kappa a normal one with the standard error of the delta method (Fleiss, Cohen & Everitt 1969,
 * Large sample standard errors of kappa and weighted kappa, eq. 13). If all or none are judged
 * alike, that error is 0; then the ends are (s - q)/(1 - q), s being those of the share.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/stats/bounds.h"

/*
 * An interval over topics of a figure of pooled documents: how sure it is for other topics like
 * these. x is the figure of all T topics, x(t) the same without topic t, d(t) = x(t) - x,
 *
 *     variance = (T - 1)/T sum of d(t)^2
 *
 * (jackknife; Wolter 2007, Introduction to Variance Estimation, section 4.5). The interval is
 * symmetric on the scale of the logit of (x - least)/(most - least), so that it stays in the range;
 * with quantiles of Student's t. Its degrees of freedom are T - 1 at most, at most those of a
 * chi-squared distribution whose variance fits the fourth powers of the d(t) (Satterthwaite), as
 * with clusters (cluster_jackknife.h), and at most (sum of n)^2/(sum of n^2) - 1, n(t) being the
 * documents of topic t: so many topics of equal size say as much (Kish 1965, Survey Sampling,
 * section 11.7). If topics are equal in size and alike, this is T - 1. doc/coverage.md says how
 * often the intervals cover.
 */

/* Sums over topics; begun with the value, and zeroed. */
struct topic_jackknife {
	double value; /* x */
	double topics, size;
	double squares, fourths, sizes; /* of d(t), and the squares of n(t) */
};

/* A topic: x(t), and n(t), which is above 0. */
void topic_jackknife_add(struct topic_jackknife *j, double without, double size);

/* A figure with its interval. */
struct judged_alike {
	double value;
	struct interval ends; /* nan where `method` is NULL; an end that is not asked for is that of
				 the range */
	const char *method;
	bool one_topic; /* it is undefined without one of the topics: no interval over topics */
};

/*
 * Of two topics or more. If the figure does not change, whichever topic is left out, both ends are
 * that figure, and the method is JUDGED_CONSTANT.
 */
struct judged_alike topic_jackknife_ends(const struct topic_jackknife *j, double least, double most,
					 const struct ends *ends);
#define JUDGED_CONSTANT "constant"

/* The documents that two judges judged, by what A and then B say of them. Those that are gray to
 * one of them are counted apart. */
struct two_judges {
	int64_t count[2][2]; /* 1: relevant */
	int64_t gray;
};

/* Adds a document by the grades that A and B give it; `level` is the least one that is relevant. */
void two_judges_count(struct two_judges *x, double a, double b, int32_t level);

/* The documents that both assessed. */
static inline int64_t two_judges_documents(const struct two_judges *x)
{
	return x->count[0][0] + x->count[0][1] + x->count[1][0] + x->count[1][1];
}

/* How many documents either judge calls relevant; with few of them kappa says little. */
static inline int64_t two_judges_relevant(const struct two_judges *x)
{
	return x->count[0][1] + x->count[1][0] + x->count[1][1];
}

/* Fewer than ten, or one of twenty: conventions of this program. */
static inline bool two_judges_are_lopsided(const struct two_judges *x)
{
	return two_judges_relevant(x) < 10 || 20 * two_judges_relevant(x) < two_judges_documents(x);
}

enum judged_figure { JUDGED_SHARE, JUDGED_KAPPA, JUDGED_FIGURES };

/* nan: of no documents; kappa also if both say the same of every document, always the same. */
double two_judges_figure(const struct two_judges *x, enum judged_figure which);

/* All topics together. */
struct judged_all {
	struct two_judges sum;
	size_t topics;	  /* in which both assessed a document */
	bool over_topics; /* the intervals */
	struct judged_alike figure[JUDGED_FIGURES];
};

/* Intervals are over topics if there are several of them, else over documents. */
struct judged_all judged_all(const struct two_judges *topic, size_t topics,
			     const struct ends *ends);
