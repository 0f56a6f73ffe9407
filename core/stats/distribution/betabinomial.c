/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/distribution/betabinomial.h"
#include "core/stats/distribution/hypergeometric.h"

double beta_binomial_log_constant(const struct beta_binomial *d)
{
	return -log_gamma_ratio((double)d->size + 1, d->a + d->b - 1) - log_beta(d->a, d->b);
}

double beta_binomial_log_pmf(const struct beta_binomial *d, double log_constant, int64_t k)
{
	double x = (double)k, rest = (double)(d->size - k);
	return log_gamma_quotient(x + 1, d->a - 1, x + d->a) +
	       log_gamma_quotient(rest + 1, d->b - 1, rest + d->b) + log_constant;
}

double beta_binomial_upto(const struct beta_binomial *d, int64_t k)
{
	int64_t a = (int64_t)d->a, judged = a + (int64_t)d->b - 1;
	if (k < 0 || k >= d->size)
		return k < 0 ? 0 : 1;
	return hypergeometric_above(d->size + judged, k + a, judged, a, 1);
}

double beta_binomial_variance(const struct beta_binomial *d)
{
	double s = d->a + d->b, m = (double)d->size;
	return m * (d->a / s) * (d->b / s) * ((s + m) / (s + 1));
}

/* The k with the largest mass; one of the ends if the masses grow towards both. */
static int64_t mode(const struct beta_binomial *d)
{
	if (d->a <= 1 && d->b <= 1)
		return d->a < d->b ? 0 : d->size;
	if (d->a <= 1)
		return 0;
	if (d->b <= 1)
		return d->size;
	int64_t k = (int64_t)(((double)d->size + 1) * (d->a - 1) / (d->a + d->b - 2));
	return k > d->size ? d->size : k;
}

/* P(K = k+1) / P(K = k) */
static double ratio(const struct beta_binomial *d, int64_t k)
{
	double x = (double)k, rest = (double)(d->size - k);
	return rest * (x + d->a) / ((x + 1) * (rest - 1 + d->b));
}

void beta_binomial_masses(const struct beta_binomial *d, double log_constant, int64_t first,
			  size_t count, double *mass)
{
	if (count == 0)
		return;
	int64_t last = first + (int64_t)count - 1, top = mode(d);
	top = top < first ? first : top > last ? last : top;
	size_t t = (size_t)(top - first);
	mass[t] = exp(beta_binomial_log_pmf(d, log_constant, top));
	for (size_t i = t; i + 1 < count; i++)
		mass[i + 1] = mass[i] * ratio(d, first + (int64_t)i);
	for (size_t i = t; i > 0; i--)
		mass[i - 1] = mass[i] / ratio(d, first + (int64_t)i - 1);
}

/* An upper bound on P(K < k) left of the mode: a geometric series with the ratio at k. */
static double below(const struct beta_binomial *d, double log_constant, int64_t k)
{
	double q = 1 / ratio(d, k - 1), n = (double)k;
	return exp(beta_binomial_log_pmf(d, log_constant, k - 1)) *
	       (q * n < n - 1 ? 1 / (1 - q) : n);
}

/* The smallest k worth keeping. */
static int64_t low_end(const struct beta_binomial *d, double log_constant, double tail)
{
	int64_t in = 0, out = d->a > 1 ? mode(d) + 1 : 1; /* below(in) <= tail < below(out) */
	while (out - in > 1) {
		int64_t k = in + (out - in) / 2;
		if (below(d, log_constant, k) <= tail)
			in = k;
		else
			out = k;
	}
	return in;
}

void beta_binomial_range(const struct beta_binomial *d, double log_constant, double tail,
			 int64_t *low, int64_t *high)
{
	const struct beta_binomial mirrored = { d->size, d->b, d->a };
	*low = low_end(d, log_constant, tail);
	*high = d->size - low_end(&mirrored, log_constant, tail);
}

/* ---- on lattices ---- */

/* Nodes that a lattice keeps beyond what the next one needs; a split node reaches 5 of them. */
#define MARGIN 16

void betabinomial_lattices_init(struct betabinomial_lattices *l,
				const struct beta_binomial *distribution, double tail)
{
	*l = (struct betabinomial_lattices){ .distribution = *distribution, .level = -1 };
	l->log_constant = beta_binomial_log_constant(distribution);
	beta_binomial_range(distribution, l->log_constant, tail, &l->low, &l->high);
}

void betabinomial_lattices_release(struct betabinomial_lattices *l)
{
	lattice_release(&l->near_low);
	lattice_release(&l->near_high);
}

static double depth(double hyperparameter)
{
	return 12 * sqrt(hyperparameter + 5);
}

/* How far from `low` the nodes at `level` come from the finer lattice; negative: none do. */
static double singular_low(const struct betabinomial_lattices *l, int level)
{
	return ldexp(depth(l->distribution.a), level) - (double)l->low;
}

static double singular_high(const struct betabinomial_lattices *l, int level)
{
	return ldexp(depth(l->distribution.b), level) - (double)(l->distribution.size - l->high);
}

