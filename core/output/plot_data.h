/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a plot shows: curves, intervals and bars with their axes. plot.h draws it.
 */
#pragma once

#include <stdint.h>

#include "core/base/buffer.h"

enum plot_style {
	PLOT_CURVE,	/* points with lines between them, each perhaps with an interval of y */
	PLOT_LINE,	/* without points */
	PLOT_PALE,	/* a broken line in grey, to compare with */
	PLOT_FAINT,	/* a thin line in light grey */
	PLOT_INTERVALS, /* points with an interval of x, by row */
	PLOT_BARS,	/* from 0 to y */
	PLOT_BAND,	/* between the ends, along x */
	PLOT_MARK,	/* large points */
	PLOT_DOTS,	/* small ones */
	PLOT_IMPULSES,	/* lines from 0 to y */
	PLOT_BOX,	/* quartiles of y at one x; whiskers as far as 1.5 times their distance */
	PLOT_POINTS,	/* small ones, each perhaps with an interval of y */
};

struct plot_point {
	double x, y;
	double low, high; /* the ends of its interval or band; nan: it has none */
};

struct plot_curve {
	enum plot_style style;
	char *title;   /* owned; NULL: not in the legend */
	size_t colour; /* curves that belong together have the same number */
	bool dashed;
	struct plot_point *point; /* owned; nan in x or y: a gap */
	size_t count, room;
};

/* The name of a row or a column, which stands in place of a number. */
struct plot_name {
	char *name, *mark; /* owned; the mark is on the other side of the row; NULL: none */
};

struct plot {
	struct buffer title, x_label, y_label; /* perhaps of several lines */
	bool log_x, log_y;
	bool from_zero;	    /* the axis of values begins at 0 */
	bool whole;	    /* the values are whole numbers, and those on their axis too */
	bool share;	    /* values go from 0 to 1 */
	double bottom, top; /* ends of the vertical axis; both 0: as the values need */
	/* If there are names, y is the number of a row, from 0 at the top ... */
	struct plot_name *name;
	size_t names, name_room;
	bool names_below; /* ... or x that of a column */
	struct plot_curve *curve;
	size_t curves, room;
	bool failed; /* memory ran out */
};

/* A zeroed struct plot is empty and ready. */
void plot_release(struct plot *p);

/* Adds an empty curve; plot_point() and plot_interval() add to the last one. */
void plot_curve(struct plot *p, enum plot_style style, const char *title, size_t colour);
void plot_point(struct plot *p, double x, double y);
void plot_interval(struct plot *p, struct plot_point x);

/* The last curve is dashed. */
void plot_dash(struct plot *p);

/* A pale curve from one point to another. */
void plot_line(struct plot *p, const char *title, double from_x, double from_y, double to_x,
	       double to_y);

/* ", 50 topics", or ", 46 to 50 topics" if runs differ: a part of a title. */
void plot_topics(struct buffer *title, int64_t least, int64_t most);

/* Adds a row; `mark` may be NULL. */
void plot_name(struct plot *p, const char *name, const char *mark);

/*
 * The axes of a plot: where they begin and end, and the numbers on them.
 */

enum { TICKS_MAX = 40 };

struct plot_axis {
	double low, high; /* low is at the left or at the bottom, or, of rows, the last row */
	bool log;
	double tick[TICKS_MAX]; /* none where names stand instead of numbers */
	size_t ticks;
};

/* Whether the vertical axis has names, and the horizontal one the values. */
static inline bool plot_has_rows(const struct plot *p)
{
	return p->names > 0 && !p->names_below;
}

/* Can the point be drawn? */
bool plot_is_visible(const struct plot *p, double x, double y);

/* False: there is no point that can be drawn. */
bool plot_axes(const struct plot *p, struct plot_axis *x, struct plot_axis *y);

/* One without title and curves: a gap in a picture. */
static inline bool plot_is_gap(const struct plot *p)
{
	return p->title.length == 0 && p->curves == 0 && !p->title.failed && !p->failed;
}
