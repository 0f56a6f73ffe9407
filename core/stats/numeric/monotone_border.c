/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/numeric/monotone_border.h"

int64_t monotone_border_next(struct monotone_border *s, monotone_border_test test, void *context,
			     int64_t row, int64_t first, int64_t last)
{
	int64_t low = first, high = last + 1; /* the border is in low..high */
	int64_t guess = s->border + s->step;
	guess = guess < first ? first : guess > last ? last : guess;

	/* Away from the guess in doubling steps until the border is enclosed, then halve. */
	if (test(context, row, guess)) {
		high = guess;
		for (int64_t step = 1; low < high; step *= 2) {
			int64_t at = high - step < first ? first : high - step;
			if (!test(context, row, at)) {
				low = at + 1;
				break;
			}
			high = at;
		}
	} else {
		low = guess + 1;
		for (int64_t step = 0; low < high; step = 2 * step + 1) {
			int64_t at = low + step > last ? last : low + step;
			if (test(context, row, at)) {
				high = at;
				break;
			}
			low = at + 1;
		}
	}
	while (low < high) {
		int64_t middle = low + (high - low) / 2;
		if (test(context, row, middle))
			high = middle;
		else
			low = middle + 1;
	}
	s->step = low - s->border;
	s->border = low;
	return low;
}
