/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strata that the judgments tell without runs: labels with sizes, or probabilities.
 */
#pragma once

#include "core/data/strata/strata_building.h"

/*
 * Strata as the judgments name them, with sizes: runs play no part.
 */

/* Does every judged document of the topic have a label whose size is known? */
bool label_strata_fit(const struct strata_building *b);

/*
 * The strata of the topic. A probability that contradicts n/N, and strata that are larger than the
 * collection, are errors.
 */
int label_strata_build(struct strata_building *b, struct err *e);

/*
 * Strata made of the documents that were drawn with one probability (and have one label, if any).
 */

/*
 * The strata of the topic: documents of one probability (rates_are_one()) stand for N = sum of 1/p,
 * rounded. Returns 1; 0: there are none; -1: `e` is filled. There are none if n/N is not p to its
 * digits (zeros at the end do not count), and if classes of one document hold more than a tenth of
 * the sample: the probabilities are those of single documents then. So n = N only if p is 1.
 */
int rate_classes_build(struct strata_building *b, struct err *e);

/* Whether any topic has such strata. The others have bounds that need none. */
int rate_classes_anywhere(const struct judgments *j, bool *fits, struct err *e);
