/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of anytime. That it holds at all looks together is proved here for small collections: for
 * every truth, by dynamic programming over all samples, somebody who wants a miss decides after
 * each document from which stratum the next one is drawn. Ends are compared with all yields of
 * small designs, whose ratios are multiplied out here, and with R.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/cases.h"
#include "tests/support/interval_help.h"

static const enum quantity quantities[] = { QUANTITY_RECALL, QUANTITY_PRECISION, QUANTITY_F,
					    QUANTITY_YIELD };

static double value_of(enum quantity quantity, int N1, int R1, int R0)
{
	switch (quantity) {
	case QUANTITY_RECALL:
		return (double)R1 / (R1 + R0);
	case QUANTITY_PRECISION:
		return (double)R1 / N1;
	case QUANTITY_F:
		return 2.0 * R1 / (N1 + R1 + R0);
	case QUANTITY_YIELD:
		break;
	}
	return R1 + R0;
}

/* --- all looks together --- */

/* The interval after every sample of a design of two strata. */
struct looks {
	int N1, N0;
	struct interval *at;
	double *miss; /* the greatest probability of a miss from here on */
};

static size_t place(const struct looks *x, int n1, int r1, int n0, int r0)
{
	int wide = x->N0 + 1;
	return (size_t)(((n1 * (x->N1 + 1) + r1) * wide + n0) * wide + r0);
}

static struct looks all_looks(int N1, int N0, enum quantity quantity, double lower_p,
			      double upper_p)
{
	struct looks x = { .N1 = N1, .N0 = N0 };
	size_t room = place(&x, N1, N1, N0, N0) + 1;
	x.at = calloc(room, sizeof *x.at);
	x.miss = calloc(room, sizeof *x.miss);
	for (int n1 = 0; n1 <= N1; n1++)
		for (int r1 = 0; r1 <= n1; r1++)
			for (int n0 = 0; n0 <= N0; n0++)
				for (int r0 = 0; r0 <= n0; r0++) {
					const struct stratum s[] = { { N1, n1, r1, n1, true },
								     { N0, n0, r0, n0, false } };
					x.at[place(&x, n1, r1, n0, r0)] =
						ask("anytime", s, 2,
						    asking(quantity, lower_p, upper_p));
				}
	return x;
}

/* From one sample on, the next document being of the first stratum, or of the second. */
static double after(const struct looks *x, int R1, int R0, int n1, int r1, int n0, int r0,
		    bool first)
{
	int left = first ? x->N1 - n1 : x->N0 - n0;
	double p = (double)(first ? R1 - r1 : R0 - r0) / left, sum = 0;
	int d1 = first, d0 = !first;
	if (p > 0)
		sum += p * x->miss[place(x, n1 + d1, r1 + d1, n0 + d0, r0 + d0)];
	if (p < 1)
		sum += (1 - p) * x->miss[place(x, n1 + d1, r1, n0 + d0, r0)];
	return sum;
}

static double worst_miss(const struct looks *x, int R1, int R0, double truth)
{
	for (int n1 = x->N1; n1 >= 0; n1--)
		for (int n0 = x->N0; n0 >= 0; n0--)
			for (int r1 = 0; r1 <= n1 && r1 <= R1; r1++)
				for (int r0 = 0; r0 <= n0 && r0 <= R0; r0++) {
					if (n1 - r1 > x->N1 - R1 || n0 - r0 > x->N0 - R0)
						continue;
					size_t here = place(x, n1, r1, n0, r0);
					double miss = truth < x->at[here].lower - 1e-9 ||
						      truth > x->at[here].upper + 1e-9;
					if (miss == 0 && n1 < x->N1)
						miss = after(x, R1, R0, n1, r1, n0, r0, true);
					if (miss < 1 && n0 < x->N0)
						miss = fmax(miss, after(x, R1, R0, n1, r1, n0, r0,
									false));
					x->miss[here] = miss;
				}
	return x->miss[place(x, 0, 0, 0, 0)];
}

/* The largest probability over all truths that some look misses. */
static double worst_of(int N1, int N0, enum quantity quantity, double lower_p, double upper_p,
		       int *possible)
{
	struct looks x = all_looks(N1, N0, quantity, lower_p, upper_p);
	double worst = 0;
	for (int R1 = 0; R1 <= N1; R1++)
		for (int R0 = 0; R0 <= N0; R0++) {
			double truth = value_of(quantity, N1, R1, R0);
			double miss = isnan(truth) ? 0 : worst_miss(&x, R1, R0, truth);
			*possible += miss > 0;
			worst = fmax(worst, miss);
		}
	free(x.at);
	free(x.miss);
	return worst;
}

