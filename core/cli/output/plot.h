/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Curves as a picture, drawn by gnuplot if it is installed.
 *
 * gnuplot gets its commands on standard input and writes the picture to a pipe: no file name
 * becomes part of a command, and a full disk is seen here. The file appears when the picture is
 * complete, or not at all. A plot without a point that can be drawn is a frame with the words "no
 * values".
 */
#pragma once

#include "core/base/err.h"

enum plot_style { STYLE_LINE_AND_POINTS, STYLE_LINE, STYLE_POINTS, STYLE_IMPULSES };

struct plot_curve {
	char *title;   /* owned; NULL: not in the legend */
	size_t colour; /* curves that belong together have the same number */
	bool pale;     /* dashed and grey, for comparison */
	bool dashed;   /* in its colour */
	enum plot_style style;
	double *x, *y; /* owned; nan: a gap */
	size_t count, room;
};

/*
 * Instead of curves: a box for each, with the quartiles of its y, whiskers of at most 1.5 times
 * their distance, circles beyond and a cross for the mean; or a bar for each, as high as its first
 * y. Their titles stand below them.
 */
enum plot_kind { PLOT_CURVES, PLOT_BOXES, PLOT_BARS };

struct plot {
	const char *title, *x_label, *y_label; /* borrowed */
	bool log_x, log_y;
	bool from_zero;	    /* the vertical axis */
	double bottom, top; /* of the vertical axis; both 0: where the values are */
	enum plot_kind kind;
	double level; /* of boxes: a line to compare with; 0: none */
	struct plot_curve *curve;
	size_t curves, room;
	bool failed; /* memory ran out */
};

/* A zeroed struct plot is empty and ready. */
void plot_release(struct plot *p);

/* Adds an empty curve; plot_point() adds to the last one. */
void plot_curve(struct plot *p, const char *title, size_t colour, bool pale);
void plot_point(struct plot *p, double x, double y);

/* Makes the last curve a dashed one, or one of another style. */
void plot_dash(struct plot *p);
void plot_style(struct plot *p, enum plot_style style);

/*
 * Can a picture of that name be drawn? It must end in .svg or .png (else wrong usage), and gnuplot
 * must be there (else STATUS_IO). For a check before the work.
 */
int plot_check(const char *path, struct err *e);

int plot_write(const struct plot *p, const char *path, struct err *e);

/* Rows times columns plots as one picture, row by row. */
int plot_write_grid(const struct plot *p, size_t rows, size_t columns, const char *path,
		    struct err *e);
