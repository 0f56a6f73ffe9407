/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>

#include "core/stats/numeric/root.h"

struct point {
	double x, f;
};

/* a: the newest point; b: the other side of the zero; c: the point before. */
static bool interpolation_is_safe(struct point a, struct point b, struct point c)
{
	double xi = (a.x - b.x) / (c.x - b.x), phi = (a.f - b.f) / (c.f - b.f);
	return phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
}

/* The zero of the inverse parabola through the three, as a part of the way from a to b. */
static double interpolate(struct point a, struct point b, struct point c)
{
	return a.f / (b.f - a.f) * (c.f / (b.f - c.f)) +
	       (c.x - a.x) / (b.x - a.x) * (a.f / (c.f - a.f)) * (b.f / (c.f - b.f));
}

double root_between(double (*f)(const void *of, double x), const void *of, double low, double high,
		    double tolerance)
{
	struct point b = { low, f(of, low) }, a = { high, f(of, high) };
	if (a.f == 0 || b.f == 0 || (a.f > 0) == (b.f > 0))
		return fabs(a.f) < fabs(b.f) ? a.x : b.x;
	double part = 0.5;
	for (int i = 0; i < 200; i++) {
		struct point next = { a.x + part * (b.x - a.x), 0 }, c;
		next.f = f(of, next.x);
		if ((next.f > 0) == (a.f > 0)) {
			c = a;
		} else {
			c = b;
			b = a;
		}
		a = next;
		struct point best = fabs(a.f) < fabs(b.f) ? a : b;
		double least = 2 * DBL_EPSILON * fabs(best.x) + tolerance / 2;
		double margin = least / fabs(b.x - a.x);
		if (margin > 0.5 || best.f == 0)
			return best.x;
		part = interpolation_is_safe(a, b, c) ? interpolate(a, b, c) : 0.5;
		part = fmin(1 - margin, fmax(margin, part));
	}
	return a.x;
}

double lowest_between(double (*f)(const void *of, double x), const void *of, double low,
		      double high, double tolerance)
{
	const double golden = 0.61803398874989484820;
	double x[2] = { high - golden * (high - low), low + golden * (high - low) };
	double y[2] = { f(of, x[0]), f(of, x[1]) };
	while (high - low > tolerance) {
		int higher = y[0] < y[1];
		*(higher ? &high : &low) = x[higher];
		x[higher] = x[1 - higher];
		y[higher] = y[1 - higher];
		x[1 - higher] = higher ? high - golden * (high - low) : low + golden * (high - low);
		y[1 - higher] = f(of, x[1 - higher]);
	}
	return (low + high) / 2;
}

int64_t monotone_border_next(struct monotone_border *s, monotone_border_test test, void *context,
			     int64_t row, int64_t first, int64_t last)
{
	int64_t low = first, high = last + 1; /* the border is in low..high */
	int64_t guess = s->border + s->step;
	guess = guess < first ? first : guess > last ? last : guess;

	/* Away from the guess in doubling steps until the border is enclosed, then halve. */
	bool at_guess = test(context, row, guess), beyond = at_guess;
	for (int64_t at = guess, step = 1;; beyond = test(context, row, at), step *= 2) {
		*(beyond ? &high : &low) = beyond ? at : at + 1;
		if (beyond != at_guess || low >= high)
			break;
		at = at_guess ? high - step : low + step - 1;
		at = at < first ? first : at > last ? last : at;
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
