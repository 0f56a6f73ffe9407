/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Coefficients of two rankings against published figures, R, and enumerations.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "core/stats/random/resample.h"
#include "core/stats/random/uniform.h"
#include "core/stats/topics/rank_agreement.h"
#include "tests/support/cases.h"
#include "tests/support/near.h"

enum { MOST = 128 };

static void coefficients(const double *x, const double *y, size_t n, double p, double *out)
{
	size_t room[2 * MOST];
	double place[2][MOST];
	rank_places(x, n, room, place[0]);
	rank_places(y, n, room, place[1]);
	rank_agreement(place[0], place[1], n, p, room, out);
}

/* Half to even, as R's round(). */
static void round_to_fifths(const double *x, double *out, size_t n)
{
	for (size_t i = 0; i < n; i++)
		out[i] = rint(x[i] * 5) / 5;
}

/* The README of the R package ircor, with seven digits. */
static void test_published(void **state)
{
	(void)state;
	static const double truth[] = { .06, .2, .27, .37, .57, .63, .66, .9, .91, .94 };
	static const double estimate[] = { .37, .06, .2, .27, .57, .66, .63, .91, .9, .94 };
	double c[COEFFICIENTS], x[10], y[10];
	coefficients(truth, estimate, 10, .9, c);
	assert_near_at(c[TAU], .7777778, 5e-8, "tau");
	assert_near_at(c[TAU_AP_A], .7491182, 5e-8, "tau_AP");
	round_to_fifths(estimate, y, 10);
	coefficients(truth, y, 10, .9, c);
	assert_near_at(c[TAU], .7111111, 5e-8, "tau_a");
	assert_near_at(c[TAU_AP_A], .6074515, 5e-8, "tau_AP,a");
	round_to_fifths(truth, x, 10);
	coefficients(x, y, 10, .9, c);
	assert_near_at(c[TAU_B], .75, 5e-8, "tau_b");
	assert_near_at(c[TAU_AP_B], .6269841, 5e-8, "tau_AP,b");
}

/* R 4.2: cor(x, y, method = "kendall"), printed with 17 digits. */
static void test_tau_b(void **state)
{
	(void)state;
	static const double x[] = { 1, 2, 2, 3, 4, 4, 4, 5 }, y[] = { 1, 3, 2, 2, 5, 4, 4, 6 };
	double c[COEFFICIENTS];
	coefficients(x, y, 8, .9, c);
	assert_near_at(c[TAU_B], 0.84067280747670758, 1e-15, "tau-b");
	/* of 28 pairs 5 are tied on a side, and only the 2nd and 4th are in the opposite order */
	assert_near_at(c[TAU], 21.0 / 28, 1e-15, "tau");
}

/* Numbers with few digits, so that there are ties. */
static void random_scores(double *x, size_t n, uint64_t number, unsigned values)
{
	struct uniform u = uniform_start(1, number, STREAM_FIRST);
	for (size_t i = 0; i < n; i++)
		x[i] = floor(uniform_next(&u) * values) / 10;
}

/*
 * tau and tau_AP by their definitions without ties, and their sums over all ways to break ties: the
 * permutations whose order is one of the ranking.
 */
static double plain_tau_ap(const int *x, const int *y, int n)
{
	double sum = 0; /* x[i], y[i]: the place of i from 0 */
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			if (y[j] < y[i] && x[j] < x[i])
				sum += 1.0 / y[i];
	return 2 * sum / (n - 1) - 1;
}

static double plain_tau(const int *x, const int *y, int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			sum += (x[i] < x[j]) == (y[i] < y[j]) ? 1 : -1;
	return 2.0 * sum / (n * (n - 1));
}

/* All permutations of 0 .. n-1, as places, under which no worse score stands before a better one.
 */
static int breaks(const double *score, int n, int (*out)[MOST])
{
	int count = 0, total = 1;
	for (int i = 2; i <= n; i++)
		total *= i;
	for (int number = 0; number < total; number++) {
		int place[MOST], left[MOST], rest = number, fits = 1;
		for (int i = 0; i < n; i++)
			left[i] = i;
		for (int i = 0; i < n; i++) {
			int k = rest % (n - i);
			rest /= n - i;
			place[i] = left[k];
			left[k] = left[n - i - 1];
		}
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				fits = fits && (place[i] > place[j] || score[i] >= score[j]);
		for (int i = 0; fits && i < n; i++)
			out[count][i] = place[i];
		count += fits;
	}
	return count;
}

