/*
 * Integrals in the complex plane, and what is built on them: gamma functions of complex numbers,
 * tails from cumulants, sums of weighted gamma variables, quantiles of the beta distribution.
 */
#include "tests/support/interval_help.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/distribution/beta_quantile.h"
#include "core/stats/distribution/gamma_sum_sign.h"
#include "core/stats/numeric/root.h"

#define PI 3.14159265358979323846

/* ---- gamma functions ---- */

static void gamma_ratios_of_real_numbers(void **state)
{
	(void)state;
	static const double at[] = { 0.01, 0.5, 3, 11.9, 12.1, 80, 1e3 };
	for (size_t i = 0; i < 7; i++) {
		for (size_t j = 0; j < 7; j++) {
			double a = at[i], z = at[j] - a;
			double want = lgammafn(a + z) - lgammafn(a) - z * log(a);
			double complex got = log_gamma_step(a, z);
			assert_near(creal(got), want, 1e-12 * fmax(1, fabs(lgammafn(1e3))));
			assert_near(cimag(got), 0, 1e-12);
		}
	}
	/* gamma(a+2)/gamma(a) = a(a+1), without the loss of lgamma(1e9) = 2e10 */
	for (double a = 1; a <= 1e10; a *= 10)
		assert_near(creal(log_gamma_step(a, 2)), log1p(1 / a), 1e-14);
}

/* |gamma(1/2+it)|^2 = pi/cosh(pi t); gamma(z+1) = z gamma(z); gamma(2z) by duplication. */
static void gamma_ratios_of_complex_numbers(void **state)
{
	(void)state;
	for (double t = 0; t < 40; t += 0.7) {
		double complex g = log_gamma_step(0.5, CMPLX(0, t));
		assert_near(2 * creal(g), log(1 / cosh(PI * t)), 1e-12 * (1 + t));
		for (double x = 0.1; x < 30; x *= 1.7) {
			double complex z = CMPLX(x, t);
			double complex step = log_gamma_step(2, z - 1) - log_gamma_step(2, z - 2);
			assert_near(cabs(2 * cexp(step) / z - 1), 0, 1e-12);
			/* gamma(z) gamma(z+1/2) / gamma(2z) = 2^(1-2z) sqrt(pi) */
			double complex left = log_gamma_step(1, z - 1) +
					      log_gamma_step(1, z - 0.5) -
					      log_gamma_step(1, 2 * z - 1);
			double complex right = (1 - 2 * z) * log(2) + log(PI) / 2;
			assert_near(cabs(cexp(left - right) - 1), 0, 1e-11);
		}
	}
}

static void logarithms_near_and_far(void **state)
{
	(void)state;
	/* ln(1+z) - z = -z^2/2 + z^3/3 - ... */
	for (double size = 1e-9; size < 0.2; size *= 1.9) {
		double complex z = size * cexp(CMPLX(0, 2)), power = z, want = 0;
		for (int k = 2; k < 60; k++) {
			power *= -z;
			want += power / k;
		}
		assert_near(cabs(log1p_minus(z) / want - 1), 0, 1e-14);
	}
	assert_near(creal(log1p_complex(CMPLX(0, 1e200))), 200 * log(10), 1e-12);
	assert_near(cimag(log1p_complex(CMPLX(0, 1e200))), PI / 2, 1e-15);
}

/* ---- tails ---- */

/* N(mean, 1) */
static double complex normal_cumulants(const void *of, double complex z)
{
	const double *mean = of;
	return *mean * z + z * z / 2;
}

static void tails_of_the_normal_law(void **state)
{
	(void)state;
	for (double mean = -37; mean <= 37; mean += 0.5) {
		struct generating g = { normal_cumulants, &mean, INFINITY, INFINITY, mean, 1 };
		struct tails t = generating_tails(&g);
		double small = pnorm(-fabs(mean), 0, 1, 1, 0);
		assert_near(fmin(t.above, t.below) / small, 1, 1e-11);
		assert_true((t.above > t.below) == (mean > 0));
		if (mean == 0)
			assert_true(t.above == 0.5 && t.below == 0.5);
	}
}

struct four {
	double a, b, c, d, sign;
};

/* of ln(G(a) G(d) / (G(b) G(c))) or its negative, with 1/z */
static double complex log_tail_of_four(const void *of, double complex z)
{
	const struct four *f = of;
	double complex s = f->sign * z;
	return s * log(f->a / f->b * (f->d / f->c)) + log_gamma_step(f->a, s) +
	       log_gamma_step(f->d, s) + log_gamma_step(f->b, -s) + log_gamma_step(f->c, -s) -
	       clog(z);
}

static double one_tail(struct four f, double sign)
{
	f.sign = sign;
	double end = sign > 0 ? fmin(f.b, f.c) : fmin(f.a, f.d);
	double variance = trigamma(f.a) + trigamma(f.b) + trigamma(f.c) + trigamma(f.d);
	double start = fmin(end / 2, 1 / sqrt(variance));
	struct contour q = { log_tail_of_four, &f, 0, end, start, start };
	return contour_integral(&q);
}

/* A comparison computes one of them only, so that this says how exact it is. */
static void two_tails_computed_apart_add_up_to_1(void **state)
{
	(void)state;
	static const double shape[] = { 0.01, 0.5, 2.5, 100, 1e6, 1e9 };
	for (int i = 0; i < 6 * 6 * 6 * 6; i++) {
		struct four f = { shape[i % 6], shape[i / 6 % 6], shape[i / 36 % 6], shape[i / 216],
				  0 };
		assert_near(one_tail(f, 1) + one_tail(f, -1), 1, 1e-11);
	}
}

