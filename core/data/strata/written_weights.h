/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Weights from probabilities as they are written in the judgments, and what their digits may do.
 */
#pragma once

#include "core/data/strata/sample_weights.h"

/*
 * Every judgment gets the weight 1/p, except if the file itself gives sizes of strata: those are
 * more exact. The strata of `s` are built. Fills s->few_digits.
 */
int weigh_as_written(struct sample *s, const struct judgments *j, struct err *e);
