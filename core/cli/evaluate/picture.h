/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An evaluation as a picture. Each measure is a plot: the intervals of all runs in the order of the
 * leaderboard, or if it has several values (cutoffs, levels of recall), a curve for each run. Of a
 * single run, all shares are lines of one plot.
 */
#pragma once

#include "core/cli/evaluate/board.h"
#include "core/cli/output/plot.h"

/* After board_sort(). Released by the caller in any case. */
int evaluation_picture(const struct board *b, struct picture *out, struct err *e);
