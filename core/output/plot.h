/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Curves, intervals and bars as a picture: SVG by svg.h; PNG and PDF are made from it by
 * the program rsvg-convert, if it is installed.
 *
 * The file appears when the picture is complete, or not at all. A plot without a point that can be
 * drawn is a frame with the words "no values".
 */
#pragma once

#include "core/base/output.h"
#include "core/output/plot_data.h"

/*
 * Can a picture of that name be drawn? It must end in .svg, .png or .pdf (else wrong usage; an open
 * file, /dev/fd/N, gets SVG), and
 * for the last two rsvg-convert and a font must be there (else STATUS_IO). For a check before the
 * work. NULL: there is no picture.
 */
int plot_check(const char *path, struct err *e);

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
 * Writes the picture, unless `path` is NULL, and releases it. A picture that fails costs the
 * picture and not the answer: `lost` then says why, and the answer is printed. -1: out of memory.
 */
int picture_write(struct picture *x, const char *path, struct err *lost, struct err *e);

/* After the answer: `result`, or -1 with the error if only the picture was lost. */
int picture_status(int result, const struct err *lost, struct err *e);

/*
 * How a command with --plot ends: picture_write() if `result` is 0, then the text to `out`, then
 * picture_status(). Releases both.
 */
int picture_finish(struct picture *x, const char *path, struct buffer *text, int result,
		   const struct output *out, struct err *e);
