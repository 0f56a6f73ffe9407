/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the distribution of a sum of beta-binomials. Tolerances stand beside the numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "core/stats/distribution/yield.h"
#include "core/stats/numeric/lattice.h"
#include "tests/support/near.h"
#include "tests/support/oracle.h"

/* gamma(z+1)/gamma(z) = z and gamma(z+2)/gamma(z) = z(z+1), by definition of the gamma function. */
static void log_gamma_ratio_follows_the_recurrence(void **state)
{
	(void)state;
	const double z[] = { 1e-9, 0.3, 1, 7.5, 19.9, 20, 21, 500.5, 1e5, 1e8, 1e12 };
	for (size_t i = 0; i < sizeof z / sizeof *z; i++) {
		assert_near_at(log_gamma_ratio(z[i], 1), log(z[i]), 1e-13 * (1 + fabs(log(z[i]))),
			       "ratio 1");
		assert_near_at(log_gamma_ratio(z[i], 2), log(z[i]) + log1p(z[i]),
			       2e-13 * (1 + fabs(log(z[i]))), "ratio 2");
		/* duplication: gamma(z+1/2)/gamma(z) squared is z - 1/4 + 1/(32 z) + O(1/z^2) */
		if (z[i] >= 1e5)
			assert_near_at(2 * log_gamma_ratio(z[i], 0.5),
				       log(z[i] - 0.25 + 1 / (32 * z[i])), 1e-14 * log(z[i]),
				       "half");
	}
}

static void masses_agree_with_their_recurrence(void **state)
{
	(void)state;
	const struct beta_binomial d[] = { { 1, 0.5, 0.5 },    { 7, 1, 1 },
					   { 50, 0.5, 20.5 },  { 50, 20.5, 0.5 },
					   { 900, 1e-6, 30 },  { 900, 300.5, 12.5 },
					   { 900, 0.01, 0.02 } };
	for (size_t i = 0; i < sizeof d / sizeof *d; i++) {
		size_t count = (size_t)d[i].size + 1;
		double *mass = calloc(count, sizeof *mass), c = beta_binomial_log_constant(&d[i]);
		double *wanted = oracle_masses(d[i].size, d[i].a, d[i].b);
		double mean = 0, square = 0;
		beta_binomial_masses(&d[i], c, 0, count, mass);
		for (size_t k = 0; k < count; k++) {
			double w = (double)wanted[k];
			assert_near_at(mass[k], w, 1e-12 * w + 1e-300, "recurrence");
			assert_near_at(exp(beta_binomial_log_pmf(&d[i], c, (int64_t)k)), w,
				       1e-12 * w + 1e-300, "log pmf");
			mean += (double)k * w;
			square += (double)k * (double)k * w;
		}
		assert_near_at(beta_binomial_mean(&d[i]), mean, 1e-11 * (1 + mean), "mean");
		assert_near_at(beta_binomial_variance(&d[i]), square - mean * mean,
			       1e-9 * (1 + square), "variance");
		free(mass);
		free(wanted);
	}
}

static void at_most_the_tail_lies_outside_the_range(void **state)
{
	(void)state;
	uint64_t seed = 1;
	for (int i = 0; i < 200; i++) {
		int64_t M = 1 + oracle_below(&seed, 3000), n = oracle_below(&seed, 60);
		int64_t r = oracle_below(&seed, n + 1), low, high;
		const struct beta_binomial d = { M, 0.5 + (double)r, 0.5 + (double)(n - r) };
		beta_binomial_range(&d, beta_binomial_log_constant(&d), 1e-9, &low, &high);
		double *p = oracle_masses(M, d.a, d.b), below = 0, above = 0;
		for (int64_t k = 0; k < low; k++)
			below += p[k];
		for (int64_t k = high + 1; k <= M; k++)
			above += p[k];
		assert_true(low <= high && low >= 0 && high <= M);
		assert_true((double)below <= 1.001e-9 && (double)above <= 1.001e-9);
		free(p);
	}
}

