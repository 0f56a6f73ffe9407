/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Curves, intervals and bars as a picture, drawn by gnuplot if it is installed.
 *
 * The file appears when the picture is complete, or not at all. A plot without a point that can be
 * drawn is a frame with the words "no values".
 */
#pragma once

#include "core/base/output.h"
#include "core/output/plot_data.h"

/*
 * Can a picture of that name be drawn? It must end in .svg, .png or .pdf (else wrong usage), and
 * gnuplot must be there (else STATUS_IO). For a check before the work. NULL: there is no picture.
 */
int plot_check(const char *path, struct err *e);

/* One plot as the text of an SVG file; `svg` is empty before. */
int plot_svg(const struct plot *p, struct buffer *svg, struct err *e);

/* Plots that make one picture, row by row. One without title and curves is a gap. */
struct picture {
	struct plot *plot; /* rows times columns */
	size_t rows, columns;
};

/* A zeroed struct picture has no plots yet; it can be released, too. */
int picture_init(struct picture *x, size_t rows, size_t columns, struct err *e);
void picture_release(struct picture *x);

/* As many rows and columns as suit a number of plots; one plot if it is 0. */
int picture_init_plots(struct picture *x, size_t plots, struct err *e);

/*
 * How every command with --plot ends. If `result` is 0 and no memory is missing, the picture is
 * written to `path`, unless that is NULL, and then the text to `out`. Releases both. Returns -1 if
 * `result` was -1, or if writing failed.
 */
int picture_finish(struct picture *x, const char *path, struct buffer *text, int result,
		   const struct output *out, struct err *e);
