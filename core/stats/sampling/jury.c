/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

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

/* ---- which judges are used ---- */

/* A cell at its place in the order of the classes of some judges. */
struct seat {
	uint64_t place;
	size_t cell;
};

static int by_place(const void *a, const void *b)
{
	const struct seat *x = a, *y = b;
	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	return (x->cell > y->cell) - (x->cell < y->cell);
}

/* By the first `judges` of those that are used. */
static size_t join(const struct jury *j, const struct jury_order *use, size_t judges,
		   const struct jury_cell *cell, size_t count, uint16_t *group)
{
	struct seat seat[JURY_CELLS_MOST];
	struct class_part part[JURY_CELLS_MOST];
	uint16_t joined[JURY_CELLS_MOST];
	size_t parts = 0;
	for (size_t i = 0; i < count; i++) {
		uint16_t at[JUDGES_MOST] = { 0 };
		for (size_t k = 0; k < judges && cell[i].class_of >= 0; k++)
			at[use->judge[k]] =
				j->at[(size_t)cell[i].class_of * j->judges + use->judge[k]];
		seat[i] = (struct seat){ jury_place(j, at), i };
	}
	qsort(seat, count, sizeof *seat, by_place);
	for (size_t i = 0; i < count; i++) {
		const struct class_part *x = &cell[seat[i].cell].part;
		if (i == 0 || seat[i].place != seat[i - 1].place)
			part[parts++] = (struct class_part){ 0 };
		part[parts - 1].size += x->size;
		part[parts - 1].sampled += x->sampled;
	}
	size_t groups = classes_join(part, parts, classes_most(part, parts), joined);
	parts = 0;
	for (size_t i = 0; i < count; i++) {
		parts += i == 0 || seat[i].place != seat[i - 1].place;
		group[seat[i].cell] = joined[parts - 1];
	}
	return groups;
}

static int64_t judged_of(const struct jury_cell *cell, size_t count)
{
	int64_t judged = 0;
	for (size_t i = 0; i < count; i++)
		judged += cell[i].part.sampled;
	return judged;
}

static size_t judges_of(size_t judges, int64_t judged)
{
	size_t most = judged < 2 * JUDGE_JUDGED ? 1 : (size_t)(judged / JUDGE_JUDGED);
	return judges < most ? judges : most;
}

size_t jury_join(const struct jury *j, const struct jury_order *use, const struct jury_cell *cell,
		 size_t count, uint16_t *group)
{
	return join(j, use, judges_of(use->count, judged_of(cell, count)), cell, count, group);
}

/* Of one proportion, times the documents. */
static double variance_of(const struct jury_cell *group)
{
	double N = (double)group->part.size, n = (double)group->part.sampled;
	double r = (double)group->relevant;
	double p = (r + 0.5) / (n + 1);
	return n < 2 ? N * N / 4 : N * N * (1 - n / N) * p * (1 - p) / (n - 1);
}

static double variance_left(const struct jury *j, const struct jury_order *use,
			    const struct jury_cell *cell, size_t count)
{
	double sum = 0;
	for (size_t first = 0, end; first < count; first = end) {
		struct jury_cell all[JURY_CELLS_MOST] = { 0 };
		uint16_t group[JURY_CELLS_MOST];
		for (end = first; end < count && cell[end].stratum == cell[first].stratum;)
			end++;
		size_t groups = join(j, use, use->count, cell + first, end - first, group);
		for (size_t i = first; i < end; i++) {
			struct jury_cell *to = &all[group[i - first]];
			to->part.size += cell[i].part.size;
			to->part.sampled += cell[i].part.sampled;
			to->relevant += cell[i].relevant;
		}
		for (size_t g = 0; g < groups; g++)
			sum += all[g].part.sampled < all[g].part.size ? variance_of(&all[g]) : 0;
	}
	return sum;
}

static bool is_used(const struct jury_order *use, size_t judge)
{
	for (size_t k = 0; k < use->count; k++)
		if (use->judge[k] == judge)
			return true;
	return false;
}

struct jury_order jury_choose(const struct jury *j, const struct jury_cell *cell, size_t count)
{
	struct jury_order best = { 1, { 0 } };
	size_t offered = judges_of(j->judges, judged_of(cell, count));
	double least = INFINITY;
	for (size_t k = 0; k < offered && offered > 1; k++) {
		struct jury_order before = best;
		before.count = k;
		for (size_t g = 0; g < offered; g++) {
			struct jury_order use = before;
			use.judge[use.count] = g;
			use.count += !is_used(&before, g);
			double left = variance_left(j, &use, cell, count);
			if (use.count > k && left < least) {
				least = left;
				best = use;
			}
		}
		if (best.count == k)
			break;
	}
	return best;
}

/* ---- control variates ---- */

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