static void coarsening_keeps_mass_and_five_moments(void **state)
{
	(void)state;
	struct lattice fine, coarse;
	assert_int_equal(lattice_init(&fine, 0, -7, 23), 0);
	uint64_t seed = 2;
	for (size_t i = 0; i < fine.count; i++)
		fine.mass[i] = (double)oracle_below(&seed, 1000) / 1000;
	assert_int_equal(lattice_coarsen(&fine, &coarse), 0);
	for (int power = 0; power <= 5; power++) {
		double before = 0, after = 0;
		for (size_t i = 0; i < fine.count; i++)
			before += fine.mass[i] * pow((double)fine.first + (double)i, power);
		for (size_t i = 0; i < coarse.count; i++)
			after +=
				coarse.mass[i] * pow(2 * ((double)coarse.first + (double)i), power);
		assert_near_at(after, before, 1e-13 * pow(20, power) * 23, "moment");
	}
	lattice_release(&fine);
	lattice_release(&coarse);
}

/* 1500 x 1500 points go through the Fourier transform; the definition is summed beside it. */
static void both_convolutions_follow_the_definition(void **state)
{
	(void)state;
	const size_t lengths[][2] = { { 1, 1 }, { 3, 5 }, { 4, 4 }, { 17, 200 }, { 1500, 1500 } };
	uint64_t seed = 3;
	for (size_t c = 0; c < sizeof lengths / sizeof *lengths; c++) {
		struct lattice x, y, z;
		assert_int_equal(lattice_init(&x, 2, 5, lengths[c][0]), 0);
		assert_int_equal(lattice_init(&y, 2, -9, lengths[c][1]), 0);
		for (size_t i = 0; i < x.count; i++)
			x.mass[i] = (double)oracle_below(&seed, 1000) / 1e6;
		for (size_t i = 0; i < y.count; i++)
			y.mass[i] = (double)oracle_below(&seed, 1000) / 1e6;
		assert_int_equal(lattice_convolve(&x, &y, &z), 0);
		assert_int_equal(z.first, -4);
		assert_int_equal(z.count, x.count + y.count - 1);
		for (size_t k = 0; k < z.count; k++) {
			double sum = 0;
			for (size_t i = 0; i < x.count && i <= k; i++)
				if (k - i < y.count)
					sum += x.mass[i] * y.mass[k - i];
			assert_near_at(z.mass[k], sum, 1e-16, "convolution");
		}
		lattice_release(&x);
		lattice_release(&y);
		lattice_release(&z);
	}
}

/* The largest error of P(X <= k) over all k. */
static double worst_error(const struct yield_distribution *l, const double *p, int64_t M,
			  int64_t shift)
{
	double sum = 0;
	double worst = 0;
	for (int64_t k = 0; k <= M; k++) {
		sum += p[k];
		double error = fabs(yield_cdf(l, (double)(k + shift)) - sum);
		if (isnan(error)) /* fmax() would lose it */
			return NAN;
		worst = fmax(worst, error);
	}
	return worst;
}

static void one_wide_term_agrees_with_all_its_masses(void **state)
{
	(void)state;
	const struct beta_binomial d[] = {
		{ 1000000, 0.5, 500.5 },   { 1000000, 500.5, 0.5 }, { 1000000, 1.5, 499.5 },
		{ 1000000, 5.5, 400.5 },   { 1000000, 60.5, 40.5 }, { 1000000, 0.5, 0.5 },
		{ 1000000, 1, 1 },	   { 1000000, 1e-3, 30 },   { 1000000, 1e-3, 1e-3 },
		{ 7000000, 30.5, 2970.5 },
	};
	for (size_t i = 0; i < sizeof d / sizeof *d; i++) {
		struct err e = { 0 };
		struct yield_distribution *l = yield_new(17, &d[i], 1, YIELD_EXACT_POINTS, &e);
		assert_non_null(l);
		assert_false(yield_is_exact(l));
		double *p = oracle_masses(d[i].size, d[i].a, d[i].b);
		assert_near_at(worst_error(l, p, d[i].size, 17), 0, 1e-8, "largest error of F");
		assert_near_at(yield_cdf(l, 16), 0, 0, "below the support");
		assert_near_at(yield_cdf(l, (double)d[i].size + 17), 1, 0, "at its top");
		free(p);
		yield_free(l);
	}
}

