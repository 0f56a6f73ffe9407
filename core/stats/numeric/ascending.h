/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ascending order of doubles, or of structures whose first member is a double, for qsort(), or
 * descending; and where a value belongs in it.
 */
#pragma once

#include <stddef.h>

static inline int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static inline int descending(const void *a, const void *b)
{
	return ascending(b, a);
}

/* The place of the first of ascending numbers that is at least `value`; `count`: none is. */
static inline size_t first_at_least(const double *x, size_t count, double value)
{
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (x[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}
