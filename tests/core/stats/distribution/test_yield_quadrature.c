/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of the rules that stand for a distribution in a sum: Gauss rules, panels, and the
 * distribution function with its steps evened out. Expected numbers are sums over all masses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "core/stats/distribution/yield.h"
#include "core/stats/numeric/gauss_quadrature.h"
#include "tests/support/near.h"
#include "tests/support/oracle.h"

/* The moments of a distribution on 0 .. 1499 that is steep at 0 and has a long tail. */
static void gauss_rules_have_the_moments_of_the_law(void **state)
{
	(void)state;
	enum { COUNT = 1500 };
	static double x[COUNT], w[COUNT];
	for (int i = 0; i < COUNT; i++) {
		x[i] = i;
		w[i] = exp(-i / 40.0) / sqrt(i + 0.3);
	}
	for (size_t n = 1; n <= GAUSS_MOST; n++) {
		double node[GAUSS_MOST], weight[GAUSS_MOST];
		assert_int_equal(gauss_rule(x, w, COUNT, n, node, weight), n);
		for (size_t power = 0; power < 2 * n; power++) {
			double all = 0, few = 0;
			for (int i = 0; i < COUNT; i++)
				all += w[i] * pow(x[i] / COUNT, (double)power);
			for (size_t i = 0; i < n; i++)
				few += weight[i] * pow(node[i] / COUNT, (double)power);
			assert_near_at(few / all, 1, 1e-10, "moment");
		}
		for (size_t i = 0; i < n; i++) {
			assert_true(weight[i] > 0 && node[i] >= 0 && node[i] <= COUNT - 1);
			assert_true(i == 0 || node[i] > node[i - 1]);
		}
	}
}

/* Two points, exactly; and fewer points than nodes are the rule themselves. */
static void gauss_rules_of_few_points_are_the_points(void **state)
{
	(void)state;
	const double x[] = { 3, 7, 20 }, w[] = { 0.5, 0.2, 0.3 };
	double node[8], weight[8];
	assert_int_equal(gauss_rule(x, w, 3, 8, node, weight), 3);
	assert_true(node[2] == 20 && weight[2] == 0.3);
	assert_int_equal(gauss_rule(x, w, 1, 1, node, weight), 1);
	/* one node: the mean, 3/2 + 7/5 + 6 */
	assert_int_equal(gauss_rule(x, w, 3, 1, node, weight), 1);
	assert_near_at(node[0], 8.9, 1e-14, "mean");
	assert_near_at(weight[0], 1, 1e-15, "mass");
	/* all at one place: one node is all there is */
	const double same[] = { 5, 5, 5 };
	assert_int_equal(gauss_rule(same, w, 3, 2, node, weight), 1);
	assert_near_at(node[0], 5, 1e-15, "one place");
}

static struct yield_distribution *yield_of(int64_t size, double a, double b)
{
	struct err e = { 0 };
	const struct beta_binomial term = { size, a, b };
	struct yield_distribution *l = yield_new(7, &term, 1, YIELD_EXACT_POINTS, &e);
	assert_non_null(l);
	return l;
}

/* A function that changes on the scale of a tenth of the distribution, with a kink at its steep
 * end. */
static double bend(double from_end, double scale)
{
	return sqrt(from_end + scale / 1000) / (1 + exp((from_end - scale) / (scale / 10)));
}

