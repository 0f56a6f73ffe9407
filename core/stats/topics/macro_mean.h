/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean over groups of topics, in which each group counts alike, however many topics it has.
 *
 * With G groups, and mean m_g, variance s_g^2 (divisor n_g - 1) and n_g topics in group g,
 *
 *     mean = sum m_g / G,    se^2 = sum v_g / G^2,    v_g = s_g^2 / n_g
 *     df   = (sum v_g)^2 / sum v_g^2 / (n_g - 1)
 *
 * Topics are a sample from those of their group, and the groups are all that there are: it is the
 * stratified mean with equal weights, and df is Satterthwaite's (Cochran 1977, Sampling Techniques,
 * 5.2 and 5.4). With two groups and one of them negated, it is Welch's t.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/bounds.h"

struct macro_mean {
	size_t groups;	     /* that have topics */
	double mean, se, df; /* se and df: nan if a group has one topic */
};

/* group[i] < groups is that of score[i]; groups without a score are left out. A mean, and a
 * standard deviation of a group, of `grain` or less is rounding, and taken as 0. */
int macro_mean(const double *score, const size_t *group, size_t count, size_t groups, double grain,
	       struct macro_mean *out, struct err *e);

/* The ends with these probabilities below them; infinite at 0 and 1; nan without an error. */
struct interval macro_mean_interval(const struct macro_mean *x, double lower_p, double upper_p);

/* What that interval is called: a method of its own, which --ci does not name. */
struct mean_interval_method;
extern const struct mean_interval_method macro_mean_method;

/*
 * The mean of estimates of groups that are independent of each other, each with its interval: the
 * distances of the ends are added in quadrature (Zou & Donner 2008).
 */
struct group_estimate {
	double value;
	struct interval bounds;
};
struct group_estimate macro_estimate(const struct group_estimate *group, size_t groups);

/* Two-sided p of a mean of 0, by t; nan if se is nan or 0. */
double macro_mean_p(const struct macro_mean *x);
