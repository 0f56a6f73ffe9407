/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The axes of a plot: where they begin and end, and the numbers on them.
 */
#pragma once

#include "core/output/plot_data.h"

enum { TICKS_MAX = 40 };

struct plot_axis {
	double low, high; /* low is at the left or at the bottom, or, of rows, the last row */
	bool log;
	double tick[TICKS_MAX]; /* none where names stand instead of numbers */
	size_t ticks;
};

/* Whether the vertical axis has names, and the horizontal one the values. */
bool plot_has_rows(const struct plot *p);

/* Can the point be drawn? */
bool plot_is_visible(const struct plot *p, double x, double y);

/* False: there is no point that can be drawn. */
bool plot_axes(const struct plot *p, struct plot_axis *x, struct plot_axis *y);

/* One without title and curves: a gap in a picture. */
bool plot_is_gap(const struct plot *p);