static void test_all_breaks(void **state)
{
	(void)state;
	enum { N = 5, CASES = 200 };
	static int of_x[120][MOST], of_y[120][MOST];
	int tied = 0;
	for (uint64_t k = 0; k < CASES; k++) {
		double x[N], y[N], c[COEFFICIENTS], tau = 0, ap = 0;
		random_scores(x, N, 2 * k, 9);
		random_scores(y, N, 2 * k + 1, 6);
		int xs = breaks(x, N, of_x), ys = breaks(y, N, of_y);
		for (int i = 0; i < xs; i++)
			for (int j = 0; j < ys; j++) {
				tau += plain_tau(of_x[i], of_y[j], N) / (xs * ys);
				ap += plain_tau_ap(of_x[i], of_y[j], N) / (xs * ys);
			}
		tied += xs > 1 && ys > 1;
		coefficients(x, y, N, .9, c);
		assert_near_at(c[TAU], tau, 1e-13, "case %d", (int)k);
		assert_near_at(c[TAU_AP_A], ap, 1e-13, "case %d", (int)k);
	}
	printf("%d of %d cases have ties on both sides\n", tied, CASES);
	assert_true(tied > CASES / 2);
}

/* The series of RBO, from sets: 2000 terms, the rest of which is below 1e-90. */
static double plain_rbo(const double *x, const double *y, int n, double p)
{
	double sum = 0;
	for (int d = 1; d <= 2000; d++) {
		int in_x = 0, in_y = 0, in_both = 0;
		for (int i = 0; i < n; i++) {
			int above_x = 0, above_y = 0;
			for (int j = 0; j < n; j++) {
				above_x += x[j] > x[i];
				above_y += y[j] > y[i];
			}
			in_x += above_x < d;
			in_y += above_y < d;
			in_both += above_x < d && above_y < d;
		}
		sum += (1 - p) * pow(p, d - 1) * 2 * in_both / (in_x + in_y);
	}
	return sum;
}

static void test_rbo(void **state)
{
	(void)state;
	static const double level[] = { .1, .5, .8, .9 };
	double c[COEFFICIENTS];
	/* by hand, p = 1/2: A_1 = 0, A_2 = 1: 1/2 */
	coefficients((double[]){ 2, 1 }, (double[]){ 1, 2 }, 2, .5, c);
	assert_near_at(c[RBO], .5, 1e-15, "two");
	/* all tied on one side: A_1 = 2/(3+1), A_2 = 4/(3+2), then 1 */
	coefficients((double[]){ 1, 1, 1 }, (double[]){ 3, 2, 1 }, 3, .5, c);
	assert_near_at(c[RBO], .5 * .5 + .25 * .8 + .25, 1e-15, "tied");
	for (uint64_t k = 0; k < 100; k++) {
		double x[10], y[10], p = level[k % 4];
		random_scores(x, 10, 2 * k, 20);
		random_scores(y, 10, 2 * k + 1, 20);
		coefficients(x, y, 10, p, c);
		assert_near_at(c[RBO], plain_rbo(x, y, 10, p), 1e-13, "case %d", (int)k);
	}
}

static void test_ends(void **state)
{
	(void)state;
	static const double up[] = { 1, 2, 3, 4 }, down[] = { 4, 3, 2, 1 }, same[] = { 7, 7, 7, 7 };
	/* as sums that were added up in another order */
	static const double near[] = { 1, 2, 2 + 1e-13, 4 };
	double c[COEFFICIENTS];
	coefficients(up, up, 4, .9, c);
	for (int i = 0; i < COEFFICIENTS; i++)
		assert_near_at(c[i], 1, 1e-15, "same, %d", i);
	coefficients(up, down, 4, .9, c);
	for (int i = 0; i < RBO; i++)
		assert_near_at(c[i], -1, 1e-15, "opposite, %d", i);
	coefficients(up, same, 4, .9, c);
	assert_near_at(c[TAU], 0, 0, "tied");
	assert_near_at(c[TAU_AP_A], 0, 1e-15, "tied");
	assert_true(isnan(c[TAU_B]) && isnan(c[TAU_AP_B]));
	coefficients(up, near, 4, .9, c);
	assert_near_at(c[TAU], 5.0 / 6, 1e-15, "near");
	coefficients(up, up, 1, .9, c);
	for (int i = 0; i < COEFFICIENTS; i++)
		assert_true(isnan(c[i]));
}

