/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison of systems that have several runs each, instead of one of runs.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/engine/compare/score_comparison.h"

/*
 * Before comparison_run(): averages the runs of each system in all tables, by the file of
 * --system-of; `path` NULL: they stay runs. `complete` is NULL without -c, which would count the
 * topics of other folds as 0: systems whose runs look like folds are then an error.
 */
int comparison_systems(struct comparison *c, const char *path, const struct topics_found *complete,
		       struct warnings *w, struct err *e);
