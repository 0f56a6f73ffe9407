/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What another order of documents with equal scores would change in a comparison: whether a pair is
 * said to differ, and which of its runs has the better mean.
 *
 * Of a pair, the ties of one run are put in their best order and those of the other in their worst,
 * topic by topic, and the other way round; all other pairs stay as they are.
 *
 * Apart from run_comparison.c because that reads and evaluates.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/engine/compare/score_comparison.h"
#include "core/engine/evaluate/evaluated.h"

/* Before comparison_systems(): the tables of scores with ties in other orders. */
int compared_ties_tables(struct comparison *c, const struct run_scores *s, struct err *e);

/* After comparison_run(): names the pairs that would be another answer. */
int compared_ties_warn(const struct comparison *c, const struct comparison_request *q, int digits,
		       struct warnings *w, struct err *e);
