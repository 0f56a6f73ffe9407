/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Intervals from strata that a run divides. Expected values come from enumeration of the
 * Dirichlet-multinomial posterior, from R's qbeta, and from interval_compute() where nothing is
 * cut. Properties are tried on random designs; how many of these were not trivial is printed.
 */
#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>

#include "tests/support/interval_help.h"

#include "core/stats/interval/cut_strata.h"
#include "tests/support/cases.h"
#include "tests/support/oracle.h"
#include "tests/support/shared_by_size.h"

static struct interval_request ask95(enum quantity quantity)
{
	return (struct interval_request){
		.quantity = quantity, .beta = 1, .ends.lower_p = 0.025, .ends.upper_p = 0.975
	};
}

static struct interval bounds_by(const char *method, const struct divided_stratum *d, size_t count,
				 const struct interval_request *q)
{
	struct interval out;
	struct err e = { 0 };
	if (divided_interval(method_named(method), d, count, q, &out, &e) < 0)
		fail_msg("%s", e.text);
	return out;
}

static struct interval bounds(const struct divided_stratum *d, size_t count,
			      const struct interval_request *q)
{
	return bounds_by("shared-by-size", d, count, q);
}

/* A stratum of which `n` documents fall at random into the kinds. */
static struct divided_stratum random_stratum(uint64_t *state, bool may_cut)
{
	struct divided_stratum d = { .size = 1 + oracle_below(state, 400) };
	d.sampled = oracle_below(state, (d.size < 40 ? d.size : 40) + 1);
	int64_t relevant = oracle_below(state, 11), retrieved = oracle_below(state, 11);
	d.cut = may_cut && d.sampled > 0 && oracle_below(state, 2) == 0;
	d.retrieved = !d.cut && oracle_below(state, 2) == 0;
	for (int64_t i = 0; i < d.sampled; i++) {
		int side = d.cut ? oracle_below(state, 10) < retrieved : d.retrieved;
		if (oracle_below(state, 12) == 0)
			d.gray[side]++;
		else if (oracle_below(state, 10) < relevant)
			d.relevant[side]++;
		else
			d.other[side]++;
	}
	return d;
}

static size_t random_design(uint64_t *state, bool may_cut, struct divided_stratum *d)
{
	size_t count = 1 + (size_t)oracle_below(state, 5);
	for (size_t i = 0; i < count; i++)
		d[i] = random_stratum(state, may_cut);
	return count;
}

static const enum quantity quantities[] = { QUANTITY_RECALL, QUANTITY_PRECISION, QUANTITY_F,
					    QUANTITY_YIELD, QUANTITY_YIELD };
enum { QUANTITIES = 5 };

static void an_estimate_lies_within_its_bounds(void **unused)
{
	(void)unused;
	uint64_t state = 11;
	int designs = 0, cut = 0, unsampled = 0, undefined = 0;
	for (; designs < cases(500, 40); designs++) {
		struct divided_stratum d[6];
		size_t count = random_design(&state, true, d);
		cut += divided_is_cut(d, count);
		for (size_t i = 0; i < count; i++)
			unsampled += d[i].sampled == 0;
		for (int k = 0; k < QUANTITIES; k++) {
			struct interval_request q = ask95(quantities[k]);
			q.beta = designs % 3 == 0 ? 2 : designs % 3 == 1 ? 1 : 0.5;
			q.retrieved_only = k == 4;
			double value = divided_value(d, count, &q), slack;
			if (isnan(value)) {
				undefined++;
				continue;
			}
			struct interval x = bounds(d, count, &q);
			slack = 1e-6 * fabs(value) + 1e-12;
			if (designs % 5 == 0) { /* the default one-sided bounds */
				q.ends.lower_p = 0.05;
				q.ends.upper_p = 0.95;
				x = bounds_by("bb-bound", d, count, &q);
			}
			if (!(x.lower <= value + slack && x.upper >= value - slack))
				fail_msg("design %d, quantity %d: %g is not in %g .. %g", designs,
					 k, value, x.lower, x.upper);
		}
	}
	print_message("%d designs: %d are cut, %d strata without a sample, %d values undefined\n",
		      designs, cut, unsampled, undefined);
	assert_true(cut > designs / 3);
}

