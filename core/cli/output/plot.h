/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Curves, intervals and bars as a picture, drawn by gnuplot if it is installed.
 *
 * The file appears when the picture is complete, or not at all. A plot without a point that can be
 * drawn is a frame with the words "no values".
 */
#pragma once

#include "core/base/err.h"
#include "core/cli/output/plot_data.h"

/*
 * Can a picture of that name be drawn? It must end in .svg, .png or .pdf (else wrong usage), and
 * gnuplot must be there (else STATUS_IO). For a check before the work.
 */
int plot_check(const char *path, struct err *e);

int plot_write(const struct plot *p, const char *path, struct err *e);

/* Rows times columns plots as one picture, row by row. One without title and curves is a gap. */
int plot_write_grid(const struct plot *p, size_t rows, size_t columns, const char *path,
		    struct err *e);

/* The same as the text of an SVG file; `svg` is empty before. */
int plot_svg(const struct plot *p, size_t rows, size_t columns, struct buffer *svg, struct err *e);

/* Plots that make one picture. */
struct picture {
	struct plot *plot; /* rows times columns */
	size_t rows, columns;
};

/* Rows and columns for `plots` plots; or all one below the other. */
int picture_init(struct picture *x, size_t plots, bool below, struct err *e);
void picture_release(struct picture *x);

/*
 * Of the result of making a picture: writes it and releases it. `text` is what is printed
 * afterwards: without it there is no picture either.
 */
int picture_finish(struct picture *x, int result, const struct buffer *text, const char *path,
		   struct err *e);
