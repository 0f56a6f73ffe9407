/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The studentized range and the noncentral t distribution against R and scipy, and against what is
 * known of them without it.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/stats/distribution/scale_mixture.h"
#include "core/stats/rmath.h"
#include "tests/support/near.h"

/*
 * scipy 1.10: stats.studentized_range.sf(q, k, v), and R: ptukey(q, k, v, lower.tail = FALSE).
 * R takes more than 25,000 degrees of freedom as infinitely many, and few for some more: there the
 * two differ by up to 4e-4.
 */
static void range_as_elsewhere(void **state)
{
	(void)state;
	static const struct {
		double q, k, v, above, r;
	} known[] = {
		{ 3.5, 3, 20, 0.0558918490818, 0.0558918490820594 },
		{ 4.2, 10, 50, 0.113644789039, 0.113644789029891 },
		{ 2.77, 2, 1000, 0.0504272232923, 0.0504272232920722 },
		{ 12, 5, 2, 0.0413943698932, 0.0413944280414676 },
		{ 6.3, 110, 27032, 0.032411567579, 0.0323207064748221 },
		{ 5, 50, 12, 0.373051711093, 0.373051661618804 },
		{ 9.5, 8, 343, 2.15306739104e-09, 2.15234208233994e-09 },
		{ 0.3, 4, 7, 0.996308144399, 0.996308144399446 },
		{ 30, 3, 2, 0.00404345697729, 0.00368611210857317 },
		{ 20, 20, 5, 0.000885711075086, 0.000906952870069255 },
	};
	size_t same = 0;
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		double found = studentized_range_above(known[i].q, known[i].k, known[i].v);
		assert_near_at(found, known[i].above, 1e-9, "q %g, k %g, v %g", known[i].q,
			       known[i].k, known[i].v);
		same += fabs(found - known[i].r) < 1e-6;
	}
	assert_int_equal(same, 7);
	assert_near(studentized_range_above(0, 3, 5), 1, 0);
	assert_near(studentized_range_above(-1, 3, 5), 1, 0);
}

/* scipy 1.10: stats.studentized_range.ppf(1 - p, k, v); R: qtukey(1 - p, k, v) to four decimals. */
static void quantile_as_elsewhere(void **state)
{
	(void)state;
	static const struct {
		double p, k, v, q;
	} known[] = {
		{ 0.05, 3, 20, 3.577934725 },
		{ 0.05, 110, 27032, 6.143560991 },
		{ 0.01, 8, 343, 5.032319024 },
		{ 0.1, 2, 5, 2.849708738 },
	};
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		assert_near(studentized_range_quantile(known[i].p, known[i].k, known[i].v),
			    known[i].q, 1e-6);
}

/* Two means: Q = sqrt(2) |t|, far into the tail and for one degree of freedom. */
static void two_means_are_t(void **state)
{
	(void)state;
	int small = 0;
	for (double v = 1; v < 2000; v *= 3)
		for (double q = 0.05; q < 200; q *= 1.3) {
			double t = 2 * pt(q / sqrt(2), v, 0, 0);
			if (t < 1e-25)
				break;
			assert_near_at(studentized_range_above(q, 2, v) / t, 1, 1e-8, "q %g, v %g",
				       q, v);
			small += t < 1e-12;
		}
	assert_true(small > 10);
	printf("two means: %d tails below 1e-12\n", small);
}

/* R: pt(t, v, ncp), and without noncentrality, pt(t, v) */
static void noncentral_as_in_r(void **state)
{
	(void)state;
	static const struct {
		double t, v, centre, below;
	} from_r[] = {
		{ 2, 9, 1.5, 0.655875913998327 },  { -1, 5, 0.3, 0.115670861892204 },
		{ 5, 49, 3.2, 0.943763456719625 }, { 15, 248, 13, 0.950406371338714 },
		{ 0.5, 1, 2, 0.0632768874797418 }, { 30, 248, 28, 0.880193739112736 },
	};
	for (size_t i = 0; i < sizeof from_r / sizeof from_r[0]; i++)
		assert_near(noncentral_t_centre(from_r[i].t, from_r[i].v, from_r[i].below),
			    from_r[i].centre, 1e-8);
	/* without noncentrality it is Student's t; beyond, p is too small to tell the centre by */
	for (double v = 1; v < 1e6; v *= 7)
		for (double t = -20; t < 20; t += 3.7)
			if (pt(-fabs(t), v, 1, 0) > 1e-6)
				assert_near_at(noncentral_t_centre(t, v, pt(t, v, 1, 0)), 0, 1e-7,
					       "t %g, v %g", t, v);
}

/* Simpson's rule over s, of density 2 v s f(v s^2), f that of chi^2; in steps of 1/40 of 1/t. */
static double sum_over_scales(double t, double v, double centre)
{
	double step = 1 / (40 * fabs(t)), sum = 0;
	for (long i = 1; (double)i * step < 4; i++) {
		double s = (double)i * step;
		double f = 2 * v * s * dchisq(v * s * s, v, 0) * pnorm(t * s - centre, 0, 1, 1, 0);
		sum += (i % 2 == 1 ? 4 : 2) * f;
	}
	return sum * step / 3;
}

/* Differences that are nearly the same in all topics: |t| may be anything, and takes no time. */
static void far_noncentral_is_the_sum(void **state)
{
	(void)state;
	static const struct {
		double t, v, share;
	} far[] = { { 1001, 9, 0.7 }, { 1500, 49, 1.1 }, { -1200, 4, 1.3 }, { 2500, 24, 0.95 } };
	for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
		double t = far[i].t, v = far[i].v, centre = far[i].share * t;
		double sum = sum_over_scales(t, v, centre);
		assert_near_at(noncentral_t_centre(t, v, sum), centre, 1e-5, "t %g, v %g", t, v);
	}
	/* s alone: d = t sqrt(chi^2/v), R: sqrt(qchisq(c(.025, .975), 49)/49) */
	assert_near(noncentral_t_centre(1e12, 49, 0.975) / 1e12, 0.802482328150, 1e-8);
	assert_near(noncentral_t_centre(1e12, 49, 0.025) / 1e12, 1.197125925268, 1e-8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(range_as_elsewhere),
		cmocka_unit_test(quantile_as_elsewhere),
		cmocka_unit_test(two_means_are_t),
		cmocka_unit_test(noncentral_as_in_r),
		cmocka_unit_test(far_noncentral_is_the_sum),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