static void nothing_cut_is_the_ordinary_interval(void **unused)
{
	(void)unused;
	uint64_t state = 5;
	int same = 0, leaning = 0;
	for (int design = 0; design < cases(400, 150); design++) {
		struct divided_stratum d[6];
		struct stratum s[6];
		size_t count = random_design(&state, false, d);
		bool sampled = true;
		for (size_t i = 0; i < count; i++)
			sampled = sampled && d[i].sampled > 0;
		if (!sampled)
			continue;
		divided_strata(d, count, s);
		for (int k = 0; k < 4; k++) { /* the last is a yield, which else has one prior */
			struct interval_request q = ask95(quantities[k]);
			q.post_stratified = k == 3;
			struct interval plain, x = bounds(d, count, &q);
			struct err e = { 0 };
			assert_int_equal(
				interval_compute(&shared_by_size, s, count, &q, &plain, &e), 0);
			double value = divided_value(d, count, &q);
			bool outside = value < plain.lower || value > plain.upper;
			leaning += outside;
			if (outside || isnan(plain.lower) || isnan(plain.upper))
				continue;
			assert_true(x.lower == plain.lower && x.upper == plain.upper);
			same++;
		}
	}
	print_message("%d intervals are the same, %d excluded their estimate\n", same, leaning);
	assert_true(same > cases(300, 100));
}

/* One large stratum: the share of relevant documents that is retrieved is Beta(r1+1/2, r0+1/2). */
static void one_stratum_that_is_cut_has_a_beta_distribution(void **unused)
{
	(void)unused;
	static const int64_t found[][2] = { { 30, 10 }, { 5, 40 }, { 150, 150 }, { 3, 1 } };
	for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
		int64_t r1 = found[i][0], r0 = found[i][1];
		const struct divided_stratum d = { .size = 100000000,
						   .sampled = 1000,
						   .relevant = { r0, r1 },
						   .other = { 950 - r1 - r0, 50 },
						   .cut = true };
		struct interval_request q = ask95(QUANTITY_RECALL);
		struct interval x = bounds(&d, 1, &q);
		double a = (double)r1 + 0.5, b = (double)r0 + 0.5;
		assert_true(fabs(x.lower - qbeta(0.025, a, b, 1, 0)) < 1e-5);
		assert_true(fabs(x.upper - qbeta(0.975, a, b, 1, 0)) < 1e-5);
		/* Clopper and Pearson's limits, for bb-bound */
		q.ends.lower_p = 0.05;
		q.ends.upper_p = 0.95;
		x = bounds_by("bb-bound", &d, 1, &q);
		assert_true(fabs(x.lower - qbeta(0.05, a - 0.5, b + 0.5, 1, 0)) < 1e-5);
		assert_true(fabs(x.upper - qbeta(0.95, a + 0.5, b - 0.5, 1, 0)) < 1e-5);
	}
}

/*
 * The exact posterior of a control set of 2,000 from a million documents, 80 of them retrieved, 58
 * relevant and retrieved, 6 relevant and not retrieved. In R, with K the relevant documents that
 * were not judged, BetaBin(998000; 65, 1936), and given K those retrieved BetaBin(K; 58.5, 6.5):
 * the t with P(58 + BetaBin <= t (64 + K)) = p, summed over 200 values of K within 6 standard
 * deviations. Precision and F likewise, with 22 + 1/2 and 28 + 1 in the place of 6 + 1/2; bb-bound
 * of F with one document more on one side, and none on the other. bb-bound of recall and precision
 * is the exact bound, by a sum of hypergeometric masses in Python: the most of R = 1,000,000 -
 * 1,936 documents (1,920 for precision) with P(A >= 58 of 64) <= .05, over R.
 */
