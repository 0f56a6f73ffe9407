/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
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
#pragma once

#include <stdbool.h>

#include "core/stats/bounds.h"

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
