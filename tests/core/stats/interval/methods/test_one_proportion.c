/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of the intervals for one proportion: wilson, clopper-pearson, hypergeometric, mid-p.
 * Expected values come from R, from an enumeration in whole numbers, and from formulas by hand.
 */
#include <stdio.h>
#include <string.h>

#include "tests/support/interval_help.h"

static const char *const methods[] = { "wilson", "clopper-pearson", "hypergeometric", "mid-p" };
enum { METHODS = 4 };

/*
 * R 4.2.2, for two sides and for alternative = "greater" and "less":
 *     binom.test(r, n, conf.level = level, alternative = side)$conf.int
 *     prop.test(r, n, conf.level = level, alternative = side, correct = FALSE)$conf.int
 */
static const struct {
	int64_t r, n;
	double lower_p, upper_p;
	struct interval binom, prop;
} of_r[] = {
	{ 0, 20, 0.025, 0.975, { 0, 0.168433470983 }, { 0, 0.161125158053 } },
	{ 1,
	  20,
	  0.025,
	  0.975,
	  { 0.00126508949795, 0.248732762772 },
	  { 0.0088814488008, 0.236131193447 } },
	{ 3,
	  20,
	  0.025,
	  0.975,
	  { 0.0320709371855, 0.378926826545 },
	  { 0.0523687458962, 0.360418864741 } },
	{ 10,
	  20,
	  0.05,
	  0.95,
	  { 0.301953911286, 0.698046088714 },
	  { 0.327403767885, 0.672596232115 } },
	{ 17,
	  20,
	  0.005,
	  0.995,
	  { 0.550534593261, 0.982357362046 },
	  { 0.564413279739, 0.961212939492 } },
	{ 19, 20, 0.05, 1, { 0.783893835793, 1 }, { 0.803992763226, 1 } },
	{ 20, 20, 0.025, 0.975, { 0.831566529017, 1 }, { 0.838874841947, 1 } },
	{ 0, 50, 0, 0.95, { 0, 0.058155079117 }, { 0, 0.0513331857863 } },
	{ 2,
	  50,
	  0.025,
	  0.975,
	  { 0.00488143342616, 0.137137625604 },
	  { 0.0110388843276, 0.134600906875 } },
	{ 25,
	  50,
	  0.005,
	  0.995,
	  { 0.31551042113, 0.68448957887 },
	  { 0.328862561287, 0.671137438713 } },
	{ 49, 50, 0, 0.9, { 0, 0.997895008296 }, { 0, 0.993998385821 } },
	{ 50, 50, 0.05, 1, { 0.941844920883, 1 }, { 0.948666814214, 1 } },
	{ 1, 1, 0.025, 0.975, { 0.025, 1 }, { 0.206549314377, 1 } },
	{ 0, 1, 0.025, 0.975, { 0, 0.975 }, { 0, 0.793450685623 } },
	{ 9, 2400, 0, 0.95, { 0, 0.00653469974244 }, { 0, 0.00643460824207 } },
	{ 15,
	  1500,
	  0.025,
	  0.975,
	  { 0.00560742082325, 0.0164399201183 },
	  { 0.00606943750408, 0.0164339046017 } },
	{ 400, 500, 0.05, 1, { 0.76828371244, 1 }, { 0.76899627589, 1 } },
	{ 7,
	  100,
	  0.1,
	  0.9,
	  { 0.0393690134126, 0.114902816636 },
	  { 0.0437790520209, 0.11011714044 } },
	{ 333,
	  1000,
	  0.025,
	  0.975,
	  { 0.30381780242, 0.363169217852 },
	  { 0.304477903348, 0.362800233986 } },
	{ 99000,
	  100000,
	  0.025,
	  0.975,
	  { 0.989363888471, 0.990607443911 },
	  { 0.989364213963, 0.990598141187 } },
};
enum { CASES = sizeof of_r / sizeof of_r[0] };