static void a_control_set_has_the_exact_posterior(void **unused)
{
	(void)unused;
	const struct divided_stratum d = { .size = 1000000,
					   .sampled = 2000,
					   .relevant = { 6, 58 },
					   .other = { 1914, 22 },
					   .cut = true };
	static const struct {
		enum quantity quantity;
		double lower, upper, least, most; /* two-sided; one-sided, by bb-bound */
	} exact[] = {
		{ QUANTITY_RECALL, 0.8170496, 0.9598672, 0.8233330, 0.9583794 },
		{ QUANTITY_PRECISION, 0.6205457, 0.8135272, 0.6311378, 0.8059033 },
		{ QUANTITY_F, 0.7238800, 0.8653270, 0.7357054, 0.8621157 },
	};
	for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
		struct interval_request q = ask95(exact[i].quantity);
		struct interval x = bounds_by("bb-spread", &d, 1, &q);
		assert_near_at(x.lower, exact[i].lower, 5e-6, "lower end %zu", i);
		assert_near_at(x.upper, exact[i].upper, 5e-6, "upper end %zu", i);
		q.ends.lower_p = 0.05;
		q.ends.upper_p = 0.95;
		x = bounds_by("bb-bound", &d, 1, &q);
		assert_near_at(x.lower, exact[i].least, 5e-6, "lower bound %zu", i);
		assert_near_at(x.upper, exact[i].most, 5e-6, "upper bound %zu", i);
	}
}

/*
 * With so many documents that their number times a weight of F is near 2^63, recall, and F of a
 * whole b, have the quantiles of a beta distribution, by R's qbeta(c(.025, .975), 58.5, 6.5) and,
 * with B ~ Beta(58.5, 29), 2B/(1+B). F of b = 1/2 by 8 million draws of three gamma variables
 * (standard error 6e-5).
 */
static void the_largest_collections_are_counted(void **unused)
{
	(void)unused;
	struct divided_stratum d = { .size = INT64_C(4000000000000000),
				     .sampled = 2000,
				     .relevant = { 6, 58 },
				     .other = { 1914, 22 },
				     .cut = true };
	static const struct {
		enum quantity quantity;
		double beta, lower, upper, tolerance;
	} expected[] = {
		{ QUANTITY_RECALL, 1, 0.816957, 0.959913, 1e-5 },
		{ QUANTITY_F, 1, 0.7237903, 0.8653786, 1e-5 },
		{ QUANTITY_F, 0.5, 0.659445, 0.831883, 3e-4 },
		{ QUANTITY_F, 100.5, 0.816957, 0.959913, 2e-4 }, /* nearly recall */
	};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		struct interval_request q = ask95(expected[i].quantity);
		q.beta = expected[i].beta;
		struct interval x = bounds_by("bb-spread", &d, 1, &q);
		assert_near_at(x.lower, expected[i].lower, expected[i].tolerance, "lower %zu", i);
		assert_near_at(x.upper, expected[i].upper, expected[i].tolerance, "upper %zu", i);
	}
}

/*
 * The third stratum seems to be all retrieved and relevant, and has the largest weight; one more
 * such document matters in the last. R1 is 1 + 58, R0 is 1 + 13 + 55.5, S1 is 1 + 55.5.
 */
static void one_more_document_goes_where_it_matters(void **unused)
{
	(void)unused;
	const struct divided_stratum d[6] = {
		{ .size = 4, .sampled = 4, .relevant = { 1, 1 }, .other = { 2, 0 }, .cut = true },
		{ .size = 13, .sampled = 1, .relevant = { 1, 0 } },
		{ .size = 58, .sampled = 1, .relevant = { 0, 1 }, .retrieved = true },
		{ .size = 51, .sampled = 1, .other = { 1, 0 } },
		{ .size = 1, .sampled = 1, .other = { 0, 1 }, .retrieved = true },
		{ .size = 111, .sampled = 2, .relevant = { 1, 0 }, .other = { 0, 1 }, .cut = true },
	};
	struct interval_request q = ask95(QUANTITY_F);
	q.ends.lower_p = 0;
	q.ends.upper_p = 0.95;
	double value = 2 * 59 / (2 * 59 + 69.5 + 56.5);
	struct interval x = bounds_by("bb-bound", d, 6, &q);
	assert_true(fabs(divided_value(d, 6, &q) - value) < 1e-12);
	assert_true(x.upper > value + 0.1);
}

