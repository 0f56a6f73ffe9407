/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much of a posterior is prior.
 */
#pragma once

#include "core/stats/interval/interval.h"

/*
 * By how many standard deviations of the yield a Bayesian method's priors, one for each stratum,
 * raise its posterior mean above that of bb-shared, whose priors do not add up with the number of
 * strata. 0 for other methods.
 */
double interval_prior_excess(const struct interval_method *m, const struct stratum *s,
			     size_t count);
