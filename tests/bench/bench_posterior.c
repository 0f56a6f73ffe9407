/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Times both ends of the 95 % interval on recall (bb-half) against 40,000 Monte Carlo draws on the
 * same strata, in one run, and prints how many times faster the deterministic way is.
 */
#include <stdio.h>
#include <time.h>

#include "core/stats/interval/interval.h"

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The shortest of several runs, in milliseconds. */
static double time_of(const struct stratum *s, size_t count, int64_t draws, int runs,
		      struct interval *out)
{
	const struct interval_request q = { .quantity = QUANTITY_RECALL,
					    .beta = 1,
					    .ends.lower_p = 0.025,
					    .ends.upper_p = 0.975,
					    .ends.draws = draws,
					    .ends.seed = 1 };
	double best = 1e9;
	for (int i = 0; i < runs; i++) {
		struct err e = { 0 };
		double start = now();
		if (interval_compute(interval_find("bb-half"), s, count, &q, out, &e) < 0)
			printf("%s\n", e.text);
		double ms = (now() - start) * 1e3;
		best = ms < best ? ms : best;
	}
	return best;
}

static void compare(const char *name, const struct stratum *s, size_t count, double wanted)
{
	struct interval sure, drawn;
	double direct = time_of(s, count, 0, count > 100 ? 5 : 20, &sure);
	double draws = time_of(s, count, 40000, count > 100 ? 1 : 3, &drawn);
	printf("%-40s %9.4f ms %9.2f ms  ratio %6.0f (wanted %3.0f) %s  [%.5f, %.5f] draws [%.5f, "
	       "%.5f]\n",
	       name, direct, draws, draws / direct, wanted, draws / direct >= wanted ? "ok" : "LOW",
	       sure.lower, sure.upper, drawn.lower, drawn.upper);
}

static struct stratum two[2];

static const struct stratum *two_strata(int64_t N1, int64_t n1, int64_t r1, int64_t N0, int64_t n0,
					int64_t r0)
{
	two[0] = (struct stratum){ N1, n1, r1, n1, true };
	two[1] = (struct stratum){ N0, n0, r0, n0, false };
	return two;
}

/*
 * Sizes, samples and prevalences that differ from stratum to stratum; many have nothing relevant.
 */
static void many(struct stratum *s, size_t count, int64_t N, int64_t n)
{
	uint32_t state = 12345;
	int64_t average = N / (int64_t)count, sample = n / (int64_t)count;
	for (size_t i = 0; i < count; i++) {
		state = state * 1664525u + 1013904223u;
		int64_t size = average / 4 + (int64_t)((state >> 8) % (uint32_t)(3 * average / 2));
		state = state * 1664525u + 1013904223u;
		int64_t sampled = 1 + sample / 2 + (int64_t)((state >> 8) % (uint32_t)(sample + 1));
		state = state * 1664525u + 1013904223u;
		bool retrieved = i % 2 == 0;
		int64_t relevant = (int64_t)((state >> 8) % (uint32_t)(sampled + 1));
		if (!retrieved)
			relevant = relevant % 4 == 0 ? sampled / 8 : 0;
		s[i] = (struct stratum){ size, sampled, relevant, sampled, retrieved };
	}
}

int main(void)
{
	compare("2 strata, N = 4,000", two_strata(1000, 100, 60, 3000, 300, 12), 2, 50);
	compare("2 strata, N = 4,000, r0 = 0", two_strata(1000, 100, 60, 3000, 300, 0), 2, 50);
	compare("2 strata, N = 7,000,000", two_strata(700000, 1000, 400, 6300000, 3000, 30), 2, 7);
	compare("2 strata, N = 7,000,000, r0 = 0", two_strata(700000, 1000, 400, 6300000, 3000, 0),
		2, 7);
	compare("2 strata, N = 7,000,000, r0 = 1", two_strata(20000, 1000, 700, 6980000, 3000, 1),
		2, 7);
	compare("2 strata, N = 7,000,000, N1 = 4,000", two_strata(4000, 400, 300, 6996000, 3000, 5),
		2, 7);
	compare("2 strata, N = 100,000,000", two_strata(5000000, 1500, 600, 95000000, 3000, 7), 2,
		7);
	static struct stratum s[1024];
	many(s, 64, 7000000, 4096);
	compare("64 strata, N = 7,000,000", s, 64, 50);
	many(s, 1024, 7000000, 8192);
	compare("1,024 strata, N = 7,000,000", s, 1024, 150);
	return 0;
}