/*
 * Sums narrow enough for the definition of a convolution, and wide enough not to be kept exactly.
 */
static void wide_sums_agree_with_the_definition(void **state)
{
	(void)state;
	const struct beta_binomial sums[][3] = {
		{ { 25000, 0.5, 5.5 }, { 3000, 0.5, 3.5 } },
		{ { 25000, 0.5, 8.5 }, { 1500, 20.5, 15.5 } },
		{ { 20000, 0.5, 0.5 }, { 900, 200.5, 300.5 } },
		{ { 25000, 5.5, 0.5 }, { 3000, 3.5, 0.5 } },
		{ { 20000, 0.5, 6.5 }, { 2000, 9.5, 0.5 } },
		{ { 20000, 0.01, 6.5 }, { 2000, 9.5, 0.01 }, { 300, 0.02, 4.5 } },
		{ { 20000, 1, 4 }, { 2000, 1, 9 }, { 500, 4, 1 } },
	};
	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
		size_t terms = sums[i][2].size > 0 ? 3 : 2;
		struct err e = { 0 };
		struct yield_distribution *l = yield_new(0, sums[i], terms, YIELD_EXACT_POINTS, &e);
		assert_non_null(l);
		assert_false(yield_is_exact(l));
		int64_t M = 0;
		double *p = oracle_masses(0, 1, 1);
		for (size_t t = 0; t < terms; t++) {
			const struct beta_binomial *d = &sums[i][t];
			p = oracle_convolve(p, M, oracle_masses(d->size, d->a, d->b), d->size);
			M += d->size;
		}
		assert_near_at(worst_error(l, p, M, 0), 0, 3e-8, "largest error of F");
		free(p);
		yield_free(l);
	}
}

static void exact_sums_agree_with_the_definition(void **state)
{
	(void)state;
	uint64_t seed = 4;
	for (int i = 0; i < 100; i++) {
		struct beta_binomial d[4];
		size_t terms = 1 + (size_t)oracle_below(&seed, 4);
		int64_t M = 0;
		double *p = oracle_masses(0, 1, 1);
		for (size_t t = 0; t < terms; t++) {
			d[t] = (struct beta_binomial){ oracle_below(&seed, 80),
						       (double)oracle_below(&seed, 9) / 2,
						       (double)oracle_below(&seed, 60) / 2 };
			p = oracle_convolve(p, M, oracle_masses(d[t].size, d[t].a, d[t].b),
					    d[t].size);
			M += d[t].size;
		}
		struct err e = { 0 };
		struct yield_distribution *l = yield_new(3, d, terms, YIELD_EXACT_POINTS, &e);
		assert_non_null(l);
		assert_true(yield_is_exact(l));
		assert_near_at(worst_error(l, p, M, 3), 0, 1e-13, "largest error of F");
		double sum = 0;
		for (int64_t k = 0; k <= M;
		     k++) { /* the quantile between two steps is the upper one */
			double middle = (double)(sum + p[k] / 2);
			sum += p[k];
			if ((double)p[k] > 1e-9)
				assert_near_at(yield_quantile(l, middle), (double)(k + 3), 0,
					       "quantile");
		}
		free(p);
		yield_free(l);
	}
}

