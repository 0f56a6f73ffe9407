/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a sample that is planned (planned_sample.h) is divided among its strata. Of two segments, the
 * retrieved and the unretrieved documents, the division whose interval on recall is expected to be
 * narrowest or to have the best bound (Webber 2013, section 4.3).
 */
#pragma once

#include "core/stats/planning/planned_outcomes.h"

/* Documents to draw from. */
int64_t planned_documents(const struct planned_sample *p);

/* One retrieved and one unretrieved stratum. */
bool planned_segments(const struct planned_sample *p);

/* The share of the retrieved that makes the variance of recall at the guess smallest. */
double planned_neyman(const struct planned_sample *p);

/*
 * Sets the sample sizes of the strata: n documents, `share` of them from retrieved strata, as far
 * as whole documents and the sizes of the strata allow; within either kind by Neyman's rule.
 */
int planned_share_out(const struct planned_sample *p, double share, int64_t n, struct err *e);

/*
 * The normal interval for a sample that finds exactly what is to be expected, n R/N of n documents,
 * which need not be a whole number (Webber's eq 23-26 with true yields). Its width falls with
 * 1/sqrt(n), and is not limited to 1.
 */
struct interval planned_normal(const struct planned_sample *p);

/* The method of the interval: by the rule, if it is left to the rule. */
const struct interval_method *planned_method(const struct planned_sample *p);
