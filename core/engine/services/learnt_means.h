/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Means over topics by bb-learnt (core/stats/learnt_prior/learnt_mean.h), for the measures.
 *
 * Apart from services.c because it is one of the services, with a state of its own.
 */
#pragma once

#include "core/data/view.h"
#include "core/stats/learnt_prior/learnt_mean.h"

/*
 * Sets value, bounds and estimator of `out`, whose value is the mean of the topics. Of these
 * topics, or of topics like these: then the ends are at least as far away as those for these
 * topics, and as far as clogit's of the topics' own estimates (of a yield, Student's t), put around
 * the same value. A yield of each topic is divided by its `base`, if that is not NULL.
 */
int learnt_mean_over(const struct topics_view *v, const struct learnt_quantity *of,
		     const double *base, const struct estimate_request *q, struct estimate *out,
		     struct err *e);

/* The same of numbers that are not divided. */
int learnt_mean_of_topics(const struct topics_view *v, const struct learnt_quantity *of,
			  const struct estimate_request *q, struct estimate *out, struct err *e);
