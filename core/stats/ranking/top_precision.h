/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interval of precision in the first k, from samples (statP): of a mean over topics, of which a
 * single topic is one.
 *
 * With T topics the estimate is L, the sum of c = w/(k T) over the relevant documents of the
 * samples at rank k and better, w being 1/p. Few of them may have been drawn, or none: L is a
 * weighted sum of small counts, as a directly standardised rate is, and has its interval, by gamma
 * distributions of matching mean and variance (Fay and Feuer 1997, "Confidence intervals for
 * directly standardized rates"). With v the estimated variance,
 *
 *     for the upper end   mean L + u,    variance v + u^2
 *     for the lower end   mean L - s d,  variance v + s d^2
 *
 * both for the part of L that was drawn, not taken for certain. An interval has the quantiles of
 * the mean of both distributions (Fay and Kim 2017, "... using mid-p gamma intervals"), a bound
 * that stands alone those of its own.
 *
 * u is one relevant document that was not seen. Fay and Feuer take the largest weight. Here it is
 * sum of m x^2/sum of m x over the documents of the first k that were not judged, m of them with
 * x = (w - 1)/(k T): those that the judged ones of the first k stand for, w - 1 each, and if that
 * is not enough, all judged documents of the topic in proportion. d is one document that is not
 * relevant in strata all of whose sample is relevant and in the first k, as v is 0 there, and s the
 * share of L that is from these. (A sample of one document counts with its square in v.)
 *
 * No end lies beyond what is possible: the relevant documents that were seen, and the first k
 * without those that were seen not to be.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/bounds.h"
#include "core/stats/ranking/ranking_method.h"

struct top_precision {
	double value;	    /* L */
	double least, most; /* what is possible */
	double certain;	    /* the part of L that was taken for certain */
	double variance;    /* v */
	double unseen[2];   /* sums of m x and of m x^2 */
	double upheld;	    /* the part of L from strata without a document that is not relevant */
	double spared[2];   /* sums over their documents that were not judged, as in `unseen` */
};

/* A topic of `topics`. `se` is its standard error, nan if not known; `retrieved` documents. */
int top_precision_add(struct top_precision *x, const struct ranked_sample *s, double cutoff,
		      double retrieved, double topics, double se, struct err *e);

/* nan if the sample cannot tell: no relevant document of the first k was drawn. */
double top_precision_error(const struct top_precision *x);

/* If nothing of the first k was left unseen, what was seen. */
struct interval top_precision_interval(const struct top_precision *x, double lower_p,
				       double upper_p);