static void no_order_of_looks_misses_too_often(void **state)
{
	(void)state;
	const int design[][2] = {
		{ 5, 7 }, { 1, 12 }, { 12, 1 }, { 15, 15 }, { 8, 22 }, { 25, 5 }
	};
	const double level[][2] = { { .1, .9 }, { .05, 1 }, { 0, .8 } };
	int possible = 0, truths = 0;
	for (int64_t i = 0; i < cases(6, 3); i++)
		for (int l = 0; l < 3; l++)
			for (int k = 0; k < 4; k++) {
				const int *N = design[i];
				double alpha = level[l][0] + 1 - level[l][1];
				double worst = worst_of(N[0], N[1], quantities[k], level[l][0],
							level[l][1], &possible);
				truths += (N[0] + 1) * (N[1] + 1);
				assert_true(worst <= alpha + 1e-12);
				if (l == 0)
					printf("N %d and %d, quantity %d: some look misses %.4f of %.2f\n",
					       N[0], N[1], (int)quantities[k], worst, alpha);
			}
	printf("a miss is possible in %d of %d truths\n", possible, truths);
	assert_true(possible > truths / 4);
}

/* One stratum of 30, exactly: the set itself and not a projection; and two of 15. */
static void thirty_documents_hold(void **state)
{
	(void)state;
	int possible = 0, recalls = 0;
	int N = (int)cases(30, 24), half = N / 2;
	double worst = worst_of(N, 0, QUANTITY_YIELD, .025, .975, &possible);
	printf("N %d: some look misses %.4f of .05, possible in %d truths\n", N, worst, possible);
	assert_true(worst <= .05);
	assert_true(possible > half);
	worst = worst_of(half, half, QUANTITY_RECALL, .05, 1, &recalls);
	printf("N %d and %d: some bound misses %.4f of .05, possible in %d truths\n", half, half,
	       worst, recalls);
	assert_true(worst <= .05);
	assert_true(recalls > (half + 1) * (half + 1) / 4);
}

/* --- ends --- */

/* ln of the factor of one stratum, multiplied out document by document. */
static double factor(int N, int n, int r, int R, double c)
{
	double ratio = 1;
	if (r > R || n - r > N - R)
		return INFINITY;
	for (int i = 0; i < n; i++) {
		/* in any order: relevant documents first */
		bool relevant = i < r;
		int left = relevant ? R - i : N - R - (i - r);
		double seen = relevant ? .25 + i : .75 + (i - r);
		ratio *= seen / (1 + i) * (N - i) / left;
	}
	return log(1 - c + c * ratio);
}

/* The ends over all yields in the set. */
static struct interval enumerated(const struct stratum *s, enum quantity quantity, double alpha)
{
	struct interval x = { INFINITY, -INFINITY };
	int N1 = (int)s[0].size, N0 = (int)s[1].size;
	double c = quantity == QUANTITY_PRECISION ? 1 : .5;
	for (int R1 = 0; R1 <= N1; R1++)
		for (int R0 = 0; R0 <= N0; R0++) {
			double f = factor(N1, (int)s[0].sampled, (int)s[0].relevant, R1, c);
			double g = factor(N0, (int)s[1].sampled, (int)s[1].relevant, R0, c);
			if (quantity == QUANTITY_PRECISION)
				g = isinf(g) ? g : 0;
			double t = value_of(quantity, N1, R1, R0);
			if (!(f + g < -log(alpha)) || isnan(t))
				continue;
			x.lower = fmin(x.lower, t);
			x.upper = fmax(x.upper, t);
		}
	return x;
}

static void ends_are_those_of_all_yields_or_just_outside(void **state)
{
	(void)state;
	const struct stratum design[][2] = {
		{ { 40, 12, 9, 12, true }, { 90, 30, 2, 30, false } },
		{ { 40, 40, 25, 40, true }, { 160, 60, 0, 60, false } },
		{ { 100, 20, 1, 20, true }, { 30, 30, 4, 30, false } },
		{ { 60, 0, 0, 0, true }, { 70, 35, 30, 35, false } },
		{ { 25, 24, 20, 24, true }, { 200, 100, 7, 100, false } },
	};
	double widest = 0;
	for (size_t i = 0; i < sizeof design / sizeof design[0]; i++)
		for (int k = 0; k < 4; k++)
			for (int tail = 0; tail < 3; tail++) {
				const double p[][2] = { { .025, .975 }, { .05, 1 }, { 0, .95 } };
				struct interval x = enumerated(design[i], quantities[k], .05);
				struct interval y =
					ask("anytime", design[i], 2,
					    asking(quantities[k], p[tail][0], p[tail][1]));
				assert_true(y.lower <= x.lower + 1e-9);
				assert_true(y.upper >= x.upper - 1e-9);
				/* not more than a document away */
				double unit = quantities[k] == QUANTITY_YIELD ? 1 : 1.0 / 25;
				if (tail < 2)
					assert_near(y.lower, x.lower, unit + 1e-9);
				if (tail != 1)
					assert_near(y.upper, x.upper, unit + 1e-9);
				if (tail == 0)
					widest = fmax(widest, (x.lower - y.lower) / unit);
			}
	printf("furthest outside: %.3f of a document\n", widest);
}