static void assert_ends(struct interval found, struct interval expected, double slack)
{
	assert_near(found.lower, expected.lower, slack);
	assert_near(found.upper, expected.upper, slack);
}

/* As precision, and as a yield over the number of documents; the population does not matter. */
static void assert_share(const char *method, size_t i, struct interval expected)
{
	const struct stratum s[] = { { 200000, of_r[i].n, of_r[i].r, of_r[i].n, true },
				     { 5000, 70, 3, 70, false } };
	struct interval_request q = asking(QUANTITY_PRECISION, of_r[i].lower_p, of_r[i].upper_p);
	assert_ends(ask(method, s, 2, q), expected, 1e-10);
	q.quantity = QUANTITY_YIELD;
	struct interval yield = ask(method, s, 1, q);
	assert_ends((struct interval){ yield.lower / 200000, yield.upper / 200000 }, expected,
		    1e-10);
}

static void the_binomial_ones_are_those_of_r(void **state)
{
	(void)state;
	assert_int_equal(CASES, 20);
	for (size_t i = 0; i < CASES; i++) {
		assert_share("clopper-pearson", i, of_r[i].binom);
		assert_share("wilson", i, of_r[i].prop);
	}
}

/* ---- hypergeometric ---- */

enum { LARGEST = 40 };
static uint64_t choose[LARGEST + 1][LARGEST + 1]; /* at most 1.4e11 */

static void fill_choose(void)
{
	for (int n = 0; n <= LARGEST; n++)
		for (int k = 0; k <= n; k++)
			choose[n][k] =
				k == 0 || k == n ? 1 : choose[n - 1][k - 1] + choose[n - 1][k];
}

/* How many of all samples of n have at least (at most) r of the R relevant documents. */
static uint64_t samples(int N, int n, int R, int r, bool at_least)
{
	uint64_t sum = 0;
	for (int k = 0; k <= n && k <= R; k++)
		if ((at_least ? k >= r : k <= r) && n - k <= N - R)
			sum += choose[R][k] * choose[N - R][n - k];
	return sum;
}

/* All yields that neither test rejects at 1/parts; `ties` counts tails of just that. */
static struct interval enumerated(int N, int n, int r, uint64_t parts, int *ties)
{
	struct interval out = { NAN, NAN };
	for (int R = 0; R <= N; R++) {
		uint64_t above = samples(N, n, R, r, true) * parts;
		uint64_t below = samples(N, n, R, r, false) * parts;
		*ties += above == choose[N][n] || below == choose[N][n];
		if (above < choose[N][n] || below < choose[N][n])
			continue;
		out.lower = isnan(out.lower) ? R : out.lower;
		out.upper = R;
	}
	return out;
}

static void the_hypergeometric_one_is_an_enumeration(void **state)
{
	(void)state;
	int cases = 0, wide = 0, ties = 0;
	fill_choose();
	for (int N = 1; N <= LARGEST; N++)
		for (int n = 1; n <= N; n++)
			for (int r = 0; r <= n; r++) {
				const struct stratum s = { N, n, r, n, true };
				struct interval x = enumerated(N, n, r, 40, &ties);
				struct interval_request q = asking(QUANTITY_YIELD, 0.025, 0.975);
				assert_ends(ask("hypergeometric", &s, 1, q), x, 1e-9);
				q.quantity = QUANTITY_PRECISION;
				assert_ends(ask("hypergeometric", &s, 1, q),
					    (struct interval){ x.lower / N, x.upper / N }, 1e-12);
				cases++;
				wide += x.lower > r && x.upper < N - n + r;
			}
	print_message("%d samples, in %d both ends are inside what is possible, %d ties\n", cases,
		      wide, ties);
	assert_true(wide > 1000 && ties > 10);
}

