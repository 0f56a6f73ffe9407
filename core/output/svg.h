/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plots as SVG. No script, no style sheet, no identifiers: pictures may stand beside each other in
 * one page. Text and axes have the colour of the page around them.
 */
#pragma once

#include "core/output/plot_axes.h"

/* Rows times columns plots, row by row. `file`: for a file of its own, with a white ground. */
void svg_picture(struct buffer *b, const struct plot *p, size_t rows, size_t columns, bool file);
