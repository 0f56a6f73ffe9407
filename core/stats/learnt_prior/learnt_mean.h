/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean over topics of recall, precision, F or yield, from stratified samples in each: interval,
 * bounds and estimate with a prior that is learnt from the topics (bb-learnt).
 *
 * A prior that is harmless in one topic adds up over many: the interval of a mean over T topics
 * shrinks as 1/sqrt(T), the pull of the prior does not. So there is half a document of prior for
 * all topics together. A yield and a precision are linear, and so is F nearly if all that is
 * retrieved was judged: their estimate is the mean of the topics' (linear_mean.h). For recall and
 * other F topics have effects of their own whose spread is learnt (topic_effects.h); the estimate
 * is the median of the posterior, which lies inside of every interval. They are means over the
 * topics that have a relevant document; a topic of which none was seen counts with its probability
 * of having one.
 *
 * Topics of which little was seen may be unlike the others, from which their recall is learnt. If s
 * is the part of the mean that the model decides (learnt_model_share()), the variance of a mean
 * recall, on the logit scale, is multiplied by 1 + 3/2 s (1-s): the most if half is learnt from the
 * other half. Without that, means over 20 and 50 topics whose recall rises or falls with their size
 * covered .88 to .92 (doc/coverage.md).
 *
 * If nearly all that was seen is retrieved, s is small, and yet what is not retrieved is learnt. So
 * with z, which is s of the relevant documents that are not retrieved, and w, the part of the
 * variance of recall or F that comes from these, the factor is at least 1 + 3/2 w 4/3 z^2 (1-z),
 * for F too. (z^2, so that it does not matter if some were seen in most topics.) Without that,
 * means over 5 and 50 topics of low prevalence covered .925 (recall) and .920 (F).
 *
 * One topic may seem to have more than half of the relevant documents, and ten times as many as the
 * others on the mean. Then the variance of a mean recall is 1.5 times as large: without that, with
 * one topic of six that is 50 times as large and of half the recall, intervals covered .917
 * (doc/coverage.md, "One large topic, rich topics").
 *
 * No end lies inside the bound of the same level that stands alone, which has a whole document as
 * prior: it is moved out to it. If nothing relevant was seen in one of the two groups, in all
 * topics together, the end that its unseen documents push outwards also has 5/8 of a document as
 * prior there instead of 1/2, if that moves it outwards. With 1/2 alone, the lower end allows 2.5
 * expected documents, and none is seen in .08 of samples if 2.5 are expected: means of recall over
 * 5 topics covered .90 then, nearly all misses below.
 *
 * A bound that stands alone has a margin (linear_mean.h), and a lower one allows for strata of
 * different weights (weight_skew_move()).
 */
#pragma once

#include "core/stats/learnt_prior/effect_groups.h"
#include "core/stats/learnt_prior/learnt_cells.h"

/*
 * Topics are those of learnt_cells_of_design(), with the same quantity; fills in their rates. nan
 * if nothing can be said, as without any relevant document. -1: `e` is filled.
 */
int learnt_mean(const struct learnt_topic *topic, size_t count, const struct learnt_request *q,
		struct learnt_result *out, struct err *e);

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
 */

/*
 * On the logit scale, not negative; 0 with one stratum a group. `tail` is the probability beyond
 * the bound.
 */
double weight_skew_move(const struct effect_groups *x, double tail);
