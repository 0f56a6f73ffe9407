/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds from strata of whole sizes, for estimates that weigh documents by 1/p. A posterior is that
 * of N documents, and sum of 1/p need not be whole: 6 documents of probability .8 stand for 7.5,
 * and their stratum has 8. The estimate is that of the probabilities; the bounds are rescaled.
 *
 * A yield is multiplied by the ratio of the two estimates, which is sum of 1/p over N if there is
 * one stratum. The odds of a share (recall, precision, F) are multiplied by the ratio of theirs: if
 * the retrieved and the other documents have one scale each, that is the share of the rescaled
 * numbers. So bounds that hold the estimate of the strata hold that of the probabilities.
 */
#pragma once

#include "core/data/view.h"
#include "core/stats/interval/interval_request.h"

/* From bounds around `from` to bounds around `to`. */
void bounds_rescale(struct interval *x, double from, double to, enum quantity quantity);

/*
 * The same for one value around which bounds are: a median, an end. nan stays nan, and so do 0 and
 * 1 of a share.
 */
double value_rescale(double x, double from, double to, enum quantity quantity);

/* How many documents the sample stands for: the sum of its weights, and strata without a sample. */
double documents_stood_for(const struct sample_view *s);

/*
 * Means over the topics that have an estimate: of the estimates by strata, and of those by the
 * weights. Returns whether they differ. `base`: what the former are divided by, or NULL.
 */
bool mean_rescaling(const struct topics_view *v, const struct interval_request *q,
		    const double *base, double *from, double *to);
