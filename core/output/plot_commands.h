/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plots as commands of gnuplot.
 *
 * Apart from plot.c because only plot_commands.c knows the language of gnuplot.
 */
#pragma once

#include "core/output/plot_data.h"

enum plot_kind { PLOT_UNKNOWN, PLOT_SVG, PLOT_PNG, PLOT_PDF };

/* `kind`: PNG or PDF. */
void plot_commands(struct buffer *b, const struct plot *p, size_t rows, size_t columns,
		   enum plot_kind kind);
