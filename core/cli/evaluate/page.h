/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A leaderboard as a page: the table, pictures if gnuplot is there, and the values of topics if the
 * board has them.
 */
#pragma once

#include "core/cli/evaluate/board.h"
#include "core/cli/output/html.h"

int board_page(const struct board *b, int digits, const struct html_origin *origin,
	       struct buffer *out, struct err *e);
