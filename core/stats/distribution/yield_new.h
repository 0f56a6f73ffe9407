/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes the distribution of a sum of beta-binomials.
 */
#pragma once

#include "core/stats/distribution/yield_distribution.h"

/*
 * The caller frees it. A term with M = 0 or a = 0 is 0, with b = 0 it is M. `exact_points` is
 * YIELD_EXACT_POINTS, or less if speed matters more. NULL: `e` is filled.
 */
struct yield_distribution *yield_new(int64_t shift, const struct beta_binomial *term, size_t count,
				     double exact_points, struct err *e);
