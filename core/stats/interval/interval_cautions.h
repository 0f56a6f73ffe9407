/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What speaks against an interval of one topic.
 */
#pragma once

#include "core/stats/interval/interval.h"

/*
 * Does it rest on strata of which one or two documents each were sampled? Such samples tell next to
 * nothing of the variance within their stratum, and the intervals of bb-spread may then be too
 * short: with 6 to 40 such strata they covered .92 to 1.00 for .95 (doc/coverage.md, "Small
 * strata").
 *
 * True if TINY_LEAST strata or more have at most two sampled documents, if a sixth of these are
 * mixed, if two or more of their sampled documents are relevant and as many are not (of 24 or more
 * sampled ones three), and if they make up more than half of the variance of the quantity. A
 * stratum of two is mixed if one of them is relevant; m strata of one, of which r are relevant,
 * count as 2 r (m-r)/m mixed ones. The variance is N (N-n) p (1-p) / n of each stratum,
 * p = (r + 1/2)/(n + 1), times the square of how much the quantity changes with its yield. Cut
 * strata and those without a sample have no part.
 */
enum { TINY_LEAST = 6, TINY_SAMPLED = 2 };
bool interval_on_tiny_samples(const struct divided_stratum *d, size_t count,
			      const struct interval_request *q);

/*
 * Does a precision rest on FEW_SAMPLED documents or fewer, of several strata? There are so few
 * samples then that the ends go in steps: 95 % is the mean over truths, and some are covered less
 * often (doc/coverage.md, "Small strata"). Strata that the run splits are not meant.
 */
enum { FEW_SAMPLED = 30 };
bool interval_on_few_documents(const struct divided_stratum *d, size_t count,
			       const struct interval_request *q);

/*
 * How much of a posterior is prior: by how many standard deviations of the yield a Bayesian
 * method's priors, one for each stratum, raise its posterior mean above that of one prior shared by
 * the strata of a segment, which does not grow with their number. 0 for other methods.
 */
double interval_prior_excess(const struct interval_method *m, const struct divided_stratum *d,
			     size_t count);