static void one_stratum_is_the_set_itself(void **state)
{
	(void)state;
	const struct stratum s[] = { { 60, 25, 4, 25, true } };
	int first = -1, last = -1;
	for (int R = 0; R <= 60; R++)
		if (factor(60, 25, 4, R, 1) < log(20)) {
			first = first < 0 ? R : first;
			last = R;
		}
	struct interval x = ask("anytime", s, 1, asking(QUANTITY_YIELD, .025, .975));
	assert_near(x.lower, first, 0);
	assert_near(x.upper, last, 0);
}

/*
 * R: m <- lbeta(.25+r,.75+n-r)-lbeta(.25,.75); uniroot(function(R) m - (lgamma(R+1)-lgamma(R-r+1)
 * + lgamma(N-R+1)-lgamma(N-R-(n-r)+1) - lgamma(N+1)+lgamma(N-n+1)) - log(20), c(N*r/n, N-n+r),
 * tol=1e-6), and the same below.
 */
static void large_collections_agree_with_r(void **state)
{
	(void)state;
	const struct {
		int64_t N, n, r;
		double lower, upper;
	} test[] = {
		{ 100000, 2400, 0, 0, 211.560471 },
		{ 960000, 2400, 9, 860.293655, 9494.825197 },
		{ 5000000, 3000, 1200, 1829058.451, 2174255.482 },
	};
	for (size_t i = 0; i < sizeof test / sizeof test[0]; i++) {
		const struct stratum s[] = { { test[i].N, test[i].n, test[i].r, test[i].n, true } };
		struct interval x = ask("anytime", s, 1, asking(QUANTITY_PRECISION, .025, .975));
		assert_near(x.lower * (double)test[i].N, test[i].lower, 0.02);
		assert_near(x.upper * (double)test[i].N, test[i].upper, 0.02);
	}
}

/* As struct interval_method.monotone says. */
static void ends_rise_and_fall_with_what_is_found(void **state)
{
	(void)state;
	int steps = 0, moved = 0;
	for (int k = 0; k < 4; k++) {
		int N1 = (int)cases(9, 7), N0 = (int)cases(11, 8);
		struct looks x = all_looks(N1, N0, quantities[k], .025, .975);
		double up0 = quantities[k] == QUANTITY_YIELD ? 1 : -1;
		for (int n1 = 1; n1 <= N1; n1++)
			for (int n0 = 1; n0 <= N0; n0++)
				for (int r1 = 0; r1 < n1; r1++)
					for (int r0 = 0; r0 < n0; r0++) {
						struct interval at =
							x.at[place(&x, n1, r1, n0, r0)];
						struct interval more1 =
							x.at[place(&x, n1, r1 + 1, n0, r0)];
						struct interval more0 =
							x.at[place(&x, n1, r1, n0, r0 + 1)];
						assert_false(more1.lower < at.lower - 1e-9);
						assert_false(more1.upper < at.upper - 1e-9);
						assert_false(up0 * (more0.lower - at.lower) <
							     -1e-9);
						assert_false(up0 * (more0.upper - at.upper) <
							     -1e-9);
						steps++;
						moved += more1.lower > at.lower + 1e-9;
					}
		free(x.at);
		free(x.miss);
	}
	printf("the lower end moved in %d of %d steps\n", moved, steps);
	assert_true(moved > steps / 4);
}

static void what_is_known_is_known(void **state)
{
	(void)state;
	const struct stratum all[] = { { 40, 40, 30, 40, true }, { 60, 60, 10, 60, false } };
	struct interval x = ask("anytime", all, 2, asking(QUANTITY_RECALL, .025, .975));
	assert_near(x.lower, .75, 1e-12);
	assert_near(x.upper, .75, 1e-12);
	const struct stratum none[] = { { 40, 20, 0, 20, true }, { 60, 30, 0, 30, false } };
	x = ask("anytime", none, 2, asking(QUANTITY_RECALL, .025, .975));
	assert_near(x.lower, 0, 0);
	assert_near(x.upper, 1, 0);
	const struct stratum empty[] = { { 40, 40, 0, 40, true }, { 60, 60, 0, 60, false } };
	x = ask("anytime", empty, 2, asking(QUANTITY_RECALL, .025, .975));
	assert_true(isnan(x.lower) && isnan(x.upper));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_order_of_looks_misses_too_often),
		cmocka_unit_test(thirty_documents_hold),
		cmocka_unit_test(ends_are_those_of_all_yields_or_just_outside),
		cmocka_unit_test(one_stratum_is_the_set_itself),
		cmocka_unit_test(large_collections_agree_with_r),
		cmocka_unit_test(ends_rise_and_fall_with_what_is_found),
		cmocka_unit_test(what_is_known_is_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