/* All divisions of 30 documents among three kinds, given the sample. */
static double exact_quantile(const double a[3], int64_t rest, int64_t r1, int64_t r0, double p)
{
	static double value[1000], mass[1000];
	size_t count = 0;
	double sum = 0;
	for (int64_t x = 0; x <= rest; x++)
		for (int64_t y = 0; x + y <= rest; y++) {
			double z = (double)(rest - x - y);
			double l = lgamma((double)x + a[0]) + lgamma((double)y + a[1]) +
				   lgamma(z + a[2]) - lgamma((double)x + 1) -
				   lgamma((double)y + 1) - lgamma(z + 1);
			value[count] = (double)(r1 + x) / (double)(r1 + x + r0 + y);
			mass[count] = exp(l);
			sum += mass[count++];
		}
	double best = 1, below;
	for (size_t i = 0; i < count; i++) { /* the least value with enough mass up to it */
		below = 0;
		for (size_t k = 0; k < count; k++)
			below += value[k] <= value[i] ? mass[k] : 0;
		if (below >= p * sum && value[i] < best)
			best = value[i];
	}
	return best;
}

static void a_small_stratum_is_close_to_the_enumeration(void **unused)
{
	(void)unused;
	/* N = 50, n = 20; 6 relevant and retrieved, 4 not retrieved: half of the stratum is */
	const struct divided_stratum d = {
		.size = 50, .sampled = 20, .relevant = { 4, 6 }, .other = { 5, 5 }, .cut = true
	};
	const double a[3] = { 6.5, 4.5, 10.5 };
	struct interval_request q = ask95(QUANTITY_RECALL);
	struct interval x = bounds(&d, 1, &q);
	double lower = exact_quantile(a, 30, 6, 4, 0.025),
	       upper = exact_quantile(a, 30, 6, 4, 0.975);
	print_message("%.4f .. %.4f by enumeration, %.4f .. %.4f\n", lower, upper, x.lower,
		      x.upper);
	assert_true(fabs(x.lower - lower) < 0.02 && fabs(x.upper - upper) < 0.02);
}

static void the_yield_does_not_depend_on_the_run(void **unused)
{
	(void)unused;
	uint64_t state = 3;
	struct interval_request q = ask95(QUANTITY_YIELD);
	int moved = 0;
	for (int design = 0; design < cases(200, 100); design++) {
		struct divided_stratum d[6], other[6];
		size_t count = random_design(&state, true, d);
		for (size_t i = 0; i < count; i++) {
			other[i] = d[i];
			other[i].cut = false;
			other[i].retrieved = oracle_below(&state, 2) == 0;
			bool to = other[i].retrieved;
			int64_t r = d[i].relevant[0] + d[i].relevant[1];
			int64_t o = d[i].other[0] + d[i].other[1], g = d[i].gray[0] + d[i].gray[1];
			moved += d[i].relevant[to] != r;
			other[i].relevant[to] = r;
			other[i].other[to] = o;
			other[i].gray[to] = g;
			other[i].relevant[!to] = other[i].other[!to] = other[i].gray[!to] = 0;
		}
		struct interval x = bounds(d, count, &q), y = bounds(other, count, &q);
		assert_true(x.lower == y.lower && x.upper == y.upper);
	}
	print_message("%d strata were divided otherwise\n", moved);
	assert_true(moved > cases(100, 50));
}

static void methods_without_a_posterior_refuse_a_cut(void **unused)
{
	(void)unused;
	const struct divided_stratum d = {
		.size = 50, .sampled = 20, .relevant = { 4, 6 }, .other = { 5, 5 }, .cut = true
	};
	struct interval_request q = ask95(QUANTITY_RECALL);
	struct interval x;
	struct err e = { 0 };
	assert_int_equal(divided_interval(interval_find("normal"), &d, 1, &q, &x, &e), -1);
	assert_non_null(strstr(e.text, "cuts strata"));
	q = ask95(QUANTITY_YIELD); /* which does not mind */
	assert_int_equal(divided_interval(interval_find("normal"), &d, 1, &q, &x, &e), 0);
}