/* Spacing times the mass function, at the nodes first .. first+count-1 of `level`. */
static void sample(const struct betabinomial_lattices *l, int level, int64_t first, size_t count,
		   double *mass)
{
	if (level == 0) {
		beta_binomial_masses(&l->distribution, l->log_constant, l->low + first, count,
				     mass);
		return;
	}
	double log_spacing = (double)level * M_LN2;
	for (size_t i = 0; i < count; i++) {
		int64_t k = l->low + ((first + (int64_t)i) << level);
		mass[i] = beta_binomial_log_pmf(&l->distribution, l->log_constant, k) + log_spacing;
	}
	for (size_t i = 0; i < count; i++) /* apart, so that one does not wait for the other */
		mass[i] = exp(mass[i]);
}

/*
 * Nodes `from` .. `to`: those of `low` up to its index `low_to`, those of `high` from its index
 * `high_from`, and samples of the mass function between.
 */
static int join(const struct betabinomial_lattices *l, int level, int64_t from, int64_t to,
		const struct lattice *low, int64_t low_to, const struct lattice *high,
		int64_t high_from, struct lattice *out)
{
	if (lattice_init(out, level, from, to < from ? 0 : (size_t)(to - from + 1)) < 0)
		return -1;
	int64_t next = from;
	if (low->count > 0)
		for (; next <= to && next <= low_to; next++)
			out->mass[next - from] = low->mass[next - low->first];
	int64_t end = high->count > 0 && high_from <= to ? high_from : to + 1;
	if (next < end) {
		sample(l, level, next, (size_t)(end - next), out->mass + (next - from));
		next = end;
	}
	for (; next <= to; next++)
		out->mass[next - from] = high->mass[next - high->first];
	return 0;
}

/* The lattice at `level`, from the coarsened ends of the finer one; the first has none. */
static int build(struct betabinomial_lattices *l, int level, int64_t reach, bool whole,
		 const struct lattice *low, int64_t low_to, const struct lattice *high,
		 int64_t high_from)
{
	int64_t top = (l->high - l->low) >> level; /* last node inside */
	double need = fmax(singular_low(l, level + 1), (double)reach);
	int64_t to = need < 0 ? -1 : (int64_t)fmin(ldexp(need, -level) + MARGIN, 9e15);
	double need_high = singular_high(l, level + 1);
	int64_t from = need_high < 0 ? top + 1 : top - (int64_t)(ldexp(need_high, -level)) - MARGIN;
	int64_t first = low->count > 0 ? low->first : 0;
	int64_t last = high->count > 0 ? high->first + (int64_t)high->count - 1 : top;

	if (whole || to + 1 >= from) {
		l->whole = true;
		return join(l, level, first, last, low, low_to, high, high_from, &l->near_low);
	}
	const struct lattice none = { 0 };
	if (to < 0)
		first = 0;
	if (join(l, level, first, to, low, low_to, &none, 0, &l->near_low) < 0)
		return -1;
	return join(l, level, from, last, &none, 0, high, high_from, &l->near_high);
}

static int climb_one(struct betabinomial_lattices *l, int64_t reach, bool whole)
{
	struct lattice low = { 0 }, high = { 0 };
	int64_t low_to = 0, high_from = 0;
	int status = 0;

	if (l->near_low.count > 0) { /* a coarse node needs all fine nodes within 5 of it */
		low_to = half_down(l->near_low.first + (int64_t)l->near_low.count - 6);
		status = lattice_coarsen(&l->near_low, &low);
	}
	if (status == 0 && l->near_high.count > 0) {
		high_from = half_down(l->near_high.first + 6);
		status = lattice_coarsen(&l->near_high, &high);
	}
	betabinomial_lattices_release(l);
	l->level++;
	if (status == 0 && l->whole) {
		l->near_low = low;
		low = (struct lattice){ 0 };
	} else if (status == 0) {
		status = build(l, l->level, reach, whole, &low, low_to, &high, high_from);
	}
	lattice_release(&low);
	lattice_release(&high);
	return status;
}

/* The coarsest lattice, up to `level`, that needs no finer one. */
static int coarsest_start(const struct betabinomial_lattices *l, int level)
{
	int lowest = 0;
	while (lowest < level && singular_low(l, lowest + 1) <= 0 &&
	       singular_high(l, lowest + 1) <= 0)
		lowest++;
	return lowest;
}

int betabinomial_lattices_climb(struct betabinomial_lattices *l, int level, int64_t reach,
				bool whole)
{
	if (l->level < 0) {
		const struct lattice none = { 0 };
		l->level = coarsest_start(l, level);
		bool last = l->level == level;
		if (build(l, l->level, last ? reach : -1, last && whole, &none, 0, &none, 0) < 0)
			return -1;
	}
	while (l->level < level) {
		bool last = l->level + 1 == level;
		if (climb_one(l, last ? reach : -1, last && whole) < 0)
			return -1;
	}
	return 0;
}
