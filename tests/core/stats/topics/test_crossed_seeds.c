/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seeds as random as topics, against an analysis of variance in R. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/stats/topics/paired_test.h"
#include "tests/support/near.h"

/*
 * R, 8 topics t, 3 seeds s of each of 2 systems g:
 *   d <- expand.grid(t=1:8, s=1:3, g=1:2)
 *   d$y <- .4 + sin(d$t*1.7)/5 + sin(d$t*d$g*.9)/20 + .03*sin(d$s*2.1+d$g) +
 *          sin(d$t*d$s*1.3+d$g)/40 + .02*d$g
 *   ms <- anova(lm(y ~ factor(t)*factor(g) + factor(paste(g, s)), d))[["Mean Sq"]]
 * has .0039485857506 for t:g, .0059356998879 for seeds and .00035642626694 for residuals, so that
 * error^2 = 2/24 (t:g + seeds - residuals) = .028177797660^2 (a quasi-F of two systems). Deviations
 * of the seeds' means and residuals of each system are from lm(y ~ topic + seed) of it alone, and
 * the degrees of freedom Satterthwaite's of these mean squares; p is 2 * pt(-|mean|/error, df).
 */
static void as_the_analysis_of_variance(void **state)
{
	(void)state;
	const struct seeds of[2] = { { 3, 0.0261351719732791, 0.000302428864743894 },
				     { 3, 0.0282997837076210, 0.000410423669141303 } };
	struct crossed_seeds x = crossed_seeds_test(-0.019768261298887, 0.051306827035031, 8, of);
	assert_near(x.error, 0.028177797660, 1e-11);
	assert_near(x.freedom, 8.181598875562, 1e-8);
	assert_near(x.p, 0.502421640278, 1e-9);
}

/* Seeds that differ less than their residuals let expect: the t test of topics, of R's t.test. */
static void never_below_the_error_of_topics(void **state)
{
	(void)state;
	const struct seeds alike[2] = { { 3, 0.001, 0.0003 }, { 4, 0.001, 0.0003 } };
	struct crossed_seeds x =
		crossed_seeds_test(-0.019768261298887, 0.051306827035031, 8, alike);
	assert_near(x.p, 0.311898248983, 1e-9);
	assert_near(x.freedom, 7, 0);
}

static void no_answer(void **state)
{
	(void)state;
	const struct seeds two[2] = { { 3, 0.01, 0.0003 }, { 2, 0.01, 0.0003 } };
	const struct seeds folds[2] = { { 3, 0.01, 0.0003 }, { 3, 0.01, NAN } };
	const struct seeds three[2] = { { 3, 0.01, 0.0003 }, { 3, 0.01, 0.0003 } };
	assert_true(isnan(crossed_seeds_test(0.1, 0.1, 8, two).p));
	assert_true(isnan(crossed_seeds_test(0.1, 0.1, 8, folds).p));
	assert_true(isnan(crossed_seeds_test(0.1, 0, 8, three).p));
	assert_true(crossed_seeds_test(0.1, 0.1, 8, three).p > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_the_analysis_of_variance),
		cmocka_unit_test(never_below_the_error_of_topics),
		cmocka_unit_test(no_answer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
