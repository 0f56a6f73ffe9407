/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checked numbers: the whole text must be the number, or the answer is false.
 *
 * The bytes after `text` must be readable up to one that cannot continue a number (white space,
 * ',' or NUL), which holds for every field of a line and for every C string.
 */
#pragma once

#include "core/base/slice.h"

/* Decimal digits with an optional sign; false on anything else and on overflow. */
bool parse_integer(struct slice text, int64_t *value);

/* The same also if it is written as a real: 1.0, 10., 1e0, 2.50e1. Exact: 0.99999999999999999999 is
 * not 1. */
bool parse_whole(struct slice text, int64_t *value);

/* The same also if it is written as a real: 1.0, 1e0, 2.50e1. Exact: 0.99999999999999999999 is not
 * 1. */
bool parse_whole(struct slice text, int64_t *value);

/* Everything that strtod() takes, correctly rounded, infinities and NaN included. */
bool parse_real(struct slice text, double *value);

/* The shortest of 15, 16 or 17 digits that reads back as the same number. */
struct real_text {
	char text[32];
};
struct real_text real_text(double value);

/* Whether two numbers are the same in print, with so many digits behind the point. */
bool look_alike(double x, double y, int digits);
