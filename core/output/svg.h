/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plots as SVG. No script, no style sheet, no identifiers: pictures may stand beside each other in
 * one page. Text and axes have the colour of the page around them.
 */
#pragma once

#include "core/output/plot_data.h"

/* Rows times columns plots, row by row. `file`: for a file of its own, with a white ground. */
void svg_picture(struct buffer *b, const struct plot *p, size_t rows, size_t columns, bool file);

/*
 * A plot while it is drawn: for svg.c and svg_curves.c.
 */

/* A plot with its place in pixels: of the frame around the points. */
struct svg_plot {
	struct buffer *out;
	const struct plot *plot;
	struct plot_axis x, y;
	double left, top, width, height;
};

/* The place of a value. */
double svg_x(const struct svg_plot *s, double x);
double svg_y(const struct svg_plot *s, double y);

/* Everything inside the frame. */
void svg_curves(const struct svg_plot *s);

/* What stands for a curve in the legend: 26 pixels wide, around the height y. */
void svg_sample(struct buffer *b, const struct plot_curve *c, double x, double y);
