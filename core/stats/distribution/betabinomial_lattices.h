/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
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
 *
 * Apart from yield_build.c because it is about one beta-binomial, not about their sum.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/stats/distribution/betabinomial.h"
#include "core/stats/numeric/lattice.h"

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
