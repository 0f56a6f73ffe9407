/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/sampling/jury.h"

static const double ABOVE = 0.25;

/* The judge whose classes change least often, by its number of classes, comes first. */
static bool comes_before(const struct jury *j, size_t a, size_t b)
{
	size_t x = j->judge[a].classes, y = j->judge[b].classes;
	return x != y ? x < y : a < b;
}

uint64_t jury_place(const struct jury *j, const uint16_t *at)
{
	uint64_t place = 0;
	for (size_t turn = 0; turn < j->judges; turn++)
		for (size_t g = 0; g < j->judges; g++) {
			uint64_t classes = j->judge[g].classes + 1;
			size_t before = 0;
			for (size_t i = 0; i < j->judges; i++)
				before += comes_before(j, i, g);
			if (before == turn)
				place = place * classes +
					(place % 2 == 1 ? classes - 1 - at[g] : at[g]);
		}
	return place;
}

/* How far the share above a cut is from the best; 2: nothing is above, or nothing below. */
static double distance(const struct jury *j, const int64_t *size, const struct label_cut *cut)
{
	double above = 0, all = 0;
	for (size_t k = 0; k < j->classes; k++) {
		all += (double)size[k];
		above += jury_counts(j, cut, k) ? (double)size[k] : 0;
	}
	return above > 0 && above < all ? fabs(above / all - ABOVE) : 2;
}

static size_t cut_at_level(const struct jury *j, size_t judge, double level)
{
	const double *value = j->judge[judge].value;
	for (size_t k = 0; value != NULL && k < j->judge[judge].classes; k++)
		if (value[k] >= level)
			return k;
	return 0;
}

static bool is_taken(const struct label_cut *cut, size_t count, const struct label_cut *x)
{
	for (size_t i = 0; i < count; i++)
		if (cut[i].judge == x->judge && cut[i].from == x->from)
			return true;
	return false;
}

/* The next cut of a judge, if there is one. */
static bool next_cut(const struct jury *j, const int64_t *size, double level, size_t judge,
		     const struct label_cut *cut, size_t count, struct label_cut *out)
{
	const struct label_cut first = { judge, cut_at_level(j, judge, level) };
	double least = 2;
	*out = first;
	if (first.from > 0 && distance(j, size, &first) < 2 && !is_taken(cut, count, &first))
		return true;
	for (size_t k = 1; k < j->judge[judge].classes; k++) {
		const struct label_cut x = { judge, k };
		double d = is_taken(cut, count, &x) ? 2 : distance(j, size, &x);
		*out = d < least ? x : *out;
		least = fmin(least, d);
	}
	return least < 2;
}

size_t jury_cuts(const struct jury *j, const int64_t *size, double level, size_t most,
		 struct label_cut *cut, size_t *first)
{
	size_t count = 0, before = SIZE_MAX;
	*first = 0;
	while (count != before) {
		before = count;
		for (size_t g = 0; g < j->judges && count < most; g++)
			count += next_cut(j, size, level, g, cut, count, &cut[count]);
		*first = *first == 0 ? count : *first;
	}
	return count;
}