/* ---- sums of weighted gamma variables ---- */

/* E1, E2, E3 exponential: P(p E1 > q E2 + r E3) = p/(p+q) p/(p+r) */
static void exponential_variables(void **state)
{
	(void)state;
	static const double weight[] = { 1e-200, 1e-6, 0.1, 1, 30, 1e9 };
	for (int i = 0; i < 6 * 6 * 6; i++) {
		double p = weight[i % 6], q = weight[i / 6 % 6], r = weight[i / 36];
		struct gamma_form f = { { 1, 1, 1 }, { p, -q, -r } };
		double want = 1 / (1 + q / p) / (1 + r / p);
		struct tails t = gamma_form_tails(&f);
		assert_near(t.above, want, 1e-11);
		assert_near(t.below, 1 - want, 1e-11);
	}
}

/* P(G1 > k G2) by the beta distribution; the third variable has no weight. */
static void two_gamma_variables_follow_the_beta_law(void **state)
{
	(void)state;
	static const double shape[] = { 0.05, 0.5, 3, 200, 1e6 };
	for (int i = 0; i < 5 * 5; i++) {
		double a = shape[i % 5], b = shape[i / 5];
		for (double k = a / b / 8; k < 9 * a / b; k *= 2) {
			struct gamma_form f = { { a, b, 7 }, { 1, -k, 0 } };
			double want = pbeta(k / (1 + k), a, b, 0, 0);
			assert_near(gamma_form_tails(&f).above, want, 1e-9);
		}
	}
	struct gamma_form all = { { 1, 2, 3 }, { 1, 2, 0 } }, none = { { 1, 2, 3 }, { -1, 0, -2 } };
	assert_true(gamma_form_tails(&all).above == 1 && gamma_form_tails(&none).below == 1);
}

/* The density at 0 of G(a) - G(b): the integral of both densities' product. */
static void density_of_a_difference(void **state)
{
	(void)state;
	static const double shape[] = { 1.5, 4, 60 };
	for (int i = 0; i < 9; i++) {
		double a = shape[i % 3], b = shape[i / 3];
		/* x^(a+b-2) exp(-2x) */
		double want =
			exp(lgammafn(a + b - 1) - (a + b - 1) * log(2) - lgammafn(a) - lgammafn(b));
		struct gamma_form f = { { a, b, 1 }, { 1, -1, 0 } };
		assert_near(gamma_form_density(&f) / want, 1, 1e-11);
		f = (struct gamma_form){ { a, b, 1 }, { 1e-9, -1e-9, 0 } };
		assert_near(gamma_form_density(&f) / want / 1e9, 1, 1e-11);
	}
}

/* ---- quantiles and roots ---- */

static void quantiles_of_the_beta_law(void **state)
{
	(void)state;
	static const double shape[] = { 0.01, 0.3, 1, 20, 1e4, 1e9 };
	static const double prob[] = { 1e-30, 1e-3, 0.4, 0.5, 0.9, 1 - 1e-12 };
	for (int i = 0; i < 6 * 6; i++) {
		double a = shape[i % 6], b = shape[i / 6], before = -INFINITY;
		for (int k = 0; k < 6; k++) {
			double u = beta_log_odds_quantile(a, b, prob[k]);
			assert_true(u > before);
			before = u;
			if (fabs(u) > 600)
				continue;
			double small = 1 / (1 + exp(fabs(u)));
			double p = u < 0 ? pbeta(small, a, b, 1, 0) : pbeta(small, b, a, 0, 0);
			assert_near(p, prob[k], 1e-10 * prob[k]);
		}
	}
	assert_near(beta_log_odds_quantile(1, 1, 0.2), log(0.25), 1e-13);
	assert_true(beta_log_odds_quantile(2, 3, 0) == -INFINITY);
	assert_true(beta_log_odds_quantile(2, 3, 1) == INFINITY);
	assert_true(isnan(beta_log_odds_quantile(2, 3, NAN)));
}

static double cubic(const void *of, double x)
{
	++*(int *)(uintptr_t)of;
	return (x - 1) * (x * x + 1);
}

static double stairs(const void *of, double x)
{
	(void)of;
	return x < 0.3 ? -1 : 1;
}

static void roots(void **state)
{
	(void)state;
	int calls = 0;
	assert_near(root_between(cubic, &calls, -4, 9, 1e-13), 1, 1e-12);
	assert_true(calls < 25);
	/* without a change of sign, the better end */
	assert_true(root_between(cubic, &calls, 2, 9, 0) == 2);
	assert_true(root_between(cubic, &calls, -9, 1, 0) == 1);
	assert_near(root_between(stairs, NULL, 0, 1, 0), 0.3, 1e-15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gamma_ratios_of_real_numbers),
		cmocka_unit_test(gamma_ratios_of_complex_numbers),
		cmocka_unit_test(logarithms_near_and_far),
		cmocka_unit_test(tails_of_the_normal_law),
		cmocka_unit_test(two_tails_computed_apart_add_up_to_1),
		cmocka_unit_test(exponential_variables),
		cmocka_unit_test(two_gamma_variables_follow_the_beta_law),
		cmocka_unit_test(density_of_a_difference),
		cmocka_unit_test(quantiles_of_the_beta_law),
		cmocka_unit_test(roots),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
