/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads a distribution: its distribution function, its quantiles, and for two distributions the
 * probability of a half-plane. yield_build.c makes distributions.
 *
 *     P(X1 <= c + theta X0) = sum over x of P(X0 = x) F1(c + theta x)
 *
 * This sum is taken over the part of X0 that is kept as atoms. Over the part of X1 that is kept as
 * atoms, it is the same sum with the roles exchanged. If both are smooth, it is the integral of
 * F1(c + theta x) f0(x). That is a cubic times a quadratic between the knots of both, for which
 * Gauss's three-point rule is exact. If both are smooth from end to end, so is the product, and the
 * trapezoidal rule over the knots of the narrower one is as good with a tenth of the points.
 *
 * The integral treats F1 as continuous, but F1 steps at integers: F1(floor(y) + 1/2), not F1(y).
 * The difference is f1(y) s(y) with the sawtooth s(y) = floor(y) + 1/2 - y = sum_j sin(2 pi j
 * y)/(pi j). It averages out over x unless j theta is close to an integer for a small j. With theta
 * = (u + eps)/v the harmonics j = i v add up to s(v c + eps x)/v: this is the atom at recall
 * u/(u+v), and the gaps around it. Its mean over each piece of the rule is added, in closed form.
 * The square of s, and the step from a sum to an integral, leave f1'(y) (1 + theta^2)/24 on
 * average.
 */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/distribution/yield.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/lattice.h"

/*
 * How close to an integer counts as one: 45 times the rounding error of a number of this size.
 * theta = t/(1-t) has an error of (1+theta) units in the last place.
 */
static double slack(double size, double theta)
{
	return NEAR_BITS * (1 + size) * (1 + theta);
}

/* The line at x, and where it reaches y, moved by the rounding error towards the next integer. */
static inline double near_line(double c, double theta, double x)
{
	return c + theta * x + slack(fabs(c) + fabs(theta * x), theta);
}

static inline double near_line_from(double c, double theta, double y)
{
	return (y - c) / theta - slack((fabs(y) + fabs(c)) / theta, theta);
}

double yield_line_at(double c, double theta, double x)
{
	return floor(near_line(c, theta, x));
}

/* The knot whose cubic holds x; the first or the last one for positions beyond them. */
static size_t knot_of(const struct yield_distribution *l, double x)
{
	size_t low = 0, high = l->knots - 1;
	if (l->spacing > 0) {
		double i = (x - l->knot[0].x) / l->spacing;
		return i <= 0 ? 0 : i < (double)high ? (size_t)i : high - 1;
	}
	return yield_knot_between(l->knot, low, high, x);
}

double yield_smooth(const struct yield_distribution *l, double x, size_t *cursor)
{
	const struct yield_knot *k = l->knot;
	size_t i = *cursor, last = l->knots - 2;
	if (x < k[i].x || (i + 8 <= last && x >= k[i + 8].x)) /* far */
		i = knot_of(l, x);
	while (i < last && x >= k[i + 1].x)
		i++;
	*cursor = i;
	return yield_knot_at(&k[i], x - k[i].x);
}

/* P(X <= k) for an integer k. */
static double cdf(const struct yield_distribution *l, double k, size_t *cursor)
{
	double low = k - (double)l->low.first, high = k - (double)l->high.first;
	if (k < (double)l->min || k >= (double)l->max)
		return k < (double)l->min ? 0 : 1;
	if (l->low.count > 0 && low < (double)l->low.count)
		return low < 0 ? 0 : l->low.upto[(size_t)low];
	if (l->knots == 0 || (l->high.count > 0 && high >= (double)l->high.count))
		return 1;
	if (l->high.count > 0 && high >= 0)
		return l->high.upto[(size_t)high];
	return yield_smooth(l, fmin(fmax(k + 0.5, l->knot[0].x), l->knot[l->knots - 1].x), cursor);
}

double yield_cdf(const struct yield_distribution *l, double x)
{
	size_t cursor = 0;
	return cdf(l, yield_line_at(0, 1, x), &cursor);
}

double yield_quantile(const struct yield_distribution *l, double p)
{
	size_t cursor = 0;
	int64_t low = l->min - 1, high = l->max; /* P(<= low) < p <= P(<= high) */
	while (high - low > 1) {
		int64_t k = low + (high - low) / 2;
		if (cdf(l, (double)k, &cursor) >= p - YIELD_TIE)
			high = k;
		else
			low = k;
	}
	return (double)high;
}