/* Over all truths in 40 documents of which 5 are drawn. */
static double least_coverage(const char *method)
{
	enum { N = LARGEST, DRAWN = 5 };
	double least = 1;
	for (int R = 0; R <= N; R++) {
		double covered = 0;
		for (int r = 0; r <= DRAWN && r <= R; r++) {
			const struct stratum s = { N, DRAWN, r, DRAWN, true };
			struct interval x =
				ask(method, &s, 1, asking(QUANTITY_YIELD, 0.025, 0.975));
			if (DRAWN - r <= N - R && x.lower <= R + 1e-9 && x.upper >= R - 1e-9)
				covered += (double)choose[R][r] * (double)choose[N - R][DRAWN - r];
		}
		least = fmin(least, covered / (double)choose[N][DRAWN]);
	}
	return least;
}

/* The sentences of `validate` say of these methods that they hold for every truth. */
static void those_that_keep_the_level_are_marked(void **state)
{
	(void)state;
	static const char *const all[] = { "hypergeometric", "clopper-pearson", "mid-p", "wilson" };
	fill_choose();
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (interval_find(all[i])->keeps_level != (least_coverage(all[i]) >= .95))
			fail_msg("%s covers %.4f at least", all[i], least_coverage(all[i]));
}

/* One side at .95 has the tail of 1/20 that two sides at .90 have. */
static void one_sided_bounds_are_enumerated_too(void **state)
{
	(void)state;
	int ties = 0;
	fill_choose();
	for (int n = 1; n <= 36; n++)
		for (int r = 0; r <= n; r++) {
			const struct stratum s = { 36, n, r, n, true };
			struct interval x = enumerated(36, n, r, 20, &ties);
			struct interval low =
				ask("hypergeometric", &s, 1, asking(QUANTITY_YIELD, 0.05, 1));
			struct interval high =
				ask("hypergeometric", &s, 1, asking(QUANTITY_YIELD, 0, 0.95));
			assert_ends(low, (struct interval){ x.lower, 36 }, 1e-9);
			assert_ends(high, (struct interval){ 0, x.upper }, 1e-9);
		}
}

/*
 * R: R <- r:(N-n+r); range(R[phyper(r, R, N-R, n) >= .025 & phyper(r-1, R, N-R, n, lower = FALSE)
 * >= .025]); of the last three by bisection of each end.
 */
