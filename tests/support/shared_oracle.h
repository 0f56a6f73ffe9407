/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the comparison of two systems is compared with: the yields of the four groups of cells from
 * their definitions, all of them enumerated, summed with the last one in turn, or drawn. None of
 * the code under test is used, but for the request that both answer.
 */
#pragma once

#include <string.h>

#include "core/stats/two_runs/shared_posterior.h"
#include "tests/support/oracle.h"

enum { ONLY_A, ONLY_B, IN_BOTH, IN_NONE };

struct masses {
	int64_t first, count; /* values first .. first+count-1 */
	double *p, *upto;
};

struct groups {
	struct masses m[4];
	double size_a, size_b;
};

/* Frees p, the masses at first .. first+size, and drops tails of at most `tail`. */
static inline struct masses masses_of(double *p, int64_t first, int64_t size, double tail)
{
	int64_t from = 0, to = size;
	double sum = 0;
	while (from < to && (sum += p[from]) <= tail)
		from++;
	sum = 0;
	while (to > from && (sum += p[to]) <= tail)
		to--;
	struct masses m = { .first = first + from, .count = to - from + 1 };
	m.p = calloc((size_t)m.count, sizeof *m.p);
	m.upto = calloc((size_t)m.count, sizeof *m.upto);
	sum = 0;
	for (int64_t i = 0; i < m.count; i++) {
		m.p[i] = p[from + i];
		m.upto[i] = (sum += m.p[i]);
	}
	free(p);
	return m;
}

/* The masses of a sum; frees both. */
static inline struct masses masses_sum(struct masses *a, struct masses *b, double tail)
{
	free(a->upto);
	free(b->upto);
	return masses_of(oracle_convolve(a->p, a->count - 1, b->p, b->count - 1),
			 a->first + b->first, a->count + b->count - 2, tail);
}

static inline int group_of(const struct pair_stratum *c)
{
	return c->in_a ? (c->in_b ? IN_BOTH : ONLY_A) : (c->in_b ? ONLY_B : IN_NONE);
}

/* The share of relevant documents in all sampled cells, at least half a document of the sample. */
static inline double share_of(const struct pair_stratum *cell, size_t count)
{
	double size = 0, relevant = 0, sampled = 0;
	for (size_t i = 0; i < count; i++)
		if (cell[i].sampled > 0) {
			double N = (double)cell[i].size, n = (double)cell[i].sampled;
			size += N;
			sampled += n;
			relevant += N * (double)cell[i].relevant / n;
		}
	return fmax(size > 0 ? relevant / size : 0, 0.5 / (sampled + 1));
}

/*
 * r + BetaBin(N-n; h+r, h+n-r) for each cell, summed; h = 1/2, 1, or ("shared-by-size") 1/2
 * N/N_group. Gray documents are left out of precision and F where a system retrieves them. Cells
 * without a sample are one; the latter gives it the share p of the others, with the weight of half
 * a document: Beta(1/2, (1-p)/2p), for p > 1/2 the other way round.
 */
static inline struct groups groups_of(const struct pair_stratum *cell, size_t count,
				      const char *method, const struct interval_request *q,
				      double tail)
{
	struct groups g = { 0 };
	for (int k = 0; k < 4; k++) {
		double total = 0;
		struct pair_stratum c[64];
		size_t used = 0;
		struct pair_stratum blank = { 0 };
		for (size_t i = 0; i < count; i++) {
			if (group_of(&cell[i]) != k)
				continue;
			struct pair_stratum x = cell[i];
			if (q->quantity != QUANTITY_RECALL && k != IN_NONE &&
			    !q->gray_nonrelevant && x.assessable < x.sampled) {
				x.size = llround((double)x.size * (double)x.assessable /
						 (double)x.sampled);
				x.sampled = x.assessable;
			}
			total += (double)x.size;
			if (x.sampled == 0)
				blank.size += x.size;
			else
				c[used++] = x;
		}
		if (blank.size > 0)
			c[used++] = blank;
		g.m[k] = masses_of(oracle_masses(0, 1, 1), 0, 0, 0);
		for (size_t i = 0; i < used; i++) {
			double h = strcmp(method, "bb-uniform") == 0 ? 1 : 0.5;
			if (strcmp(method, "shared-by-size") == 0)
				h = c[i].size > 0 ? 0.5 * (double)c[i].size / total : 0.5;
			int64_t open = c[i].size - c[i].sampled;
			double alpha = h, beta = h, p1 = fmin(share_of(cell, count), 1 - 1e-9);
			if (c[i].sampled == 0 && strcmp(method, "shared-by-size") == 0) {
				alpha = p1 <= 0.5 ? 0.5 : 0.5 * p1 / (1 - p1);
				beta = p1 <= 0.5 ? 0.5 * (1 - p1) / p1 : 0.5;
			}
			double *p = oracle_masses(open, alpha + (double)c[i].relevant,
						  beta + (double)(c[i].sampled - c[i].relevant));
			struct masses yield = masses_of(p, c[i].relevant, open, tail / 100);
			g.m[k] = masses_sum(&g.m[k], &yield, tail / 100);
		}
		g.size_a += k == ONLY_A || k == IN_BOTH ? total : 0;
		g.size_b += k == ONLY_B || k == IN_BOTH ? total : 0;
	}
	return g;
}