/* F of a large beta is recall: (1+b^2) R1 / (R1 + S1 + b^2 (R1+R0)) -> R1 / (R1+R0). */
static void F_of_a_large_beta_is_recall(void **unused)
{
	(void)unused;
	const struct divided_stratum d[] = {
		{ .size = 2000000,
		  .sampled = 200,
		  .relevant = { 20, 60 },
		  .other = { 60, 60 },
		  .cut = true },
		{ .size = 500000,
		  .sampled = 50,
		  .relevant = { 3, 20 },
		  .other = { 17, 10 },
		  .cut = true },
	};
	struct interval_request q = ask95(QUANTITY_RECALL);
	struct interval recall = bounds(d, 2, &q);
	for (double beta = 1e4; beta < 1e12; beta *= 1e3) {
		q = ask95(QUANTITY_F);
		q.beta = beta;
		struct interval f = bounds(d, 2, &q);
		assert_near_at(f.lower, recall.lower, 1e-4, "beta %g", beta);
		assert_near_at(f.upper, recall.upper, 1e-4, "beta %g", beta);
	}
}

/*
 * Control sets: every truth (R1, R0) of n documents from N. Given m relevant documents in the
 * sample the number of retrieved ones is hypergeometric, so that the coverage of a one-sided 95 %
 * bound is a sum over all samples, with R's dhyper; samples without a relevant document have no
 * bound.
 */
static double covered_share(int64_t N, int64_t n, int64_t R1, int64_t R0, double (*bound)[41])
{
	double covered = 0, all = 0, N_R = (double)(N - R1 - R0), R = (double)(R1 + R0);
	for (int64_t m = 1; m <= n && m <= R1 + R0; m++) {
		double drawn = dhyper((double)m, R, N_R, (double)n, 0), hold = 0;
		for (int64_t a = 0; a <= m && drawn > 0; a++)
			if (bound[a][m - a] <= (double)R1 / R + 1e-9)
				hold += dhyper((double)a, (double)R1, (double)R0, (double)m, 0);
		covered += drawn * hold;
		all += drawn;
	}
	return covered / all;
}

static double least_covered(int64_t N, int64_t n, int64_t step)
{
	static double bound[41][41];
	struct interval_request q = ask95(QUANTITY_RECALL);
	double least = 1;
	q.ends.lower_p = 0.05;
	q.ends.upper_p = 1;
	for (int64_t a = 0; a <= n; a++)
		for (int64_t b = 0; a + b <= n; b++) {
			const struct divided_stratum d = { .size = N,
							   .sampled = n,
							   .relevant = { b, a },
							   .other = { n - a - b, 0 },
							   .cut = true };
			if (a + b > 0)
				bound[a][b] = bounds_by("bb-bound", &d, 1, &q).lower;
		}
	for (int64_t truth = 0; truth <= N * (N + 1); truth += step) {
		int64_t R1 = truth / (N + 1), R0 = truth % (N + 1);
		if (R1 + R0 > 0 && R1 + R0 <= N)
			least = fmin(least, covered_share(N, n, R1, R0, bound));
	}
	return least;
}

static void bounds_of_control_sets_hold_for_every_truth(void **unused)
{
	(void)unused;
	const int64_t design[3][2] = { { 60, 40 }, { 100, 30 }, { 400, 40 } };
	for (int i = 0; i < 3; i++) {
		double least = least_covered(design[i][0], design[i][1], cases(1, i < 2 ? 7 : 599));
		print_message("%d of %d: %.4f\n", (int)design[i][1], (int)design[i][0], least);
		assert_true(least >= 0.95);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_estimate_lies_within_its_bounds),
		cmocka_unit_test(nothing_cut_is_the_ordinary_interval),
		cmocka_unit_test(one_stratum_that_is_cut_has_a_beta_distribution),
		cmocka_unit_test(a_control_set_has_the_exact_posterior),
		cmocka_unit_test(the_largest_collections_are_counted),
		cmocka_unit_test(one_more_document_goes_where_it_matters),
		cmocka_unit_test(a_small_stratum_is_close_to_the_enumeration),
		cmocka_unit_test(the_yield_does_not_depend_on_the_run),
		cmocka_unit_test(methods_without_a_posterior_refuse_a_cut),
		cmocka_unit_test(F_of_a_large_beta_is_recall),
		cmocka_unit_test(bounds_of_control_sets_hold_for_every_truth),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
