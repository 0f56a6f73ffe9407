/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strata as the judgments name them, with sizes: runs play no part.
 *
 * Apart from strata.c because it is one of the ways to strata.
 */
#pragma once

#include "core/data/strata/strata_building.h"

/* Does every judged document of the topic have a label whose size is known? */
bool label_strata_fit(const struct strata_building *b);

/*
 * The strata of the topic. A probability that contradicts n/N, and strata that are larger than the
 * collection, are errors.
 */
int label_strata_build(struct strata_building *b, struct err *e);
