/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program gnuplot: it gets its commands on standard input and writes the picture to a pipe, so
 * that no file name becomes part of a command, and a full disk is seen here.
 *
 * Apart from plot.h because a system without processes has no such program.
 */
#pragma once

#include "core/base/buffer.h"
#include "core/base/err.h"

/* Runs the commands; the picture is kept in memory. STATUS_IO if gnuplot is missing. */
int gnuplot_draw(const struct buffer *commands, struct buffer *picture, struct err *e);
