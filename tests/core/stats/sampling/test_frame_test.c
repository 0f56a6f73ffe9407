/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The test whether a run reaches outside the frame of a sample, against all ways to lay its
 * documents into two and three strata, one by one.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/stats/random/uniform.h"
#include "core/stats/rmath.h"
#include "core/stats/sampling/frame_test.h"

enum { STRATA = 3 };

static double p_value(const struct framed_stratum *s, size_t strata, int64_t retrieved)
{
	const struct framed_topic t = { s, strata, retrieved };
	struct err e = { 0 };
	double p = NAN;
	assert_int_equal(frame_test(&t, 1, &p, &e), 0);
	return p;
}

static double hyper(const struct framed_stratum *s, int64_t judged, int64_t laid)
{
	return dhyper((double)judged, (double)s->sampled, (double)(s->size - s->sampled),
		      (double)laid, 0);
}

/* P(T <= t) if d[h] documents lie in stratum h. */
static double tail(const struct framed_stratum *s, const int64_t *d, double t)
{
	double sum = 0, w[STRATA];
	for (int h = 0; h < STRATA; h++)
		w[h] = (double)s[h].size / (double)s[h].sampled;
	for (int64_t a = 0; a <= s[0].sampled; a++)
		for (int64_t b = 0; b <= s[1].sampled; b++)
			for (int64_t c = 0; c <= s[2].sampled; c++)
				if ((double)a * w[0] + (double)b * w[1] + (double)c * w[2] <= t)
					sum += hyper(&s[0], a, d[0]) * hyper(&s[1], b, d[1]) *
					       hyper(&s[2], c, d[2]);
	return sum;
}

/* The largest P(T <= t (1 + more)) over all ways; 0: there is none. */
static double largest(const struct framed_stratum *s, int64_t retrieved, double more)
{
	double best = 0, sum = 0;
	for (int h = 0; h < STRATA; h++)
		sum += (double)s[h].judged * (double)s[h].size / (double)s[h].sampled;
	for (int64_t a = 0; a <= s[0].size; a++)
		for (int64_t b = 0; b <= s[1].size; b++) {
			const int64_t d[STRATA] = { a, b, retrieved - a - b };
			bool fits = true;
			for (int h = 0; h < STRATA; h++)
				fits = fits && d[h] >= s[h].judged &&
				       d[h] <= s[h].size - s[h].sampled + s[h].judged;
			if (fits)
				best = fmax(best, tail(s, d, sum * (1 + more) + 1e-9));
		}
	return best;
}

/* The search finds the largest, up to the rounding of the lattice: 300 random designs. */
static void largest_over_all_ways(void **state)
{
	(void)state;
	int small = 0;
	for (uint64_t i = 0; i < 300; i++) {
		struct uniform u = uniform_start(7, i, 0);
		struct framed_stratum s[STRATA];
		int64_t room = 0, judged = 0;
		for (int h = 0; h < STRATA; h++) {
			s[h].size = 2 + (int64_t)(14 * uniform_next(&u));
			s[h].sampled = 1 + (int64_t)((double)s[h].size * uniform_next(&u));
			s[h].sampled = s[h].sampled > s[h].size ? s[h].size : s[h].sampled;
			s[h].judged = (int64_t)((double)s[h].sampled * uniform_next(&u) / 2);
			room += s[h].size - s[h].sampled;
			judged += s[h].judged;
		}
		int64_t retrieved = judged + (int64_t)((double)(room + 2) * uniform_next(&u));
		double expected = largest(s, retrieved, 0), p = p_value(s, STRATA, retrieved);
		if (expected > 0.1)
			assert_true(p > 0.1 - 1e-9);
		else if (p < expected - 1e-9 || p > largest(s, retrieved, 0.005) + 1e-9)
			fail_msg("design %d: %.12g, not %.12g", (int)i, p, expected);
		small += expected < 0.1 && expected > 0;
	}
	assert_true(small >= 30);
}

/* P(p-value <= x) is at most x for every way that the documents of a run may lie: two strata.
   (Above 1/10 the search ends early.) */
static void false_alarms(void **state)
{
	(void)state;
	const double x[] = { 0.01, 0.05, 0.1 };
	double most[3] = { 0, 0, 0 };
	for (int64_t a = 0; a <= 12; a += 3)
		for (int64_t b = 0; b <= 30; b += 5) {
			double alarm[3] = { 0, 0, 0 };
			struct framed_stratum s[2] = { { 12, 6, 0 }, { 30, 4, 0 } };
			for (s[0].judged = 0; s[0].judged <= 6; s[0].judged++)
				for (s[1].judged = 0; s[1].judged <= 4; s[1].judged++) {
					double chance = hyper(&s[0], s[0].judged, a) *
							hyper(&s[1], s[1].judged, b);
					double p = chance > 0 ? p_value(s, 2, a + b) : 1;
					for (int k = 0; k < 3; k++)
						alarm[k] += p <= x[k] ? chance : 0;
				}
			for (int k = 0; k < 3; k++)
				most[k] = fmax(most[k], alarm[k]);
		}
	for (int k = 0; k < 3; k++)
		assert_true(most[k] <= x[k] + 1e-12);
	assert_true(most[2] > 0);
}

/* By hand: 100 of 1000 sampled, 10 retrieved, none judged: C(900, 10)/C(1000, 10). */
static void by_hand(void **state)
{
	(void)state;
	double expected = 1;
	for (int i = 0; i < 10; i++)
		expected *= (900.0 - i) / (1000.0 - i);
	const struct framed_stratum none = { 1000, 100, 0 };
	assert_true(fabs(p_value(&none, 1, 10) - expected) < 1e-12);
	/* 100 retrieved: C(900, 100)/C(1000, 100) = 1.7e-5 */
	expected = 1;
	for (int i = 0; i < 100; i++)
		expected *= (900.0 - i) / (1000.0 - i);
	assert_true(fabs(p_value(&none, 1, 100) / expected - 1) < 1e-9);
	/* more than there are */
	assert_true(p_value(&none, 1, 901) == 0);
	/* one of rate 1/2, and a large one of which little was sampled may hold all of them */
	const struct framed_stratum two[2] = { { 100, 50, 0 }, { 20000, 100, 0 } };
	assert_true(p_value(two, 2, 100) > 0.1);
	assert_true(p_value(two, 1, 30) < 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(largest_over_all_ways),
		cmocka_unit_test(false_alarms),
		cmocka_unit_test(by_hand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
