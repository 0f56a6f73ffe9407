/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/distribution/yield.h"
#include "core/stats/distribution/yield_parts.h"

/* Edges of the atoms at half-integers, from the one before the first to the one after the last. */
static int add_atoms(struct knots *k, const struct yield_atoms *a, bool low, bool high)
{
	double before = low ? 0 : a->upto[0] - a->mass[0];
	int64_t count = (int64_t)a->count, from = low ? -2 : 0, end = high ? count : count - 2;
	for (int64_t i = from; i <= end; i++) {
		double F[3];
		for (int64_t j = 0; j < 3; j++) {
			int64_t at = i - 1 + j;
			F[j] = at < 0 ? before : a->upto[at < count ? at : count - 1];
		}
		if (knots_add(k, (double)(a->first + i) + 0.5, (F[0] + 22 * F[1] + F[2]) / 24, -1) <
		    0)
			return -1;
	}
	return 0;
}

/* The slopes of knots without one (f < 0); never so steep that a cubic would fall. */
static void add_slopes(struct yield_knot *k, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (k[i].f >= 0)
			continue;
		if (i == 0 || i + 1 == count) {
			k[i].f = 0;
			continue;
		}
		double left = (k[i].F - k[i - 1].F) / (k[i].x - k[i - 1].x);
		double right = (k[i + 1].F - k[i].F) / (k[i + 1].x - k[i].x);
		double f = (left + right) / 2;
		if (i >= 2 && i + 2 < count && k[i + 2].x - k[i - 2].x == 4)
			f = (8 * (k[i + 1].F - k[i - 1].F) - (k[i + 2].F - k[i - 2].F)) / 12;
		k[i].f = fmin(fmax(f, 0), 3 * fmax(fmin(left, right), 0));
	}
}

static void fill_guide(struct yield_smoothed *s)
{
	size_t at = 0;
	s->scale = (double)s->knots / (s->knot[s->knots - 1].x - s->knot[0].x);
	for (size_t i = 0; i < s->knots; i++) {
		double begin = s->knot[0].x + (double)i / s->scale;
		while (at + 2 < s->knots && s->knot[at + 1].x <= begin)
			at++;
		s->guide[i] = at;
	}
}

int yield_smoothed_init(struct yield_smoothed *s, const struct yield_distribution *l)
{
	struct knots k = { 0 };
	bool exact = yield_is_exact(l);
	int status = l->low.count > 0 ? add_atoms(&k, &l->low, true, exact) : 0;
	for (size_t i = 0; i < l->knots && status == 0; i++)
		status = knots_add(&k, l->knot[i].x, l->knot[i].F, fmax(l->knot[i].f, 0));
	if (status == 0 && l->high.count > 0)
		status = add_atoms(&k, &l->high, false, true);
	*s = (struct yield_smoothed){ .knot = k.knot, .knots = k.count };
	if (status == 0) {
		s->guide = calloc(k.count, sizeof *s->guide);
		status = s->guide ? 0 : -1;
	}
	if (status < 0) {
		yield_smoothed_release(s);
		return -1;
	}
	add_slopes(s->knot, s->knots);
	knots_finish(s->knot, s->knots);
	fill_guide(s);
	return 0;
}

void yield_smoothed_release(struct yield_smoothed *s)
{
	free(s->knot);
	free(s->guide);
	*s = (struct yield_smoothed){ 0 };
}

double yield_smoothed_cdf(const struct yield_smoothed *s, double y)
{
	const struct yield_knot *k = s->knot;
	double u = y - k[0].x;
	if (!(u > 0))
		return 0;
	if (y >= k[s->knots - 1].x)
		return 1;
	size_t part = (size_t)(u * s->scale);
	part = part < s->knots ? part : s->knots - 1;
	size_t low = s->guide[part], high = s->knots - 1; /* k[low].x <= y < k[high].x */
	if (part + 1 < s->knots)
		high = s->guide[part + 1] + 1;
	low = yield_knot_between(k, low, high, y);
	return yield_knot_at(&k[low], y - k[low].x);
}
