/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/stats/distribution/hypergeometric_quadrature.h"
#include "core/stats/numeric/gauss_quadrature.h"

/* Outcomes at either end of 0..n that are points with their own masses. */
enum { END_POINTS = 2 };

/* The outcomes between, with their places on the scale. */
struct middle {
	int64_t first;
	int64_t points;
	const double *mass;
	double *s;
};

static double place(int64_t x, int64_t n)
{
	return asin(sqrt(((double)x + 0.5) / ((double)n + 1)));
}

static int64_t outcome(double s, int64_t n)
{
	double root = sin(s);
	return (int64_t)llround(root * root * ((double)n + 1) - 0.5);
}

/* Whole numbers next to Gauss's nodes, all different: there are more points than nodes. */
static void choose(const struct middle *m, const double *node, int64_t n, int nodes, int64_t *at)
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

static void add(struct hypergeometric_quadrature *r, int64_t at, double weight)
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
		m->s[i] = place(m->first + i, n);
	int found = (int)gauss_rule(m->s, m->mass, (size_t)m->points, (size_t)nodes, node, weight);
	choose(m, node, n, found, at);
	for (int j = 0; j < found; j++)
		add(r, at[j], weigh(m, at, found, j));
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
		add(r, from, hypergeometric_mass(l, from));
		from++;
	}
	while (to >= from && to > n - END_POINTS) {
		add(r, to, hypergeometric_mass(l, to));
		to--;
	}
	if (to - from + 1 > nodes) {
		struct middle m = { from, to - from + 1, l->mass + (from - l->first), NULL };
		return add_middle(r, &m, n, nodes, e);
	}
	for (; from <= to; from++)
		add(r, from, hypergeometric_mass(l, from));
	return 0;
}
