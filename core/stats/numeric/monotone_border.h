/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A walk along the border of a region of a grid: for each row, the first column at which a
 * condition is true. That column never moves back from one row to the next. With a good guess, the
 * last border plus the last step, it takes about two tests a row.
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
