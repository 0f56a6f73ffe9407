/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The beta-binomial distribution: the posterior of the relevant documents among those of a stratum
 * that nobody judged (Webber 2013, eq 16 and 17).
 *
 *     P(K = k) = C(M,k) B(k+a, M-k+b) / B(a,b),   k = 0 .. M,   a > 0, b > 0
 *
 * Written as three ratios of gamma functions it is accurate for any M that a double holds:
 *
 *     ln P = ln G(k+a)/G(k+1) + ln G(M-k+b)/G(M-k+1) - ln G(M+a+b)/G(M+1) - ln B(a,b)
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/stats/numeric/lattice.h"
#include "core/stats/numeric/log_gamma.h"

struct beta_binomial {
	int64_t size; /* M */
	double a, b;
};

/* The part of beta_binomial_log_pmf() that does not depend on k. */
double beta_binomial_log_constant(const struct beta_binomial *d);

double beta_binomial_log_pmf(const struct beta_binomial *d, double log_constant, int64_t k);

/*
 * P(K <= k) for whole a and b, which is a tail of a hypergeometric distribution with few masses: of
 * a + b - 1 documents from M + a + b - 1, at least a are relevant if k + a of all are.
 */
double beta_binomial_upto(const struct beta_binomial *d, int64_t k);

static inline double beta_binomial_mean(const struct beta_binomial *d)
{
	return (double)d->size * d->a / (d->a + d->b);
}

double beta_binomial_variance(const struct beta_binomial *d);

/* The masses of k = first .. first+count-1: from the largest outwards, by ratios of neighbours. */
void beta_binomial_masses(const struct beta_binomial *d, double log_constant, int64_t first,
			  size_t count, double *mass);

/* The smallest and the largest k to keep: at most `tail` of mass is left out at either end. */
void beta_binomial_range(const struct beta_binomial *d, double log_constant, double tail,
			 int64_t *low, int64_t *high);

/*
 * The masses of one beta-binomial on lattices of spacing 1, 2, 4, ..., each made from the one
 * before.
 *
 * Near an end with a small hyperparameter the masses behave like k^(a-1), which no single spacing
 * resolves. So only the nodes farther than depth*h from both ends of a lattice of spacing h are
 * computed directly, as h times the mass function. The nodes nearer to an end come from the next
 * finer lattice (lattice_coarsen). With depth = 12 sqrt(a+5) the error of the coarsening, 5/1024 of
 * the sixth difference, is below 2e-9 of the masses at all nodes that are computed directly.
 *
 * Positions are x = k - low. The range low .. high leaves out at most `tail` of the mass at either
 * end.
 */
struct betabinomial_lattices {
	struct beta_binomial distribution;
	double log_constant;
	int64_t low, high;
	int level;		  /* of the lattice, -1 before the first */
	bool whole;		  /* `near_low` holds all nodes */
	struct lattice near_low;  /* nodes from the low end upwards */
	struct lattice near_high; /* nodes up to the high end, unless whole */
};

/* No memory is taken until the first lattice. */
void betabinomial_lattices_init(struct betabinomial_lattices *l,
				const struct beta_binomial *distribution, double tail);
void betabinomial_lattices_release(struct betabinomial_lattices *l);

/*
 * The lattice at `level`, above the present one. `near_low` then holds at least the positions 0 ..
 * reach, or all if `whole` is asked for. -1: out of memory.
 */
int betabinomial_lattices_climb(struct betabinomial_lattices *l, int level, int64_t reach,
				bool whole);
