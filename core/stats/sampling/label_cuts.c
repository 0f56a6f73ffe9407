/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/sampling/label_cuts.h"

static const double ABOVE = 0.25;

/* How far the share above a cut is from the best; 2: nothing is above, or nothing below. */
static double distance(const int64_t *size, size_t classes, size_t cut)
{
	double above = 0, all = 0;
	for (size_t k = 0; k < classes; k++) {
		all += (double)size[k];
		above += k >= cut ? (double)size[k] : 0;
	}
	return above > 0 && above < all ? fabs(above / all - ABOVE) : 2;
}

static size_t cut_at_level(const double *value, size_t classes, double level)
{
	for (size_t k = 0; value != NULL && k < classes; k++)
		if (value[k] >= level)
			return k;
	return 0;
}

size_t label_cuts(const int64_t *size, const double *value, size_t classes, double level,
		  size_t *cut)
{
	size_t count = 0, first = cut_at_level(value, classes, level);
	if (first > 0 && distance(size, classes, first) < 2)
		cut[count++] = first;
	while (count + 1 < classes) {
		size_t best = 0;
		double least = 2;
		for (size_t k = 1; k < classes; k++) {
			bool taken = false;
			for (size_t i = 0; i < count; i++)
				taken = taken || cut[i] == k;
			double d = taken ? 2 : distance(size, classes, k);
			best = d < least ? k : best;
			least = fmin(least, d);
		}
		if (best == 0)
			break;
		cut[count++] = best;
	}
	return count;
}