/* A resample as counts is the same resample as those whose means are taken. */
static void test_times(void **state)
{
	(void)state;
	static const size_t sizes[] = { 1, 2, 7, 50, 300 };
	for (size_t k = 0; k < 5; k++) {
		double score[300], mean[20];
		uint32_t times[300];
		for (size_t i = 0; i < sizes[k]; i++)
			score[i] = (double)(i * i % 17);
		resample_means(score, sizes[k], 20, 3, mean);
		for (int64_t b = 0; b < 20; b++) {
			double sum = 0;
			uint32_t all = 0;
			resample_times(sizes[k], b, 3, times);
			for (size_t i = 0; i < sizes[k]; i++) {
				sum += times[i] * score[i];
				all += times[i];
			}
			assert_int_equal(all, sizes[k]);
			assert_near_at(sum / (double)sizes[k], mean[b], 1e-13, "resample");
		}
	}
}

/*
 * Two systems, two topics: on side y both topics say A > B; on side x the first says A > B and the
 * second B > A by less. Of four resamples with the same probability one has the second topic twice:
 * tau -1; else 1.
 */
static void test_intervals(void **state)
{
	(void)state;
	static const double x[] = { .9, .1, .1, .3 }, y[] = { .5, .5, .2, .2 };
	static const double alike[] = { 1, 1, 1, 1, 1 }, open[] = { 0, NAN, 0, NAN, .9 };
	const struct rank_scores s = { (const double *const[]){ x, y }, 2, 2, 2 };
	struct rank_request q = { .p = .9,
				  .ends.lower_p = .2,
				  .ends.upper_p = .3,
				  .resamples = 10000,
				  .ends.seed = 1,
				  .jobs = 2 };
	struct interval out[COEFFICIENTS];
	int64_t undefined[COEFFICIENTS];
	struct err e = { 0 };
	assert_int_equal(rank_intervals(&s, &q, alike, out, undefined, NULL, &e), 0);
	for (int c = 0; c < COEFFICIENTS; c++) {
		/* the order of two: p^0 (1-p) is lost */
		assert_near_at(out[c].lower, c == RBO ? .9 : -1, 1e-15, "lower of %d", c);
		assert_near_at(out[c].upper, 1, 1e-15, "upper of %d", c);
		assert_int_equal(undefined[c], 0);
	}
	/* side y tied in all resamples */
	const double tied[] = { .5, .5, .5, .5 };
	const struct rank_scores t = { (const double *const[]){ x, tied }, 2, 2, 2 };
	q.ends.lower_p = 0;
	q.ends.upper_p = 1;
	assert_int_equal(rank_intervals(&t, &q, open, out, undefined, NULL, &e), 0);
	assert_true(isnan(out[TAU_B].lower) && undefined[TAU_B] == 10000);
	assert_true(out[TAU].lower == -1 && out[TAU].upper == 1 && undefined[TAU] == 0);
	assert_true(out[RBO].lower == 0 && out[RBO].upper == 1);
}

