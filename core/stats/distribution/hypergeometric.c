/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/numeric/gauss_quadrature.h"
#include "core/stats/rmath.h"

/* As a part of the mode's mass. What is left out at either end is less than about 1e-12. */
static const double NEGLIGIBLE = TAIL_LEFT_OUT;

/*
 * A point k is kept if f(k) >= NEGLIGIBLE·f(mode), and f(mode) >= 1/(n+1); by Hoeffding's bound
 * f(k) <= exp(-2d²/n) at distance d from the mean. That limits d, whatever N and R are.
 */
static int64_t points_needed(int64_t n)
{
	double size = (double)n;
	double reach = ceil(sqrt(0.5 * size * log((size + 1.0) / NEGLIGIBLE)));
	return (int64_t)fmin(size, 2.0 * reach + 2.0) + 2;
}

int hypergeometric_init(struct hypergeometric *l, int64_t n, struct err *e)
{
	*l = (struct hypergeometric){ .room = points_needed(n) };
	if (!ARRAY_RENEW(l->mass, items_of(3 * l->room)))
		return err_memory(e);
	l->below = l->mass + l->room;
	l->above = l->below + l->room;
	return 0;
}

void hypergeometric_release(struct hypergeometric *l)
{
	free(l->mass);
	*l = (struct hypergeometric){ 0 };
}

/* Masses for a whole R, relative to that of the mode, outwards by ratios of neighbours (eq 7). */
static int64_t fill_masses(struct hypergeometric *l, double N, double R, double n)
{
	double least = fmax(0.0, n - (N - R)), most = fmin(n, R);
	double mode = fmin(most, fmax(least, floor((n + 1.0) * (R + 1.0) / (N + 2.0))));
	double others = N - R - n; /* documents neither relevant nor drawn, less k */
	int64_t down = 0, points = 0;
	double f = 1.0, *downwards = l->above; /* whose own values come later */
	for (double k = mode; f >= NEGLIGIBLE; k -= 1.0) {
		downwards[down++] = f;
		if (k <= least)
			break;
		f *= k * (others + k) / ((R - k + 1.0) * (n - k + 1.0));
	}
	l->first = (int64_t)mode - down + 1;
	while (down > 0)
		l->mass[points++] = downwards[--down];
	f = 1.0;
	for (double k = mode; k < most; k += 1.0) {
		f *= (R - k) * (n - k) / ((k + 1.0) * (others + k + 1.0));
		if (f < NEGLIGIBLE)
			break;
		l->mass[points++] = f;
	}
	return points;
}

/*
 * From R to the mixture with R+1, which has the share `part`. The masses of R+1 are those of R
 * times (R+1)/(R+1-k) · (N-R-n+k)/(N-R). The point k = R+1, which R does not have, has the mass of
 * k = R under R times (n-R)/(N-R).
 */
static int64_t mix(struct hypergeometric *l, int64_t points, double N, double R, double n,
		   double part)
{
	double k = (double)l->first, mass = 0.0, grown = (R + 1.0) / (N - R);
	for (int64_t i = 0; i < points; i++, k += 1.0) {
		mass = l->mass[i];
		double next = mass * (grown * (N - R - n + k) / (R + 1.0 - k));
		l->mass[i] = mass + part * (next - mass);
	}
	if (k == R + 1.0 && k <= n)
		l->mass[points++] = part * mass * (n - R) / (N - R);
	return points;
}

void hypergeometric_set(struct hypergeometric *l, int64_t N, double R, int64_t n)
{
	double whole = floor(R), part = R - whole;
	int64_t points = fill_masses(l, (double)N, whole, (double)n);
	double sum = 0.0, total = 0.0;
	for (int64_t i = 0; i < points; i++)
		total += l->mass[i];
	double scale = 1.0 / total;
	for (int64_t i = 0; i < points; i++)
		l->mass[i] *= scale;
	if (part > 0.0)
		points = mix(l, points, (double)N, whole, (double)n, part);
	l->last = l->first + points - 1;
	for (int64_t i = 0; i < points; i++)
		l->below[i] = sum += l->mass[i];
	sum = 0.0;
	for (int64_t i = points - 1; i >= 0; i--)
		l->above[i] = sum += l->mass[i];
}

void hypergeometric_trim(struct hypergeometric *l, double p)
{
	int64_t from = 0, to = hypergeometric_points(l) - 1;
	while (from < to && l->below[from] < p)
		from++;
	while (to > from && l->above[to] < p)
		to--;
	size_t bytes = (size_t)(to - from + 1) * sizeof *l->mass;
	memmove(l->mass, l->mass + from, bytes);
	memmove(l->below, l->below + from, bytes);
	memmove(l->above, l->above + from, bytes);
	l->last = l->first + to;
	l->first += from;
}