static inline void groups_release(struct groups *g)
{
	for (int k = 0; k < 4; k++) {
		free(g->m[k].p);
		free(g->m[k].upto);
	}
}

/* The definitions; 0/0 is 0. */
static inline double score(const struct interval_request *q, double size, double found, double all)
{
	double b2 = q->beta * q->beta;
	if (q->quantity == QUANTITY_RECALL)
		return all > 0 ? found / all : 0;
	if (q->quantity == QUANTITY_PRECISION)
		return found / size;
	return found > 0 ? (1 + b2) * found / (size + b2 * all) : 0;
}

static inline double score_difference(const struct interval_request *q, const struct groups *g,
				      double u, double v, double both, double none)
{
	double all = u + v + both + none;
	double d = score(q, g->size_a, both + u, all) - score(q, g->size_b, both + v, all);
	return fabs(d) < 1e-14 ? 0 : d;
}

/* --- all values --- */

struct value {
	double value, mass;
};

static inline int value_order(const void *x, const void *y)
{
	const struct value *a = x, *b = y;
	return (a->value > b->value) - (a->value < b->value);
}

struct values {
	struct value *v;
	size_t count;
};

static inline struct values all_values(const struct groups *g, const struct interval_request *q)
{
	const struct masses *m = g->m;
	struct values all = { 0 };
	all.v = calloc((size_t)(m[0].count * m[1].count * m[2].count * m[3].count), sizeof *all.v);
	for (int64_t i = 0; i < m[0].count; i++)
		for (int64_t j = 0; j < m[1].count; j++)
			for (int64_t k = 0; k < m[2].count; k++)
				for (int64_t l = 0; l < m[3].count; l++)
					all.v[all.count++] = (struct value){
						score_difference(q, g, (double)(m[0].first + i),
								 (double)(m[1].first + j),
								 (double)(m[2].first + k),
								 (double)(m[3].first + l)),
						m[0].p[i] * m[1].p[j] * m[2].p[k] * m[3].p[l],
					};
	qsort(all.v, all.count, sizeof *all.v, value_order);
	return all;
}

static inline double values_quantile(const struct values *x, double p)
{
	double sum = 0;
	for (size_t i = 0; i < x->count; i++)
		if ((sum += x->v[i].mass) >= p - 1e-12)
			return x->v[i].value;
	return x->v[x->count - 1].value;
}

static inline struct shared_result values_result(const struct values *x,
						 const struct interval_request *q)
{
	struct shared_result r = { 0 };
	for (size_t i = 0; i < x->count; i++) {
		double value = x->v[i].value, mass = x->v[i].mass;
		r.probability += value > 0 ? mass : value == 0 ? mass / 2 : 0;
		r.mean += value * mass;
	}
	r.interval.lower = values_quantile(x, q->ends.lower_p);
	r.interval.upper = values_quantile(x, q->ends.upper_p);
	return r;
}

/* --- P(difference <= t) from full sums, the last variable by halving --- */

static inline double masses_upto(const struct masses *m, double k)
{
	if (k < (double)m->first)
		return 0;
	double i = fmin(k - (double)m->first, (double)m->count - 1);
	return m->upto[(int64_t)i];
}

/* The mass of from .. to of X or W where the difference, which is monotone there, is at most t. */
static inline double monotone_part(const struct groups *g, const struct interval_request *q,
				   const double x[4], int last, double from, double to, double t)
{
	const struct masses *m = &g->m[last];
	double y[4] = { x[0], x[1], x[2], x[3] };
	if (to < from)
		return 0;
	y[last] = from;
	bool at_from = score_difference(q, g, y[0], y[1], y[2], y[3]) <= t;
	y[last] = to;
	bool at_to = score_difference(q, g, y[0], y[1], y[2], y[3]) <= t;
	double below = masses_upto(m, from - 1), all = masses_upto(m, to) - below;
	if (at_from == at_to)
		return at_from ? all : 0;
	double low = from, high = to;
	while (high - low > 1) {
		y[last] = floor((low + high) / 2);
		if ((score_difference(q, g, y[0], y[1], y[2], y[3]) <= t) == at_from)
			low = y[last];
		else
			high = y[last];
	}
	double first = masses_upto(m, low) - below;
	return at_from ? first : all - first;
}