static int ascending_order(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The k-th smallest of 200 for .05 is the 10th, for .95 the 190th: both ends by their definition.
 */
static void test_ends_of_intervals(void **state)
{
	(void)state;
	enum { N = 12, TOPICS = 20, B = 200, CASES = 20 };
	int outside = 0;
	for (uint64_t k = 0; k < CASES; k++) {
		double x[N * TOPICS], y[N * TOPICS], c[COEFFICIENTS], drawn[COEFFICIENTS][B];
		random_scores(x, N * TOPICS, 2 * k, 1000);
		random_scores(y, N * TOPICS, 2 * k + 1, 1000);
		for (int i = 0; i < N * TOPICS; i++) { /* systems differ, and so do the sides */
			x[i] += 2.0 * (i / TOPICS);
			y[i] += 2.0 * (i / TOPICS);
		}
		const struct rank_scores s = { (const double *const[]){ x, y }, 2, N, TOPICS };
		double a[N], b[N];
		rank_means(&s, 0, NULL, a);
		rank_means(&s, 1, NULL, b);
		coefficients(a, b, N, .9, c);
		for (int r = 0; r < B; r++) {
			uint32_t times[TOPICS];
			double found[COEFFICIENTS];
			resample_times(TOPICS, r, 7, times);
			rank_means(&s, 0, times, a);
			rank_means(&s, 1, times, b);
			coefficients(a, b, N, .9, found);
			for (int i = 0; i < COEFFICIENTS; i++)
				drawn[i][r] = found[i];
		}
		const struct rank_request q = { .p = .9,
						.ends.lower_p = .05,
						.ends.upper_p = .95,
						.resamples = B,
						.ends.seed = 7,
						.jobs = 1 };
		struct interval out[COEFFICIENTS];
		int64_t undefined[COEFFICIENTS];
		struct err e = { 0 };
		assert_int_equal(rank_intervals(&s, &q, c, out, undefined, NULL, &e), 0);
		for (int i = 0; i < COEFFICIENTS; i++) {
			qsort(drawn[i], B, sizeof(double), ascending_order);
			double low = drawn[i][9], high = drawn[i][189];
			double lower = fmin(low, 2 * c[i] - high),
			       upper = fmax(high, 2 * c[i] - low);
			assert_near_at(out[i].lower, fmax(lower, i == RBO ? 0 : -1), 1e-14,
				       "lower");
			assert_near_at(out[i].upper, fmin(upper, 1), 1e-14, "upper");
			assert_true(out[i].lower <= c[i] && c[i] <= out[i].upper);
			outside += c[i] < low || c[i] > high;
		}
	}
	printf("%d of %d coefficients lie outside of their percentiles\n", outside,
	       CASES * COEFFICIENTS);
	assert_true(outside > 0);
}

/* Of two judges, in the same resamples: both ends of the difference by their definition, and those
 * of each judge as without the other. */
static void test_differences_of_judges(void **state)
{
	(void)state;
	enum { N = 8, TOPICS = 15, B = 200 };
	double x[3][N * TOPICS], c[2][COEFFICIENTS], less[COEFFICIENTS][B], mean[3][N];
	for (uint64_t side = 0; side < 3; side++) {
		random_scores(x[side], N * TOPICS, 90 + side, 1000);
		for (int i = 0; i < N * TOPICS; i++)
			x[side][i] += 1.5 * (i / TOPICS);
	}
	const struct rank_scores s = { (const double *const[]){ x[0], x[1], x[2] }, 3, N, TOPICS };
	for (int r = -1; r < B; r++) {
		uint32_t times[TOPICS];
		double found[2][COEFFICIENTS];
		if (r >= 0)
			resample_times(TOPICS, r, 7, times);
		for (size_t side = 0; side < 3; side++)
			rank_means(&s, side, r >= 0 ? times : NULL, mean[side]);
		for (int judge = 0; judge < 2; judge++)
			coefficients(mean[0], mean[judge + 1], N, .9,
				     r >= 0 ? found[judge] : c[judge]);
		for (int i = 0; r >= 0 && i < COEFFICIENTS; i++)
			less[i][r] = found[0][i] - found[1][i];
	}
	const struct rank_request q = { .p = .9,
					.ends.lower_p = .05,
					.ends.upper_p = .95,
					.resamples = B,
					.ends.seed = 7,
					.jobs = 1 };
	struct interval out[2 * COEFFICIENTS], alone[COEFFICIENTS], between[COEFFICIENTS];
	int64_t undefined[2 * COEFFICIENTS];
	struct err e = { 0 };
	assert_int_equal(rank_intervals(&s, &q, c[0], out, undefined, between, &e), 0);
	for (int i = 0; i < COEFFICIENTS; i++) {
		qsort(less[i], B, sizeof(double), ascending_order);
		double value = c[0][i] - c[1][i], low = less[i][9], high = less[i][189];
		assert_near_at(between[i].lower, fmin(low, 2 * value - high), 1e-14, "lower");
		assert_near_at(between[i].upper, fmax(high, 2 * value - low), 1e-14, "upper");
	}
	const struct rank_scores second = { (const double *const[]){ x[0], x[2] }, 2, N, TOPICS };
	assert_int_equal(rank_intervals(&second, &q, c[1], alone, undefined, NULL, &e), 0);
	assert_memory_equal(alone, out + COEFFICIENTS, sizeof alone);
}

/* Nearly normal, variance 1. */
static double noise(struct uniform *u)
{
	double sum = -6;
	for (int i = 0; i < 12; i++)
		sum += uniform_next(u);
	return sum;
}

/* By hand: means 2 and 4, topics 1, 3 and 5; residuals +-1, -+1 and 0, so 4/2 over 3 topics, of 2.
 */
static void test_reliability(void **state)
{
	(void)state;
	static const double x[] = { 1, 1, 4, 1, 5, 6 }, mean[] = { 2, 4 }, same[] = { 3, 3 };
	const struct rank_scores s = { (const double *const[]){ x, x }, 2, 2, 3 };
	assert_near_at(rank_reliability(&s, 0, mean), 1 - 4 / 2. / 3 / 2, 1e-15, "reliability");
	assert_true(isnan(rank_reliability(&s, 1, same)));
}

/* Systems and topics; the standard deviation of the systems' expectations, that of a score being 1.
 */
struct closeness {
	size_t systems, topics;
	double spread;
};

/*
 * The sides err independently, and their expectations differ by a quarter of the spread. How many
 * 95 % intervals contain tau of all topics, which the expectations give? By whether the means are
 * reliable.
 */
static void cover(const struct closeness *d, int64_t samples, int64_t count[2], int64_t in[2])
{
	size_t n = d->systems, topics = d->topics;
	double *x = malloc(2 * n * topics * sizeof *x), *y = x + n * topics;
	assert_non_null(x);
	for (int64_t k = 0; k < samples; k++) {
		struct uniform u = uniform_start(5, (uint64_t)k, STREAM_FIRST);
		double of_x[MOST], of_y[MOST], a[MOST], b[MOST];
		double truth[COEFFICIENTS], c[COEFFICIENTS];
		for (size_t i = 0; i < n; i++) {
			of_x[i] = d->spread * noise(&u);
			of_y[i] = of_x[i] + d->spread / 4 * noise(&u);
			for (size_t t = 0; t < topics; t++) {
				x[i * topics + t] = of_x[i] + noise(&u);
				y[i * topics + t] = of_y[i] + noise(&u);
			}
		}
		const struct rank_scores s = { (const double *const[]){ x, y }, 2, n, topics };
		const struct rank_request q = { .p = .9,
						.ends.lower_p = .025,
						.ends.upper_p = .975,
						.resamples = 200,
						.ends.seed = (uint64_t)k,
						.jobs = 1 };
		struct interval out[COEFFICIENTS];
		int64_t undefined[COEFFICIENTS];
		struct err e = { 0 };
		coefficients(of_x, of_y, n, .9, truth);
		rank_means(&s, 0, NULL, a);
		rank_means(&s, 1, NULL, b);
		coefficients(a, b, n, .9, c);
		assert_int_equal(rank_intervals(&s, &q, c, out, undefined, NULL, &e), 0);
		bool reliable = rank_reliability(&s, 0, a) >= RELIABLE &&
				rank_reliability(&s, 1, b) >= RELIABLE;
		count[reliable]++;
		in[reliable] += out[TAU].lower <= truth[TAU] && truth[TAU] <= out[TAU].upper;
	}
	free(x);
}

/* The table of coverage.md. RELIABLE was chosen on the first five designs. */
static void test_coverage(void **state)
{
	(void)state;
	static const struct closeness designs[] = {
		{ 30, 50, 2 },	 { 30, 50, 1 },	  { 30, 50, .7 }, { 30, 50, .4 }, { 30, 50, .2 },
		{ 10, 25, 2 },	 { 10, 25, 1 },	  { 10, 25, .5 }, { 10, 25, .3 }, { 20, 150, 1 },
		{ 20, 150, .5 }, { 20, 150, .3 }, { 100, 50, 2 }, { 100, 50, 1 }, { 100, 50, .5 },
	};
	int64_t warned = 0;
	printf("systems topics spread  covered  reliable  covered\n");
	for (size_t i = 0; i < (size_t)cases(15, 12); i += (size_t)cases(1, 3)) {
		const struct closeness *d = &designs[i];
		int64_t count[2] = { 0 }, in[2] = { 0 }, samples = cases(400, 60);
		cover(d, samples, count, in);
		printf("%7zu %6zu %6.1f %8.3f %9.3f %8.3f\n", d->systems, d->topics, d->spread,
		       (double)(in[0] + in[1]) / (double)samples,
		       (double)count[1] / (double)samples, (double)in[1] / (double)count[1]);
		warned += count[0];
		/* five standard errors below .87 */
		if (count[1] >= 30)
			assert_true((double)in[1] / (double)count[1] >=
				    .87 - 5 * sqrt(.11 / (double)count[1]));
	}
	printf("%lld samples had a warning\n", (long long)warned);
	assert_true(warned > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_tau_b),
		cmocka_unit_test(test_all_breaks),
		cmocka_unit_test(test_rbo),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_intervals),
		cmocka_unit_test(test_ends_of_intervals),
		cmocka_unit_test(test_differences_of_judges),
		cmocka_unit_test(test_reliability),
		cmocka_unit_test(test_coverage),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
