/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interval of a mean over topics, whose samples are independent of each other.
 *
 * Only the judgments were sampled. For a method with a posterior, the mean is a sum
 * of independent terms, the topics' posteriors (core/stats/distribution/topic_sum.h). Measured
 * against all values enumerated, in standard deviations of the mean: exact for yields, for
 * precision of sets of one size and if there are few values; else 1e-6, but up to 1e-4 for two
 * topics of which one has more than 200,000 values: its simple fractions, such as 1/2, are lumps
 * that are evened out. For any other method, the distances of the ends from the estimates are added
 * in quadrature (Zou & Donner 2008, "Construction of confidence limits about effect measures: a
 * general approach"), which for normal intervals is the normal interval of the mean.
 */
#pragma once

#include "core/stats/interval/interval.h"

struct posterior;

struct topic_sample {
	double estimate;	     /* of the quantity; topics with nan are left out */
	struct interval interval;    /* as the method gives it */
	struct posterior *posterior; /* if the method has one, and several topics an estimate */
};

/* nan if no topic has an estimate. */
int interval_mean(const struct interval_method *m, const struct topic_sample *topics, size_t count,
		  const struct interval_request *q, struct interval *out, struct err *e);