double hypergeometric_above(int64_t N, int64_t R, int64_t n, int64_t k, double weight)
{
	const double negligible = TAIL_LEFT_OUT / 100; /* of the sum */
	double relevant = (double)R, drawn = (double)n, at = (double)k;
	double others = (double)(N - R - n); /* documents neither relevant nor drawn, less k */
	double least = fmax(0, -others), most = fmin(drawn, relevant), mass = 1, sum = 0;
	double here = dhyper(at, relevant, (double)(N - R), drawn, 0);
	if (at * (double)N > drawn * relevant) {
		for (double i = at; i < most && mass > negligible * sum; i++)
			sum += mass *= (relevant - i) * (drawn - i) / ((i + 1) * (others + i + 1));
		return here * (weight + sum);
	}
	for (double i = at; i > least && mass > negligible * sum; i--)
		sum += mass *= i * (others + i) / ((relevant - i + 1) * (drawn - i + 1));
	return 1 - here * (1 - weight + sum);
}

int64_t hypergeometric_quantile(const struct hypergeometric *l, double p)
{
	size_t last = (size_t)(l->last - l->first);
	return l->first + (int64_t)first_at_least(l->below, last, p);
}

/* ---- a few points in its place ---- */

/* Outcomes at either end of 0..n that are points with their own masses. */
enum { END_POINTS = 2 };

/* The outcomes between, with their places on the scale. */
struct middle {
	int64_t first;
	int64_t points;
	const double *mass;
	double *s;
};

static int64_t outcome(double s, int64_t n)
{
	double root = sin(s);
	return (int64_t)llround(root * root * ((double)n + 1) - 0.5);
}

/* Whole numbers next to Gauss's nodes, all different: there are more points than nodes. */
static void choose_points(const struct middle *m, const double *node, int64_t n, int nodes,
			  int64_t *at)
{
	int64_t last = m->first + m->points - 1;
	for (int j = 0; j < nodes; j++) {
		int64_t x = outcome(node[j], n);
		int64_t least = j > 0 ? at[j - 1] + 1 : m->first;
		at[j] = x < least ? least : x;
	}
	for (int j = nodes - 1; j >= 0; j--) {
		int64_t most = last - (nodes - 1 - j);
		if (at[j] > most)
			at[j] = most;
	}
}

/* The mean over the outcomes of the polynomial that is 1 at node j and 0 at the others. */
static double weigh(const struct middle *m, const int64_t *at, int nodes, int j)
{
	double sum = 0, own = m->s[at[j] - m->first];
	for (int64_t i = 0; i < m->points; i++) {
		double product = m->mass[i];
		for (int k = 0; k < nodes; k++) {
			double other = m->s[at[k] - m->first];
			if (k != j)
				product *= (m->s[i] - other) / (own - other);
		}
		sum += product;
	}
	return sum;
}

static void add_node(struct hypergeometric_quadrature *r, int64_t at, double weight)
{
	r->at[r->count] = at;
	r->weight[r->count++] = weight;
}

static int add_middle(struct hypergeometric_quadrature *r, struct middle *m, int64_t n, int nodes,
		      struct err *e)
{
	double node[HYPERGEOMETRIC_NODES], weight[HYPERGEOMETRIC_NODES];
	int64_t at[HYPERGEOMETRIC_NODES];
	m->s = NULL;
	if (!ARRAY_RENEW(m->s, items_of(m->points)))
		return err_memory(e);
	for (int64_t i = 0; i < m->points; i++)
		m->s[i] = asin(sqrt(((double)(m->first + i) + 0.5) / ((double)n + 1)));
	int found = (int)gauss_rule(m->s, m->mass, (size_t)m->points, (size_t)nodes, node, weight);
	choose_points(m, node, n, found, at);
	for (int j = 0; j < found; j++)
		add_node(r, at[j], weigh(m, at, found, j));
	free(m->s);
	return found > 0 ? 0 : err_memory(e);
}

int hypergeometric_quadrature_init(struct hypergeometric_quadrature *r,
				   const struct hypergeometric *l, int64_t n, int nodes,
				   struct err *e)
{
	int64_t from = l->first, to = l->last;
	r->count = 0;
	while (from <= to && from < END_POINTS) {
		add_node(r, from, hypergeometric_mass(l, from));
		from++;
	}
	while (to >= from && to > n - END_POINTS) {
		add_node(r, to, hypergeometric_mass(l, to));
		to--;
	}
	if (to - from + 1 > nodes) {
		struct middle m = { from, to - from + 1, l->mass + (from - l->first), NULL };
		return add_middle(r, &m, n, nodes, e);
	}
	for (; from <= to; from++)
		add_node(r, from, hypergeometric_mass(l, from));
	return 0;
}
