/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Means over topics by bb-learnt (core/stats/learnt_prior/learnt_mean.h), for the measures.
 */
#pragma once

#include "core/data/view.h"
#include "core/stats/learnt_prior/learnt_mean.h"

/*
 * Sets value, bounds and estimator of `out`, whose value is the mean of the topics. Of these
 * topics, or of topics like these: then the ends are at least as far away as those for these
 * topics, and as far as clogit's of the topics' own estimates (of a yield, Student's t), put around
 * the same value.
 */
int learnt_mean_of_topics(const struct topics_view *v, const struct learnt_quantity *of,
			  const struct estimate_request *q, struct estimate *out, struct err *e);
