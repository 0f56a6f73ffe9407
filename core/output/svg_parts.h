/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plot while it is drawn. Apart from svg.h because only svg.c and svg_curves.c know it.
 */
#pragma once

#include "core/output/plot_axes.h"

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