/* What the smooth part of X has between its first and its last knot. */
static double smooth_mass(const struct yield_distribution *l)
{
	return l->knot[l->knots - 1].F - l->knot[0].F;
}

/* The index of the first atom from x on, at most their number. */
static size_t index_from(const struct yield_atoms *a, double x)
{
	double i = ceil(x) - (double)a->first;
	return i <= 0 ? 0 : i >= (double)a->count ? a->count : (size_t)i;
}

/* The mass of all atoms from an index on. */
static double total_from(const struct yield_atoms *a, size_t i)
{
	return a->upto[a->count - 1] - a->upto[i] + a->mass[i];
}

/*
 * Sums over atoms of their mass times P(X <= at + by x), X being in one part of its distribution:
 * from the first atom that has something of the part below it to the first one that has all of it.
 * They take most of the time of intervals. No yield is negative.
 */
struct passing {
	const struct yield_atoms *atoms;
	double at, by;
};

static inline double passed_at(const struct passing *s, size_t i)
{
	return s->at + s->by * (double)(s->atoms->first + (int64_t)i);
}

/* The first atom that has passed y. */
static size_t passed_from(const struct passing *s, double y)
{
	size_t i = index_from(s->atoms, (y - s->at) / s->by - 1);
	while (i < s->atoms->count && passed_at(s, i) < y)
		i++;
	return i;
}

static double atoms_past_atoms(const struct passing *s, const struct yield_atoms *part, double base)
{
	double first = (double)part->first, count = (double)part->count, sum = 0, y;
	size_t i = part->count > 0 ? passed_from(s, first) : s->atoms->count;
	for (; i < s->atoms->count && (y = passed_at(s, i) - first) < count; i++)
		sum += s->atoms->mass[i] * (part->upto[(size_t)y] - base);
	return i < s->atoms->count
		       ? sum + total_from(s->atoms, i) * (part->upto[part->count - 1] - base)
		       : sum;
}

static double atoms_past_knots(const struct passing *s, const struct yield_distribution *l)
{
	size_t cursor = 0, i = l->knots > 0 ? passed_from(s, l->knot[0].x) : s->atoms->count;
	double sum = 0, y;
	for (; i < s->atoms->count && (y = floor(passed_at(s, i)) + 0.5) < l->knot[l->knots - 1].x;
	     i++)
		sum += s->atoms->mass[i] * (yield_smooth(l, y, &cursor) - l->knot[0].F);
	return i < s->atoms->count ? sum + total_from(s->atoms, i) * smooth_mass(l) : sum;
}

static double atoms_past_all(const struct passing *s, const struct yield_distribution *l)
{
	return atoms_past_atoms(s, &l->low, 0) + atoms_past_knots(s, l) +
	       atoms_past_atoms(s, &l->high, l->knots > 0 ? l->knot[l->knots - 1].F : 0);
}

/* Along the line, from atoms of X0 up and from atoms of X1 down; see near_line(). */
static struct passing below(const struct yield_atoms *zero, double c, double theta)
{
	return (struct passing){ zero, near_line(c, theta, 0),
				 theta * (1 + NEAR_BITS * (1 + theta)) };
}

static struct passing above(const struct yield_atoms *one, double c, double theta)
{
	return (struct passing){ one, near_line_from(c, theta, 0),
				 (1 - NEAR_BITS * (1 + theta)) / theta };
}

/* Sum over the atoms of X1 of their mass times P(X0 >= (x - c)/theta), X0 in its smooth part. */
static double atoms_above_smooth(const struct yield_atoms *one,
				 const struct yield_distribution *zero, double c, double theta)
{
	const struct passing s = above(one, c, theta);
	return one->count > 0 ? total_from(one, 0) * smooth_mass(zero) - atoms_past_knots(&s, zero)
			      : 0;
}

/* A wave of the sawtooth that does not average out: s(offset + eps x) / v. */
struct wave {
	double per_v, eps, offset;
};

#define WAVES	     24	 /* denominators v up to this */
#define AVERAGED_OUT 1.5 /* standard deviations in a period: exp(-2 pi^2 1.5^2) is 5e-20 */
#define NEGLIGIBLE \
	(RULE_ERROR / 5) /* the most that the ends of the smooth parts may leave of a wave */

