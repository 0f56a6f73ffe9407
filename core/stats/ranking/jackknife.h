/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The error of an estimate of a ranking, by leaving out one sampled document at a time.
 *
 * The estimate is a function of the weights w = 1/p. In a group of n documents that were drawn
 * alike, one is left out and the weights of the others are raised by n/(n-1), so that they stand
 * for the same documents; t_i is the estimate without document i, t their mean. The variance is
 *
 *     sum over groups of (n-1)/n * sum over i of (1 - p_i) (t_i - t)^2
 *
 * The groups are: the simple random sample of each stratum; all documents of Stevens' design
 * together, n being the number of picks; all documents, if the design is not known. 1 - p is the
 * correction for finite populations: a document that is taken for certain does not vary. For a
 * total this is the variance of Hájek (1964) with plain means. The single document of a group of
 * one is left out without raising any weight.
 *
 * The bias of average precision is estimated from the same t_i. With l_i the first-order change of
 * the estimate when document i is left out (from the gradient in core/stats/ranking/ranked_ap.h),
 *
 *     sum over groups of (n-1)/n * sum over i of (1 - p_i) (t_i - estimate - l_i)
 *
 * Without 1 - p_i it is Quenouille's (1956), as the l_i of a group add up to 0. The interval is
 * that of the estimate less its bias. The bias of R-precision, which has no derivatives, is not
 * estimated; the bias of a total is 0.
 *
 * Average precision is a quadratic function of the weights, so that each t_i takes constant time.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/bounds.h"
#include "core/stats/ranking/ranking_method.h"

int ranked_jackknife(const struct ranked_sample *s, enum ranked_quantity quantity, double cutoff,
		     struct ranked_error *out, struct err *e);

/* Average precision less its bias; nan if nothing relevant was sampled. */
int ranked_ap_corrected(const struct ranked_sample *s, double *value, struct err *e);