static void large_strata_have_the_limits_of_r(void **state)
{
	(void)state;
	static const struct {
		int64_t N, n, r;
		struct interval yield;
	} cases[] = {
		{ 960000, 2400, 9, { 1650, 6818 } },
		{ 2000000, 1000, 50, { 74677, 130773 } },
		{ 1000000, 400000, 1000, { 2382, 2623 } },
		{ 10000000, 2000000, 1999000, { 9994715, 9995273 } },
		{ 100000000, 13322194, 6661097, { 49975000, 50025000 } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const struct stratum s = { cases[i].N, cases[i].n, cases[i].r, cases[i].n, true };
		assert_ends(ask("hypergeometric", &s, 1, asking(QUANTITY_YIELD, 0.025, 0.975)),
			    cases[i].yield, 1e-6);
	}
}

/*
 * R 4.2.2: R <- r:(N-n+r); d <- dhyper(r, R, N-R, n) / 2;
 * range(R[phyper(r, R, N-R, n) - d >= .025 & phyper(r-1, R, N-R, n, lower.tail = FALSE) - d >=
 * .025])
 */
static void mid_p_is_that_of_r(void **state)
{
	(void)state;
	static const struct {
		int64_t N, n, r;
		struct interval yield;
	} cases[] = {
		{ 92000, 1534, 0, { 0, 177 } },	     { 92000, 1534, 2, { 21, 393 } },
		{ 92000, 1534, 5, { 112, 660 } },    { 300, 22, 22, { 264, 300 } },
		{ 300, 22, 20, { 222, 294 } },	     { 1700, 200, 1, { 1, 39 } },
		{ 960000, 2400, 9, { 1760, 6591 } }, { 2000000, 1000, 50, { 75481, 129724 } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const struct stratum s = { cases[i].N, cases[i].n, cases[i].r, cases[i].n, true };
		assert_ends(ask("mid-p", &s, 1, asking(QUANTITY_YIELD, 0.025, 0.975)),
			    cases[i].yield, 1e-6);
	}
}

/* The other documents being the relevant ones turns the interval round. */
static void both_mirror_and_the_exact_one_is_the_wider(void **state)
{
	(void)state;
	int narrower = 0;
	for (int n = 1; n <= LARGEST; n += 3)
		for (int r = 0; r <= n; r++) {
			const struct stratum s = { LARGEST, n, r, n, true };
			const struct stratum other = { LARGEST, n, n - r, n, true };
			const struct interval_request q = asking(QUANTITY_YIELD, 0.025, 0.975);
			struct interval exact = ask("hypergeometric", &s, 1, q);
			struct interval mid = ask("mid-p", &s, 1, q);
			struct interval turned = ask("mid-p", &other, 1, q);
			assert_ends(
				(struct interval){ LARGEST - turned.upper, LARGEST - turned.lower },
				mid, 1e-9);
			assert_true(exact.lower <= mid.lower && mid.upper <= exact.upper);
			narrower += exact.lower < mid.lower || mid.upper < exact.upper;
		}
	assert_true(narrower > 50);
}

/* What was judged as a whole is known, and added: 30 of 70 documents. */
static void whole_strata_are_added(void **state)
{
	(void)state;
	const struct stratum s[] = { { 300, 22, 20, 22, true }, { 70, 70, 30, 70, true } };
	for (size_t i = 0; i < METHODS; i++) {
		const struct interval_request q = asking(QUANTITY_YIELD, 0.025, 0.975);
		struct interval alone = ask(methods[i], s, 1, q), both = ask(methods[i], s, 2, q);
		assert_ends(both, (struct interval){ alone.lower + 30, alone.upper + 30 }, 1e-9);
		struct interval share =
			ask(methods[i], s, 2, asking(QUANTITY_PRECISION, 0.025, 0.975));
		assert_ends(share, (struct interval){ both.lower / 370, both.upper / 370 }, 1e-12);
	}
}

/*
 * The default between two ends (hypergeometric) is nowhere narrower than the default on one side
 * (bb-bound) at the same level: samples of all sizes, drawn by a rule.
 */
static void two_ends_are_outside_of_one(void **state)
{
	(void)state;
	static const double levels[] = { 0.5, 0.8, 0.9, 0.95, 0.99 };
	static const int64_t sizes[] = { 2, 7, 30, 300, 1700, 92000, 3000000 };
	int cases = 0;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
		for (int64_t n = 1; n < sizes[i] && n <= 4000; n = 1 + n * 2)
			for (int64_t r = 0; r <= n; r += r < 3 || r + 3 > n ? 1 : 1 + n / 7)
				for (size_t k = 0; k < 5; k++) {
					const struct stratum s = { sizes[i], n, r, n, true };
					double l = levels[k], half = (1 - l) / 2;
					struct interval both =
						ask("hypergeometric", &s, 1,
						    asking(QUANTITY_PRECISION, half, 1 - half));
					struct interval low =
						ask("bb-bound", &s, 1,
						    asking(QUANTITY_PRECISION, 1 - l, 1));
					struct interval high =
						ask("bb-bound", &s, 1,
						    asking(QUANTITY_PRECISION, 0, l));
					assert_true(both.lower <= low.lower + 1e-12);
					assert_true(both.upper >= high.upper - 1e-12);
					cases++;
				}
	print_message("%d intervals\n", cases);
	assert_true(cases > 1500);
}

/* ---- what they share ---- */

/* normal is Wald's interval, p +- z sqrt(p(1-p)/n) (Webber 2013, eq 11), with 1 - n/N beside it. */
static void normal_is_wald_in_a_large_population(void **state)
{
	(void)state;
	const struct stratum s = { INT64_C(1) << 50, 20, 3, 20, true };
	double half = 1.959963984540054 * sqrt(0.15 * 0.85 / 20);
	assert_ends(ask("normal", &s, 1, asking(QUANTITY_PRECISION, 0.025, 0.975)),
		    (struct interval){ 0.15 - half, 0.15 + half }, 1e-12);
}

static void nothing_judged_leaves_everything_possible(void **state)
{
	(void)state;
	const struct stratum unsampled = { 30, 0, 0, 0, true }, empty = { 0, 0, 0, 0, true };
	for (size_t i = 0; i < METHODS; i++) {
		struct interval_request q = asking(QUANTITY_PRECISION, 0.025, 0.975);
		assert_ends(ask(methods[i], &unsampled, 1, q), (struct interval){ 0, 1 }, 0);
		assert_true(isnan(ask(methods[i], &empty, 1, q).lower));
		assert_true(isnan(ask(methods[i], &empty, 1, q).upper));
		q.quantity = QUANTITY_YIELD;
		assert_ends(ask(methods[i], &unsampled, 1, q), (struct interval){ 0, 30 }, 0);
		assert_ends(ask(methods[i], &empty, 1, q), (struct interval){ 0, 0 }, 0);
	}
}

/* 2 of 10 are gray: 4 of 8 assessable ones, which stand for 80 documents. */
static void gray_documents_are_left_out_of_precision(void **state)
{
	(void)state;
	const struct stratum gray = { 100, 10, 4, 8, true }, without = { 80, 8, 4, 8, true };
	for (size_t i = 0; i < METHODS; i++) {
		struct interval_request q = asking(QUANTITY_PRECISION, 0.025, 0.975);
		assert_ends(ask(methods[i], &gray, 1, q), ask(methods[i], &without, 1, q), 0);
	}
}

static void refuse(const char *method, const struct stratum *s, size_t count, enum quantity what,
		   const char *why)
{
	struct err e = { 0 };
	struct interval out;
	struct interval_request q = asking(what, 0.025, 0.975);
	assert_int_equal(interval_compute(interval_find(method), s, count, &q, &out, &e), -1);
	assert_non_null(strstr(e.text, method));
	assert_non_null(strstr(e.text, why));
}

static void several_strata_and_ratios_are_refused(void **state)
{
	(void)state;
	const struct stratum s[] = { { 100, 10, 4, 10, true },
				     { 50, 10, 4, 10, true },
				     { 100, 10, 4, 10, false },
				     { 0, 0, 0, 0, false } };
	for (size_t i = 0; i < METHODS; i++) {
		refuse(methods[i], s, 2, QUANTITY_PRECISION, "needs one stratum");
		refuse(methods[i], s + 1, 2, QUANTITY_YIELD, "needs one stratum");
		refuse(methods[i], s + 1, 2, QUANTITY_RECALL, "does not apply");
		refuse(methods[i], s + 1, 2, QUANTITY_F, "does not apply");
		/* a stratum without documents is none */
		ask(methods[i], s + 2, 2, asking(QUANTITY_YIELD, 0.025, 0.975));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_binomial_ones_are_those_of_r),
		cmocka_unit_test(the_hypergeometric_one_is_an_enumeration),
		cmocka_unit_test(those_that_keep_the_level_are_marked),
		cmocka_unit_test(one_sided_bounds_are_enumerated_too),
		cmocka_unit_test(large_strata_have_the_limits_of_r),
		cmocka_unit_test(mid_p_is_that_of_r),
		cmocka_unit_test(both_mirror_and_the_exact_one_is_the_wider),
		cmocka_unit_test(whole_strata_are_added),
		cmocka_unit_test(two_ends_are_outside_of_one),
		cmocka_unit_test(normal_is_wald_in_a_large_population),
		cmocka_unit_test(nothing_judged_leaves_everything_possible),
		cmocka_unit_test(gray_documents_are_left_out_of_precision),
		cmocka_unit_test(several_strata_and_ratios_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