/* `cut` is the largest product of both densities where the smooth parts end. */
static size_t find_waves(const struct yield_distribution *one,
			 const struct yield_distribution *zero, double c, double theta, double cut,
			 struct wave *wave)
{
	double width = 1 / sqrt(1 / zero->variance + theta * theta / one->variance);
	size_t count = 0;
	for (int v = 1; v <= WAVES; v++) {
		double u = round(v * theta), eps = v * theta - u;
		bool smooth = fabs(eps) * width > AVERAGED_OUT;
		if (u > 1e6 || (smooth && cut / (8 * fabs(eps) * v) < NEGLIGIBLE) ||
		    common_divisor((int64_t)u, v) > 1)
			continue;
		wave[count++] = (struct wave){ .per_v = 1.0 / v,
					       .eps = eps,
					       .offset = v * c - round(v * c) };
	}
	return count;
}

/* The integral of the sawtooth from an integer to z. */
static double sawtooth_integral(double z)
{
	double part = z - floor(z);
	return part * (1 - part) / 2;
}

/* The mean of all waves between two positions. */
static double sawtooth(const struct wave *wave, size_t count, double from, double to)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++) {
		const struct wave *w = &wave[i];
		double a = w->offset + w->eps * from, b = w->offset + w->eps * to;
		if (fabs(b - a) < FLAT_ACCURACY)
			sum += (near_floor((a + b) / 2) + 0.5 - (a + b) / 2) * w->per_v;
		else
			sum += (sawtooth_integral(b) - sawtooth_integral(a)) / (b - a) * w->per_v;
	}
	return sum;
}

static double density(const struct yield_knot *k, double x)
{
	return yield_knot_slope(k, x - k->x);
}

/* P(X1 <= c + theta X0) over the knots of X0, which are close together on the scale of X1 too. */
static double trapezoids(const struct yield_distribution *one,
			 const struct yield_distribution *zero, double c, double theta)
{
	const struct yield_knot *k1 = one->knot, *k0 = zero->knot;
	double second = (1 + theta * theta) / 12, per = 1 / one->spacing, sum = 0;
	double last = (double)(one->knots - 1), all = smooth_mass(one);
	for (size_t i = 0; i < zero->knots; i++) {
		double y = c + theta * k0[i].x, at = (y - k1[0].x) * per;
		if (at <= 0)
			continue;
		if (at >= last) {
			sum += k0[i].f * all;
			continue;
		}
		const struct yield_knot *k = &k1[(size_t)at];
		double u = y - k->x, c3u = k->c3 * u;
		sum += k0[i].f * (k->F - k1[0].F + u * (k->f + u * (k->c2 + c3u)) +
				  second * (k->c2 + 3 * c3u));
	}
	return sum * zero->spacing;
}

/* Are both smooth from end to end, and does the sawtooth average out? */
static bool is_smooth_throughout(const struct yield_distribution *one,
				 const struct yield_distribution *zero, double c, double theta)
{
	struct wave wave[WAVES];
	return one->spacing > 0 && zero->spacing > 0 &&
	       find_waves(one, zero, c, theta, 0, wave) == 0;
}

/* The same over the knots of whichever is narrower along the line. */
static double smooth_throughout(const struct yield_distribution *one,
				const struct yield_distribution *zero, double c, double theta)
{
	if (theta * theta * zero->variance <= one->variance)
		return trapezoids(one, zero, c, theta);
	return smooth_mass(one) * smooth_mass(zero) - trapezoids(zero, one, -c / theta, 1 / theta);
}

/* Where the line crosses the smooth part of X1 within so few documents of X0, they are added up. */
#define SINGLY 1024

/* The documents of X0 whose edges are between two positions. */
static double smooth_singly(const struct yield_distribution *one,
			    const struct yield_distribution *zero, double c, double theta,
			    double from, double to)
{
	const struct yield_knot *first = one->knot, *last = &one->knot[one->knots - 1];
	size_t at_zero = 0, at_one = 0;
	double before = yield_smooth(zero, from, &at_zero), sum = 0;
	for (double x = floor(from + 0.5), next; from < to; x++, from = next) {
		next = fmin(x + 0.5, to);
		double upto = yield_smooth(zero, next, &at_zero);
		double y = fmin(fmax(yield_line_at(c, theta, x) + 0.5, first->x), last->x);
		sum += (upto - before) * (yield_smooth(one, y, &at_one) - first->F);
		before = upto;
	}
	return sum;
}

