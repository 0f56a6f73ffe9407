/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Times the intervals of a mean over 250 topics from 10,000 resamples, each method alone and all of
 * them from one set of resamples.
 */
#include <stdio.h>
#include <time.h>

#include "core/stats/random/uniform.h"
#include "core/stats/topics/mean_interval.h"

enum { TOPICS = 250, RESAMPLES = 10000, RUNS = 20, METHODS_MOST = 16 };

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The shortest of several runs, in milliseconds. */
static void time_of(const char *name, const struct mean_interval_method *const *m, size_t count,
		    const double *score)
{
	const struct mean_interval_request q = { .ends.lower_p = .025,
						 .ends.upper_p = .975,
						 .least = 0,
						 .most = 1,
						 .resamples = RESAMPLES,
						 .ends.seed = 1 };
	struct mean_bounds out[METHODS_MOST];
	double best = 1e9;
	for (int i = 0; i < RUNS; i++) {
		struct err e = { 0 };
		double start = now();
		if (mean_intervals(m, count, score, TOPICS, &q, out, &e) < 0)
			printf("%s\n", e.text);
		double ms = (now() - start) * 1e3;
		best = ms < best ? ms : best;
	}
	printf("%-11s %d resamples of %d topics: %7.3f ms (wanted 30) %s  [%.5f, %.5f]\n", name,
	       RESAMPLES, TOPICS, best, best <= 30 ? "ok" : "OVER", out[0].ends.lower,
	       out[0].ends.upper);
}

int main(void)
{
	double score[TOPICS];
	struct uniform u = uniform_start(1, 0, 0);
	for (int i = 0; i < TOPICS; i++) {
		double x = uniform_next(&u);
		score[i] = x * x * x; /* skewed, as average precision is */
	}
	size_t count = 0;
	for (; mean_interval_methods[count] != NULL; count++)
		time_of(mean_interval_methods[count]->name, &mean_interval_methods[count], 1,
			score);
	time_of("all at once", mean_interval_methods, count, score);
	return 0;
}
