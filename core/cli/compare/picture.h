/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison as a picture, a plot for each measure. Two runs: the differences by topic, sorted,
 * with their mean and its interval. Several: means with their intervals, and letters for those
 * between which no significant difference was found. With a baseline: the intervals of the
 * differences.
 */
#pragma once

#include "core/cli/compare/comparison_output.h"
#include "core/cli/output/plot.h"

/* Released by the caller in any case. */
int comparison_picture(const struct comparison *c, const struct comparison_output *o,
		       struct picture *out, struct err *e);
