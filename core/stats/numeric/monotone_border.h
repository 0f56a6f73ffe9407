/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Walking along the border of a monotone region of the lattice: for each row the first column at
 * which a condition holds, where that column never moves back from row to row. A good guess, such
 * as the last border plus the last step, makes it two tests a row.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* False up to some column of the row, then true. */
typedef bool (*monotone_border_test)(void *context, int64_t row, int64_t column);

struct monotone_border {
	int64_t border, step; /* of the row before; border = first, step = 0 at the start */
};

/* The first column of first..last at which `test` is true, last + 1 if there is none. */
int64_t monotone_border_next(struct monotone_border *s, monotone_border_test test, void *context,
			     int64_t row, int64_t first, int64_t last);
