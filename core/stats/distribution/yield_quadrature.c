/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/distribution/yield.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/gauss_quadrature.h"

#define TAIL	   TAIL_LEFT_OUT
#define PANEL_TAIL (RULE_ERROR / 10) /* mass at either end that is one panel */

static int rule_init(struct rule *r, size_t count)
{
	*r = (struct rule){ .x = calloc(3 * (count ? count : 1), sizeof *r->x) };
	if (r->x == NULL)
		return -1;
	r->w = r->x + count;
	r->cell = r->w + count;
	return 0;
}

void rule_release(struct rule *r)
{
	free(r->x);
	*r = (struct rule){ 0 };
}

static void add_rule_point(struct rule *r, double x, double w, double cell)
{
	if (!(w > 0))
		return;
	r->x[r->count] = x;
	r->cell[r->count] = cell;
	r->w[r->count++] = w;
	r->largest = fmax(r->largest, cell > 0 ? w / cell : w);
}

static void add_atoms(struct rule *r, const struct yield_atoms *a)
{
	size_t from = 0, end = a->count;
	double sum = 0;
	while (from + 1 < end && (sum += a->mass[from]) <= TAIL)
		from++;
	sum = 0;
	while (from + 1 < end && (sum += a->mass[end - 1]) <= TAIL)
		end--;
	for (size_t i = from; i < end; i++) /* each integer, also if its mass was rounded to 0 */
		add_rule_point(r, (double)(a->first + (int64_t)i), fmax(a->mass[i], LEAST_POSITIVE),
			       0);
}

/* Gauss's three points between two knots: exact for the quadratic density times a cubic. */
static void add_knots(struct rule *r, const struct yield_distribution *l)
{
	static const double node[3] = { 0.1127016653792583115, 0.5, 0.8872983346207416885 };
	static const double weight[3] = { 5.0 / 18, 8.0 / 18, 5.0 / 18 };
	for (size_t i = 0; i + 1 < l->knots; i++) {
		const struct yield_knot *k = &l->knot[i];
		double d = k[1].x - k[0].x;
		if (k[1].F <= TAIL || k[0].F >= 1 - TAIL)
			continue;
		for (int g = 0; g < 3; g++) {
			double u = node[g] * d, f = yield_knot_slope(k, u);
			double x = fmin(fmax(k->x + u, (double)l->min), (double)l->max);
			add_rule_point(r, x, weight[g] * d * f, weight[g] * d);
		}
	}
}

int rule_points(struct rule *r, const struct yield_distribution *l)
{
	if (rule_init(r, l->low.count + 3 * l->knots + l->high.count) < 0)
		return -1;
	if (l->low.count > 0)
		add_atoms(r, &l->low);
	add_knots(r, l);
	if (l->high.count > 0)
		add_atoms(r, &l->high);
	double total = 0;
	for (size_t i = 0; i < r->count; i++)
		total += r->w[i];
	for (size_t i = 0; i < r->count; i++)
		r->w[i] /= total;
	r->masses = yield_is_exact(l);
	return 0;
}

int rule_gauss(struct rule *r, const struct rule *points, size_t n)
{
	if (rule_init(r, n) < 0)
		return -1;
	r->count = gauss_rule(points->x, points->w, points->count, n, r->x, r->w);
	if (r->count == 0) {
		rule_release(r);
		return -1;
	}
	r->largest = points->largest;
	bool all = r->count == points->count;
	r->masses = all && points->masses;
	for (size_t i = 0; i < r->count; i++) {
		double left = r->x[i > 0 ? i - 1 : i];
		double right = r->x[i + 1 < r->count ? i + 1 : i];
		r->cell[i] = all ? points->cell[i] : (right - left) / 2;
	}
	return 0;
}

/* The nodes of the points from .. end-1. */
static int add_panel(struct rule *r, const struct rule *points, size_t from, size_t end)
{
	double node[PANEL_NODES], weight[PANEL_NODES], mass = 0;
	for (size_t i = from; i < end; i++)
		mass += points->w[i];
	size_t found = gauss_rule(points->x + from, points->w + from, end - from, PANEL_NODES, node,
				  weight);
	if (found == 0)
		return -1;
	bool all = found == end - from;
	double width = points->x[end - 1] - points->x[from];
	for (size_t i = 0; i < found; i++)
		add_rule_point(r, node[i], weight[i],
			       all ? points->cell[from + i] : fmax(1, width) * weight[i] / mass);
	return 0;
}

/* How long a panel may be that begins at point `from` and reaches point i. */
struct ends {
	bool low, high; /* ends of the distribution, not of what was kept of a tail */
	double deviation;
};

static double room(const struct rule *points, const struct ends *e, size_t from, size_t i)
{
	double most = e->deviation;
	if (e->low)
		most = fmin(most, points->x[from] - points->x[0]);
	if (e->high)
		most = fmin(most, points->x[points->count - 1] - points->x[i]);
	return most;
}

int rule_panels(struct rule *r, const struct rule *points, const struct yield_distribution *l,
		double fineness)
{
	if (rule_init(r, points->count) < 0)
		return -1;
	const double *x = points->x;
	size_t count = points->count, from = 0;
	const struct ends e = {
		.low = x[0] <= (double)l->min + 2 * fmax(1, points->cell[0]),
		.high = x[count - 1] >= (double)l->max - 2 * fmax(1, points->cell[count - 1]),
		.deviation = sqrt(l->variance),
	};
	double mass = 0, upto = 0;
	for (size_t i = 1; i <= count; i++) {
		mass += points->w[i - 1];
		upto += points->w[i - 1];
		bool ends = i == count || x[i] - x[from] > fineness * room(points, &e, from, i) ||
			    mass + points->w[i] > fineness / 8;
		bool tail = upto < PANEL_TAIL || (upto - mass > 1 - PANEL_TAIL && i < count);
		if (!ends || tail)
			continue;
		if (add_panel(r, points, from, i) < 0) {
			rule_release(r);
			return -1;
		}
		from = i;
		mass = 0;
	}
	r->largest = points->largest;
	r->masses = points->masses && r->count == count;
	return 0;
}

/* Single masses: the angle grows by the same step from one to the next. */
static double wave_of_masses(const struct rule *points, double angle)
{
	double re = 0, im = 0, x = 1, y = 0, cosine = cos(angle), sine = sin(angle);
	for (size_t i = 0; i < points->count; i++) {
		re += points->w[i] * x;
		im += points->w[i] * y;
		double turned = x * cosine - y * sine;
		y = x * sine + y * cosine;
		x = turned;
	}
	return hypot(re, im);
}

double rule_wave(const struct rule *points, double frequency)
{
	double re = 0, im = 0, step = frequency - round(frequency);
	double angle = 2 * M_PI * step;
	if (points->masses)
		return wave_of_masses(points, angle);
	for (size_t i = 0; i < points->count; i++) {
		if (fabs(step * points->cell[i]) > 0.5) /* the wave averages out in the cell */
			continue;
		re += points->w[i] * cos(angle * points->x[i]);
		im += points->w[i] * sin(angle * points->x[i]);
	}
	return hypot(re, im);
}