static inline double last_part(const struct groups *g, const struct interval_request *q,
			       const double x[4], int last, double t)
{
	const struct masses *m = &g->m[last];
	double from = (double)m->first, to = from + (double)m->count - 1, turn = from - 1;
	if (q->quantity == QUANTITY_F) { /* P/(a+W) - Q/(b+W) has one turning point */
		double b2 = q->beta * q->beta, seen = x[0] + x[1] + x[2];
		double p = sqrt(x[2] + x[0]), r = sqrt(x[2] + x[1]);
		if (p != r)
			turn = (r * (g->size_a / b2 + seen) - p * (g->size_b / b2 + seen)) /
			       (p - r);
	}
	if (!(turn >= from && turn < to))
		return monotone_part(g, q, x, last, from, to, t);
	return monotone_part(g, q, x, last, from, floor(turn), t) +
	       monotone_part(g, q, x, last, floor(turn) + 1, to, t);
}

/* X + W in place of W, for recall, which knows no other. */
static inline void join_rest(struct groups *g)
{
	struct masses *x = &g->m[IN_BOTH], *w = &g->m[IN_NONE];
	*w = masses_sum(x, w, 1e-14);
	x->p = calloc(1, sizeof *x->p);
	x->upto = calloc(1, sizeof *x->upto);
	x->first = 0;
	x->count = 1;
	x->p[0] = x->upto[0] = 1;
}

/* F and recall end with W, precision with X. Leaves out less than 1e-9. */
static inline double full_sum(const struct groups *g, const struct interval_request *q, double t)
{
	const struct masses *m = g->m;
	bool precision = q->quantity == QUANTITY_PRECISION;
	int last = precision ? IN_BOTH : IN_NONE;
	double sum = 0;
	for (int64_t i = 0; i < m[0].count; i++)
		for (int64_t j = 0; j < m[1].count; j++)
			for (int64_t k = 0; k < (precision ? 1 : m[2].count); k++) {
				double w = m[0].p[i] * m[1].p[j] * (precision ? 1 : m[2].p[k]);
				if (w < 1e-14)
					continue;
				const double x[4] = { (double)(m[0].first + i),
						      (double)(m[1].first + j),
						      (double)(m[2].first + k), 0 };
				sum += w * last_part(g, q, x, last, t);
			}
	return sum;
}

/* --- draws --- */

/* Walker's alias method: a value in constant time. */
struct alias {
	int64_t first;
	size_t count;
	double *cut;
	uint32_t *other;
};

static inline struct alias alias_of(const struct masses *m)
{
	size_t n = (size_t)m->count, small = 0, large = 0;
	struct alias a = { .first = m->first, .count = n };
	a.cut = calloc(n, sizeof *a.cut);
	a.other = calloc(n, sizeof *a.other);
	uint32_t *low = calloc(n, sizeof *low), *high = calloc(n, sizeof *high);
	for (size_t i = 0; i < n; i++) {
		a.cut[i] = m->p[i] * (double)n;
		if (a.cut[i] < 1)
			low[small++] = (uint32_t)i;
		else
			high[large++] = (uint32_t)i;
	}
	while (small > 0 && large > 0) {
		uint32_t s = low[--small], l = high[large - 1];
		a.other[s] = l;
		a.cut[l] -= 1 - a.cut[s];
		if (a.cut[l] < 1) {
			large--;
			low[small++] = l;
		}
	}
	while (large > 0)
		a.cut[high[--large]] = 1;
	while (small > 0)
		a.cut[low[--small]] = 1;
	free(low);
	free(high);
	return a;
}

static inline double alias_draw(const struct alias *a, uint64_t *state)
{
	double u = (double)(oracle_random(state) >> 11) * 0x1p-53 * (double)a->count;
	size_t i = (size_t)u;
	return (double)(a->first + (int64_t)(u - (double)i < a->cut[i] ? i : a->other[i]));
}

static inline void alias_release(struct alias *a)
{
	free(a->cut);
	free(a->other);
}