/* Gauss's three points between 0 and 1, and the edges of the parts for which they stand. */
static const double node[3] = { 0.1127016653792583115, 0.5, 0.8872983346207416885 };
static const double edge[4] = { 0, 5.0 / 18, 13.0 / 18, 1 };
static const double weight[3] = { 5.0 / 18, 8.0 / 18, 5.0 / 18 };

/* P(X1 <= c + theta X0 and both in their smooth part) */
static double smooth_smooth(const struct yield_distribution *one,
			    const struct yield_distribution *zero, double c, double theta)
{
	const struct yield_knot *k1 = one->knot, *k0 = zero->knot;
	size_t last1 = one->knots - 1, last0 = zero->knots - 1;
	double end = (k1[last1].x - c) / theta, x = fmax(k0[0].x, (k1[0].x - c) / theta);
	double stop = fmin(end, k0[last0].x), low = k1[0].F, sum = 0;
	double second = (1 + theta * theta) / 12;

	if (x < stop) {
		size_t i = knot_of(zero, x), i_end = knot_of(zero, stop);
		size_t j = knot_of(one, c + theta * x), j_end = knot_of(one, c + theta * stop);
		double cut =
			fmax(density(&k0[i], x) * density(&k1[j], c + theta * x),
			     density(&k0[i_end], stop) * density(&k1[j_end], c + theta * stop));
		struct wave wave[WAVES];
		size_t waves = find_waves(one, zero, c, theta, cut, wave);
		double next1 = (k1[j + 1].x - c) / theta;
		bool same = waves == 1 && wave[0].eps == 0; /* of all x, as theta is whole */
		double everywhere = same ? sawtooth(wave, 1, 0, 0) : 0;
		if (waves > 0 && stop - x < SINGLY) {
			end = floor(end) + 0.5;
			stop = fmin(end, k0[last0].x);
			sum = smooth_singly(one, zero, c, theta, fmax(k0[0].x, ceil(x) - 0.5),
					    stop);
			x = stop;
		}
		while (x < stop) {
			double next0 = k0[i + 1].x, next = fmin(fmin(next0, next1), stop);
			double d = next - x, y = c + theta * x;
			double F = k1[j].F - low + second * k1[j].c2,
			       f = k1[j].f + second * 3 * k1[j].c3, part = 0;
			for (int g = 0; g < 3; g++) {
				double u = x - k0[i].x + node[g] * d;
				double w = y - k1[j].x + node[g] * d * theta;
				double F1 = F + w * (f + w * (k1[j].c2 + w * k1[j].c3));
				if (waves > 0)
					F1 += yield_knot_slope(&k1[j], w) *
					      (same ? everywhere
						    : sawtooth(wave, waves, x + edge[g] * d,
							       x + edge[g + 1] * d));
				part += weight[g] * yield_knot_slope(&k0[i], u) * F1;
			}
			sum += part * d;
			x = next;
			if (x >= next0 && i + 1 < last0)
				i++;
			if (x >= next1 && j + 1 < last1)
				next1 = (k1[++j + 1].x - c) / theta;
		}
	}
	if (end < k0[last0].x) { /* beyond: all of the smooth part of X1 is below the line */
		size_t cursor = 0;
		double from = end > k0[0].x ? yield_smooth(zero, end, &cursor) : k0[0].F;
		sum += (k0[last0].F - from) * (k1[last1].F - low);
	}
	return sum;
}

double yield_pair_cdf(const struct yield_distribution *one, const struct yield_distribution *zero,
		      double c, double theta)
{
	if (theta <= 0)
		return yield_cdf(one, c);
	const struct passing low = below(&zero->low, c, theta), high = below(&zero->high, c, theta),
			     down = above(&one->low, c, theta);
	if (yield_is_exact(one) && (!yield_is_exact(zero) || one->low.count < zero->low.count))
		return total_from(&one->low, 0) - atoms_past_all(&down, zero);
	double sum = atoms_past_all(&low, one) + atoms_past_all(&high, one);
	if (yield_is_exact(zero))
		return sum;
	sum += atoms_above_smooth(&one->low, zero, c, theta) +
	       atoms_above_smooth(&one->high, zero, c, theta);
	return sum + (is_smooth_throughout(one, zero, c, theta)
			      ? smooth_throughout(one, zero, c, theta)
			      : smooth_smooth(one, zero, c, theta));
}

void yield_free(struct yield_distribution *l)
{
	if (!l)
		return;
	free(l->low.mass);
	free(l->high.mass);
	free(l->knot);
	free(l);
}
