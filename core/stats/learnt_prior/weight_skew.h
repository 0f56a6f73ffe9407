/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far the lower bound of a mean recall or F moves outwards because strata differ in their
 * weights.
 *
 * The posterior takes the strata of what is not retrieved as one sample of S relevant documents of
 * equal weight (effect_groups.h). If most of those seen have small weights and a few have large
 * ones, the estimate of their yield is more skewed than that: in most samples it is too low, in a
 * few far too high. A bound by a studentized estimate of skewness g needs the quantile
 * z + g (z^2/3 + 1/6) in place of z (Johnson 1978, "Modified t tests and confidence intervals for
 * asymmetrical populations"; Hall 1992, "On the removal of skewness by transformation"). With V
 * the variance and E the excess of the third central moment, summed over topics in documents of the
 * sample that stands for the strata, the log of the yield moves by
 *
 *     (z^2/3 + 1/6) E/V / (S + 1/2)
 *
 * and the logit of the mean by d times as much, d being its derivative by the log of the yield at
 * the sums over all topics: 1 for recall. Upper bounds need no such move: their coverage is above
 * .95 with strata of different weights.
 *
 * Apart from learnt_mean.c because it is a correction of its own, with its own source.
 */
#pragma once

#include "core/stats/learnt_prior/effect_groups.h"

/*
 * On the logit scale, not negative; 0 with one stratum a group. `tail` is the probability beyond
 * the bound.
 */
double weight_skew_move(const struct effect_groups *x, double tail);
