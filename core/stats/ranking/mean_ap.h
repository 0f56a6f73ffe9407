/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interval of a mean over topics of average precision from samples: of statAP, or of statAP
 * less its bias (statAP_bc); and of R-precision (statRprec). "These topics": the topics' errors are
 * independent.
 *
 * Topic t has the estimate x_t, its bias b_t, its standard error se_t, f_t degrees of freedom, and
 * v_t = se_t^2. If the bias has been taken off (`corrected`), se_t has b_t in quadrature: the
 * correction of a topic is taken to be uncertain by as much as it is. With T topics that have an
 * estimate, K of them with an error, and b the mean of b_t:
 *
 *     spread^2 = sum v_t/(K T) + C^2
 *     df       = (sum v_t)^2 / sum (v_t^2/f_t), at least 1                    (Satterthwaite 1946)
 *     ends     = logit^-1(logit x -+ t_df spread/(x (1 - x))),   x the mean of x_t
 *
 * C is what the topics' errors have in common. For average precision it is b without a correction.
 * After it, it is the part that the jackknife does not see: about a third of b where corrections
 * are large, by measurement, not by theory (doc/methods.md). R-precision is cut at an estimated
 * rank and has no derivatives, so that its bias is not estimated. In simulations (doc/coverage.md)
 * it was up to a quarter of the error of a topic, most where x is large: C is .35 x sqrt(sum
 * v_t/K).
 */
#pragma once

#include "core/stats/bounds.h"
#include "core/stats/ranking/ranking_method.h"

#define MEAN_R_COMMON 0.35

struct mean_ap {
	double se;     /* of the mean; nan: not known */
	double bias;   /* mean of b_t, whether it has been taken off or not */
	double common; /* C */
	double spread; /* for the interval */
	double df;
};

/* Topics whose estimate is nan are left out. */
struct mean_ap mean_ap_of(const double *estimate, const struct ranked_error *error, size_t topics,
			  enum ranked_quantity quantity);

/*
 * It contains `mean`, unless that is less than 0 or more than 1. A mean of 1 or more has no logit:
 * the interval is interval_below_one(). A mean of 0 or less, or a spread of 0, shows no variance:
 * the ends are nan, except for a lower end of 0.
 */
struct interval mean_ap_interval(double mean, const struct mean_ap *m, double lower_p,
				 double upper_p);

/* What the reliability of the mean depends on, added up over the topics that have an estimate. */
struct mean_ap_design {
	double topics;
	double drawn;	 /* relevant documents that were drawn, not taken for certain */
	double residual; /* those of simple random samples beside Stevens' buckets */
	bool has_pool;	 /* some relevant documents were taken for certain */
	bool has_residual;
	double relative_error; /* of the number of relevant documents that is estimated */
	double without;	       /* topics that have no estimate */
};

void mean_ap_design_add(struct mean_ap_design *d, const struct ranked_sample *s);

/*
 * How far the mean may still be off, in standard errors: rules found by simulation
 * (doc/evidence/derivations.md), to be held against MEAN_AP_CAUTION. Corrected: 4/d sqrt(T/100), d
 * being the relevant documents that were drawn for a topic; with a residual stratum also
 * .5/r sqrt(T/100), r those drawn from it; with documents taken for certain also |b|/se. Not
 * corrected: |b|/se.
 */
#define MEAN_AP_CAUTION 0.7
double mean_ap_caution(const struct mean_ap *m, const struct mean_ap_design *d, bool corrected);

/*
 * Whether there is an interval of R-precision. R, the sum of w = 1/p over the relevant documents,
 * has the relative error sqrt(sum of (1 - p) w^2)/R, which is 1/2 if four of many were drawn: if it
 * is larger in a mean topic, the bias may be larger than C, too (doc/coverage.md). In a topic
 * without an estimate it counts as 1.
 */
bool mean_r_precision_is_told(const struct mean_ap_design *d);
