/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/two_runs/difference_border.h"

struct border difference_border(const struct difference *d, double t)
{
	double b2 = d->beta * d->beta, s = t, right = 0;
	if (d->quantity == QUANTITY_PRECISION)
		return (struct border){ .c = { d->size_b, -d->size_a, d->size_b - d->size_a },
					.right = t * d->size_a * d->size_b };
	if (d->quantity == QUANTITY_F) {
		s = t / difference_factor(d);
		right = s * fmax(d->size_a, d->size_b) / b2;
	}
	if (!d->curved)
		return (struct border){ .c = { 1 - s, -(1 + s), -s }, .right = right };
	double h = (d->size_b - d->size_a) / (2 * b2);
	return (struct border){ .curved = true,
				.s = s,
				.m = (d->size_a + d->size_b) / (2 * b2),
				.h = h,
				.end = s * h * h };
}

static struct quadratic plane_at(const struct border *f, size_t last, const double x[AXES])
{
	struct quadratic q = { .b = f->c[last], .c = -f->right, .size = 1e-300 + fabs(f->right) };
	for (size_t i = 0; i < AXES; i++)
		if (i != last) {
			q.c += f->c[i] * x[i];
			q.size += fabs(f->c[i] * x[i]);
		}
	return q;
}

/* Z is the last yield plus all others and m. */
struct quadratic difference_quadratic(const struct border *f, size_t last, const double x[AXES])
{
	double u = x[AXIS_A], v = x[AXIS_B], both = x[AXIS_REST], none = x[AXIS_NEITHER];
	double s = f->s, h = f->h, origin;
	if (!f->curved)
		return plane_at(f, last, x);
	switch (last) {
	case AXIS_A:
		origin = both + v + none + f->m;
		return (struct quadratic){ 1 - s, h - origin - v,
					   h * (2 * both + v - origin) + f->end, origin, 0 };
	case AXIS_B:
		origin = both + u + none + f->m;
		return (struct quadratic){ -1 - s, h + origin + u,
					   h * (2 * both + u - origin) + f->end, origin, 0 };
	case AXIS_REST:
		origin = u + v + none + f->m;
		return (struct quadratic){ -s, u - v + 2 * h, h * (u + v - 2 * origin) + f->end,
					   origin, 0 };
	default:
		origin = both + u + v + f->m;
		return (struct quadratic){ -s, u - v, h * (2 * both + u + v) + f->end, origin, 0 };
	}
}

/* From `low` to `high`. */
struct span {
	double low, high;
};

/* The yields with a z^2 + b z + c <= 0: how many spans, up to two. */
static size_t spans_of(const struct quadratic *f, struct span span[2])
{
	double square = f->b * f->b - 4 * f->a * f->c, root[2];
	span[0] = span[1] = (struct span){ -HUGE_VAL, HUGE_VAL };
	if (f->a != 0 ? square < 0 : f->b == 0)
		return f->a != 0 ? f->a < 0 : f->c <= 0;
	quadratic_roots(f, square, root);
	if (f->a < 0 || (f->a == 0 && f->b > 0)) /* up to the lower root */
		span[0].high = root[0] - f->origin;
	else /* from a root on, or between them */
		span[0].low = root[0] - f->origin;
	if (f->a > 0)
		span[0].high = root[1] - f->origin;
	span[1].low = root[1] - f->origin;
	return f->a < 0 ? 2 : 1;
}

double difference_smooth_part(const struct difference *d, const struct border *f, size_t last,
			      const double x[AXES])
{
	const struct yield_smoothed *yield = &d->axis[last].smoothed;
	const struct quadratic q = difference_quadratic(f, last, x);
	struct span span[2];
	double P = 0;
	for (size_t spans = spans_of(&q, span); spans > 0; spans--) {
		double low = span[spans - 1].low, high = span[spans - 1].high;
		P += fmax((high < HUGE_VAL ? yield_smoothed_cdf(yield, high) : 1) -
				  (low > -HUGE_VAL ? yield_smoothed_cdf(yield, low) : 0),
			  0);
	}
	return P;
}

double difference_last_at(const struct difference *d, const struct border *f, size_t last,
			  const double x[AXES])
{
	const struct yield_distribution *l = d->axis[last].distribution;
	const struct quadratic q = difference_quadratic(f, last, x);
	struct span span[2];
	size_t spans = spans_of(&q, span);
	for (size_t n = 0; n < spans; n++) {
		if (span[n].low >= (double)l->min && span[n].low <= (double)l->max)
			return span[n].low;
		if (span[n].high >= (double)l->min && span[n].high <= (double)l->max)
			return span[n].high;
	}
	return l->mean;
}
