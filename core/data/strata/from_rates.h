/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strata made of the documents that were drawn with one probability (and have one label, if any).
 */
#pragma once

#include "core/data/strata/strata_building.h"

/*
 * The strata of the topic: documents of one probability (rates_are_one()) stand for N = sum of 1/p,
 * rounded. Returns 1; 0: there are none; -1: `e` is filled. There are none if n/N is not p to its
 * digits (zeros at the end do not count), and if classes of one document hold more than a tenth of
 * the sample: the probabilities are those of single documents then. So n = N only if p is 1.
 */
int rate_classes_build(struct strata_building *b, struct err *e);

/* Whether any topic has such strata. The others have bounds that need none. */
int rate_classes_anywhere(const struct judgments *j, bool *fits, struct err *e);