/* P(X1 <= c + theta X0) by its definition, for kept masses, knots and mixtures of both. */
static void pairs_agree_with_the_definition(void **state)
{
	(void)state;
	const struct beta_binomial d[] = { { 40, 3.5, 7.5 },	   { 3000, 0.5, 40.5 },
					   { 60000, 0.5, 20.5 },   { 60000, 8.5, 0.5 },
					   { 60000, 20.5, 30.5 },  { 60000, 6.5, 30.5 },
					   { 200000, 0.5, 100.5 }, { 200000, 300.5, 100.5 } };
	const double lines[][2] = { { 0, 1 },	{ 0, 0.5 },	  { 0, 2.0 / 3 }, { 0, 0.7390851 },
				    { 0, 10 },	{ 700, 0.31831 }, { 100.5, 1 },	  { 0, 1e-4 },
				    { 0, 1e5 }, { 0, 1.0001 },	  { 0, 0.99999 } };
	enum { DISTRIBUTIONS = sizeof d / sizeof *d, LINES = sizeof lines / sizeof *lines };
	struct yield_distribution *l[DISTRIBUTIONS];
	double *p[DISTRIBUTIONS];
	double *upto[DISTRIBUTIONS];
	for (size_t i = 0; i < DISTRIBUTIONS; i++) {
		struct err e = { 0 };
		l[i] = yield_new(0, &d[i], 1, YIELD_EXACT_POINTS, &e);
		assert_non_null(l[i]);
		p[i] = oracle_masses(d[i].size, d[i].a, d[i].b);
		upto[i] = calloc((size_t)d[i].size + 1, sizeof **upto);
		double sum = 0;
		for (int64_t k = 0; k <= d[i].size; k++)
			upto[i][k] = (double)(sum += p[i][k]);
	}
	for (size_t i = 0; i < DISTRIBUTIONS; i++) {
		for (size_t j = 0; j < DISTRIBUTIONS; j++) {
			for (size_t k = 0; k < LINES; k++) {
				double c = lines[k][0], theta = lines[k][1], sum = 0;
				for (int64_t x = 0; x <= d[j].size; x++) {
					double y = floor(c + theta * (double)x + 1e-9);
					double F = y > (double)d[i].size ? 1 : upto[i][(int64_t)y];
					sum += (double)p[j][x] * F;
				}
				bool exact = yield_is_exact(l[i]) && yield_is_exact(l[j]);
				assert_near_at(yield_pair_cdf(l[i], l[j], c, theta), sum,
					       exact ? 1e-12 : 5e-8, "pair");
			}
		}
	}
	for (size_t i = 0; i < DISTRIBUTIONS; i++) {
		yield_free(l[i]);
		free(p[i]);
		free(upto[i]);
	}
}

/* Terms that pile up at their high ends, one at its low end; all masses are as in the test before.
 */
static void a_split_sum_agrees_with_all_masses_from_few_knots(void **state)
{
	(void)state;
	struct err e = { 0 };
	const struct beta_binomial term[] = { { 200000, 0.5, 0.5 },
					      { 200000, 1.5, 0.5 },
					      { 20000, 1.5, 0.5 } };
	struct yield_distribution *l = yield_new(0, term, 3, YIELD_EXACT_POINTS, &e);
	struct yield_distribution *rough = yield_new(0, term, 3, YIELD_ROUGH_POINTS, &e);
	struct yield_distribution *all = yield_new(0, term, 3, 1e9, &e);
	assert_in_range(l->knots, 100, 2500); /* each takes a sum over all atoms of one part */
	assert_in_range(rough->knots, 50, l->knots / 3);
	for (int64_t k = 0; k <= l->max; k += 7) {
		double is = yield_cdf(all, (double)k);
		assert_near_at(yield_cdf(l, (double)k), is, 2e-7, "split");
		assert_near_at(yield_cdf(rough, (double)k), is, 2e-5, "rough");
	}
	yield_free(l);
	yield_free(rough);
	yield_free(all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(log_gamma_ratio_follows_the_recurrence),
		cmocka_unit_test(masses_agree_with_their_recurrence),
		cmocka_unit_test(at_most_the_tail_lies_outside_the_range),
		cmocka_unit_test(coarsening_keeps_mass_and_five_moments),
		cmocka_unit_test(both_convolutions_follow_the_definition),
		cmocka_unit_test(one_wide_term_agrees_with_all_its_masses),
		cmocka_unit_test(wide_sums_agree_with_the_definition),
		cmocka_unit_test(exact_sums_agree_with_the_definition),
		cmocka_unit_test(a_split_sum_agrees_with_all_masses_from_few_knots),
		cmocka_unit_test(pairs_agree_with_the_definition),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
