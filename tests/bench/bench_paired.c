/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Times the paired tests on 250 differences: what `compare` does for every pair of runs.
 */
#include <stdio.h>
#include <time.h>

#include "core/stats/topics/paired_test.h"

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The shortest of several runs, in milliseconds. */
static void time_of(const char *name, const double *difference, size_t count, int64_t resamples,
		    double wanted)
{
	const struct paired_test *test = paired_test_find(name);
	const struct paired_test_request q = { .resamples = resamples, .seed = 1 };
	struct paired_test_result out = { 0 };
	double best = 1e9;
	for (int i = 0; i < 20; i++) {
		struct err e = { 0 };
		double start = now();
		if (paired_test_compute(test, difference, count, &q, &out, &e) < 0)
			printf("%s\n", e.text);
		double ms = (now() - start) * 1e3;
		best = ms < best ? ms : best;
	}
	printf("%-10s %3zu pairs, %6lld resamples: %8.3f ms (wanted %g) %s  p %.5f\n", name, count,
	       (long long)resamples, best, wanted, best <= wanted ? "ok" : "OVER", out.p);
}

int main(void)
{
	enum { PAIRS = 250 };
	double difference[PAIRS];
	uint32_t state = 12345;
	for (size_t i = 0; i < PAIRS; i++) {
		state = state * 1664525u + 1013904223u;
		difference[i] = (double)(state >> 8) * 0x1p-24 - 0.48;
	}
	time_of("random", difference, PAIRS, 100000, 50);
	time_of("random", difference, 20, 100000, 50);
	time_of("bootstrap", difference, PAIRS, 10000, 30);
	time_of("wilcoxon", difference, PAIRS, 0, 1);
	time_of("wilcoxon", difference, 50, 0, 1);
	time_of("sign", difference, PAIRS, 0, 1);
	time_of("t", difference, PAIRS, 0, 1);
	return 0;
}
