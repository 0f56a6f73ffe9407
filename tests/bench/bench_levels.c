/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A guard against searches that do not end: every interval method at levels from .01 to .99, both
 * bounds and each alone, on random tables and on three that once made one search for ever. Prints
 * the slowest call of each method, and a limit. A call that takes a minute ends the benchmark.
 */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "core/stats/interval/cut_strata.h"
#include "core/stats/random/uniform.h"

enum { TABLES = 18, LIMIT_MS = 100, CALL_SECONDS = 60, STRATA_MOST = 4 };

static const double levels[] = { .01, .05, .1, .2, .5, .8, .95, .99 };
static const char *const tails[] = { "both", "lower", "upper" };

struct table {
	struct divided_stratum s[STRATA_MOST];
	size_t count;
};

/* What is being computed, for the message of a call that does not end. */
static char doing[200];

static void too_long(int number)
{
	static const char text[] = "a call takes more than a minute: ";
	(void)number;
	ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
	ignored += write(STDERR_FILENO, doing, strlen(doing));
	_exit(ignored > 0 ? 1 : 2);
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int64_t below(struct uniform *u, int64_t n)
{
	return (int64_t)(uniform_next(u) * (double)n);
}

/* `cut`: the run divides the stratum, and the sample says how. */
static struct divided_stratum stratum(int64_t size, int64_t sampled, int64_t relevant,
				      bool retrieved, int64_t cut)
{
	struct divided_stratum s = {
		.size = size, .sampled = sampled, .cut = cut > 0, .retrieved = retrieved
	};
	s.relevant[retrieved] = relevant - (cut < relevant ? cut : relevant);
	s.relevant[!retrieved] = relevant - s.relevant[retrieved];
	s.other[retrieved] = sampled - relevant;
	return s;
}

/* From handfuls to millions of documents; in half of them each segment is one stratum. */
static struct table random_table(uint64_t number)
{
	struct uniform u = uniform_start(1, number, 0);
	struct table t = { .count = number % 2 ? STRATA_MOST : 2 };
	for (size_t i = 0; i < t.count; i++) {
		int64_t size = 1 + (int64_t)pow(10, 1 + 6 * uniform_next(&u));
		int64_t sampled = 1 + below(&u, size < 2000 ? size : 2000);
		int64_t relevant = below(&u, 4) == 0 ? 0 : below(&u, sampled + 1);
		bool cut = number % 6 == 5 && i == 0;
		t.s[i] = stratum(size, sampled, relevant, i % 2 == 0, cut ? 1 + sampled / 9 : 0);
	}
	return t;
}

/* Those that once made a method search for ever at levels .05, .1 and, one-sided, .5. */
static struct table known_table(size_t number)
{
	static const int64_t counts[3][2][3] = { { { 200, 40, 38 }, { 1000, 100, 1 } },
						 { { 25, 5, 5 }, { 500, 10, 1 } },
						 { { 200, 20, 5 }, { 1000, 100, 2 } } };
	struct table t = { .count = 2 };
	for (size_t i = 0; i < 2; i++) {
		const int64_t *c = counts[number][i];
		t.s[i] = stratum(c[0], c[1], c[2], i == 0, 0);
	}
	return t;
}

struct slowest {
	double ms;
	char what[200];
	size_t calls;
};

static void time_call(const struct interval_method *m, const struct table *t, size_t number,
		      enum quantity quantity, size_t level, size_t tail, struct slowest *slow)
{
	double out = 1 - levels[level];
	const struct interval_request q = { .quantity = quantity,
					    .beta = 1,
					    .ends.lower_p = tail == 0	? out / 2
							    : tail == 1 ? out
									: 0,
					    .ends.upper_p = tail == 0	? 1 - out / 2
							    : tail == 1 ? 1
									: 1 - out };
	struct interval bounds;
	struct err e = { 0 };
	snprintf(doing, sizeof doing, "table %zu, quantity %d, level %g, %s", number, (int)quantity,
		 levels[level], tails[tail]);
	alarm(CALL_SECONDS);
	double start = now();
	int result = divided_interval(m, t->s, t->count, &q, &bounds, &e);
	double ms = (now() - start) * 1e3;
	alarm(0);
	slow->calls += result == 0; /* methods for two strata refuse others */
	if (ms > slow->ms) {
		slow->ms = ms;
		memcpy(slow->what, doing, sizeof doing);
	}
}

static void time_method(const struct interval_method *m)
{
	const enum quantity quantities[] = { QUANTITY_RECALL, QUANTITY_PRECISION, QUANTITY_F,
					     QUANTITY_YIELD };
	struct slowest slow = { 0 };
	for (size_t number = 0; number < TABLES; number++) {
		const struct table t = number < 3 ? known_table(number) : random_table(number);
		for (size_t i = 0; i < 4; i++)
			for (size_t level = 0; level < sizeof levels / sizeof levels[0]; level++)
				for (size_t tail = 0; tail < 3; tail++)
					time_call(m, &t, number, quantities[i], level, tail, &slow);
	}
	printf("%-14s %6zu intervals, slowest %9.3f ms (limit %d) %s  %s\n", m->name, slow.calls,
	       slow.ms, LIMIT_MS, slow.ms <= LIMIT_MS ? "ok" : "OVER", slow.what);
}

int main(void)
{
	signal(SIGALRM, too_long);
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (size_t i = 0; interval_methods[i] != NULL; i++)
		if (interval_methods[i]->weighted == NULL)
			time_method(interval_methods[i]);
	return 0;
}
