/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random variables from a stream of uniform.h. They depend only on the seed and on two numbers
 * (which draw, which stratum).
 */
#pragma once

#include <stdint.h>

#include "core/stats/random/uniform.h"

struct random {
	struct uniform uniform;
	double spare; /* a second normal number, 0 if there is none */
};

void random_init(struct random *g, uint64_t seed, uint64_t draw, uint32_t stratum);

/* Uniform on (0,1), 52 bits. */
double random_uniform(struct random *g);

double random_normal(struct random *g);

/* a, b >= 0, not both 0. If a is 0, it is certainly 0; if b is 0, certainly 1. */
double random_beta(struct random *g, double a, double b);

/* ln(x/(1-x)) of a beta variable x with a, b > 0, also if x itself would be rounded to 0 or 1. */
double random_log_odds(struct random *g, double a, double b);

/* n >= 0, 0 <= p <= 1 */
int64_t random_binomial(struct random *g, int64_t n, double p);
