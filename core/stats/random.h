/*
 * Random numbers that depend on nothing but their name: a stream is named by a seed and two numbers
 * (which draw, which stratum), and gives the same values in any order of computation and on any
 * number of threads.
 *
 * Philox4x64-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3"), package
 * Random123.
 */
#ifndef STATS_RANDOM_H
#define STATS_RANDOM_H

#include <stdint.h>

struct random {
	uint64_t seed, block, draw, stratum;
	uint64_t word[4];
	unsigned used; /* of word[] */
	double spare;  /* a second normal number, 0 where there is none */
};

void random_init(struct random *g, uint64_t seed, uint64_t draw, uint64_t stratum);

/* Uniform on (0,1), 52 bits. */
double random_uniform(struct random *g);

double random_normal(struct random *g);

/* a, b >= 0, not both 0; 0 or 1 for certain where one of them is 0. */
double random_beta(struct random *g, double a, double b);

/* n >= 0, 0 <= p <= 1 */
int64_t random_binomial(struct random *g, int64_t n, double p);

#endif