static void panels_follow_a_law_to_its_steep_end(void **state)
{
	(void)state;
	static const struct {
		int64_t size;
		double a, b;
	} distributions[] = { { 300, 0.5, 40.5 },     { 3000, 12.5, 80.5 }, { 100000, 0.5, 200.5 },
			      { 2000000, 2.5, 90.5 }, { 500, 0.01, 10 },    { 400, 30.5, 0.5 } };
	for (size_t i = 0; i < sizeof distributions / sizeof *distributions; i++) {
		struct yield_distribution *l =
			yield_of(distributions[i].size, distributions[i].a, distributions[i].b);
		double *p = oracle_masses(distributions[i].size, distributions[i].a,
					  distributions[i].b),
		       wanted = 0;
		double scale = sqrt(l->variance), M = (double)distributions[i].size;
		bool high = distributions[i].b < distributions[i].a;
#define FROM_END(x) (high ? M + 7 - (x) : (x)-7)
		for (int64_t k = 0; k <= distributions[i].size; k++)
			wanted += p[k] * bend(FROM_END((double)(k + 7)), scale);
		struct rule points, panels;
		assert_int_equal(rule_points(&points, l), 0);
		assert_int_equal(rule_panels(&panels, &points, l, 0.25), 0);
		double all = 0, few = 0, mass = 0;
		for (size_t j = 0; j < points.count; j++)
			all += points.w[j] * bend(FROM_END(points.x[j]), scale);
		for (size_t j = 0; j < panels.count; j++) {
			few += panels.w[j] * bend(FROM_END(panels.x[j]), scale);
			mass += panels.w[j];
		}
		assert_near_at(mass, 1, 1e-12, "mass");
		assert_near_at(all / wanted, 1, yield_is_exact(l) ? 1e-9 : 1e-7, "all points");
		assert_near_at(few / wanted, 1, 1e-5, "panels");
		assert_true(panels.count < 500);
		rule_release(&points);
		rule_release(&panels);
		yield_free(l);
		free(p);
	}
}

/* E exp(2 pi i f X) of 0 and 1 with equal masses is (1 + exp(2 pi i f))/2, |.| = |cos(pi f)|. */
static void waves_are_the_characteristic_function(void **state)
{
	(void)state;
	struct yield_distribution *l = yield_of(1, 1, 1);
	struct rule points;
	assert_int_equal(rule_points(&points, l), 0);
	for (double f = 0; f < 3; f += 0.13)
		assert_near_at(rule_wave(&points, f), fabs(cos(3.14159265358979323846 * f)), 1e-12,
			       "wave");
	rule_release(&points);
	yield_free(l);
}

/*
 * A threshold y = (u + x)/2 + c, x uniform on many integers and u on [0,1): the mean of P(X <= y)
 * over all of it is what the smoothed function gives, for a distribution as narrow as a few
 * documents.
 */
static void evened_out_steps_have_the_mean_of_the_steps(void **state)
{
	(void)state;
	static const double hyper[][2] = { { 6, 9 }, { 30, 20 }, { 1.5, 3 } };
	for (size_t i = 0; i < 3; i++) {
		struct yield_distribution *l = yield_of(80, hyper[i][0], hyper[i][1]);
		struct yield_smoothed s;
		assert_int_equal(yield_smoothed_init(&s, l), 0);
		double steps = 0, smooth = 0, weight = 0;
		for (int j = 0; j < 40000;
		     j++) { /* a bell of thresholds, as other yields make it */
			double z = (j + 0.5) / 40000 * 12 - 6, y = 35 + 15 * z;
			double w = exp(-z * z / 2);
			steps += w * yield_cdf(l, floor(y));
			smooth += w * yield_smoothed_cdf(&s, y);
			weight += w;
		}
		assert_near_at(smooth / weight, steps / weight, 1e-6, "mean");
		for (double y = 0, before = 0; y < 95; y += 0.05) {
			double F = yield_smoothed_cdf(&s, y);
			assert_true(F >= yield_cdf(l, y - 1.5) - 1e-12 &&
				    F <= yield_cdf(l, y + 1.5) + 1e-12);
			assert_true(F >= before - 1e-12);
			before = F;
		}
		yield_smoothed_release(&s);
		yield_free(l);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gauss_rules_have_the_moments_of_the_law),
		cmocka_unit_test(gauss_rules_of_few_points_are_the_points),
		cmocka_unit_test(panels_follow_a_law_to_its_steep_end),
		cmocka_unit_test(waves_are_the_characteristic_function),
		cmocka_unit_test(evened_out_steps_have_the_mean_of_the_steps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
