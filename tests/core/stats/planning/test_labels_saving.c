/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What labels save, against the formulas of labels_saving.h by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/stats/planning/labels_saving.h"
#include "tests/support/near.h"

/* 1/n_c - 1/N_c + (1 - N_c/N)/n_c^2 (1 - n/N) of a cell of which n_c are expected, with n/N = 1/10.
 */
static double chance(double size, double part)
{
	double n = size / 10;
	return 1 / n - 1 / size + (1 - part) / (n * n) * .9;
}

/*
 * 100 documents retrieved, half of them relevant, and 300 not, a tenth: recall 50/80. One more
 * relevant document adds 3/8/80 to it if it is retrieved, and takes 5/8/80 if not. One label says
 * nothing: 40 judgments are worth 40, allocated or not.
 */
static void a_label_that_says_nothing_saves_nothing(void **state)
{
	(void)state;
	const struct labelled_cell cell[] = { { 100, .5, true, 0 }, { 300, .1, false, 0 } };
	struct labels_saving x;
	struct err e = { 0 };
	assert_int_equal(labels_saving(cell, 2, 40, false, &x, &e), 0);
	assert_near(x.value, .5, 1e-15);
	assert_near(x.deviation[SAVING_WITHOUT], sqrt(.25 * chance(100, .25)), 1e-14);
	assert_int_equal(labels_saving(cell, 2, 40, true, &x, &e), 0);
	assert_near(x.value, .625, 1e-15);
	double in = .375 / 80 * 100, out = .625 / 80 * 300;
	double variance = in * in * .25 * chance(100, .25) + out * out * .09 * chance(300, .75);
	for (int k = 0; k < SAVING_DESIGNS; k++) {
		assert_near(x.deviation[k], sqrt(variance), 1e-14);
		assert_near(x.equivalent[k], 40, 1e-9);
	}
}

/* Labels that are always right leave nothing to the sample: as if all had been judged. */
static void a_label_that_is_right_saves_all(void **state)
{
	(void)state;
	const struct labelled_cell cell[] = {
		{ 50, 1, true, 1 }, { 50, 0, true, 0 }, { 30, 1, false, 1 }, { 270, 0, false, 0 }
	};
	struct labels_saving x;
	struct err e = { 0 };
	assert_int_equal(labels_saving(cell, 4, 40, true, &x, &e), 0);
	assert_near(x.value, .625, 1e-15);
	assert_true(x.deviation[SAVING_WITHOUT] > .1);
	assert_near(x.deviation[SAVING_POST_STRATA], 0, 0);
	assert_near(x.equivalent[SAVING_POST_STRATA], 400, 1e-9);
	assert_near(x.deviation[SAVING_NEYMAN], 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_label_that_says_nothing_saves_nothing),
		cmocka_unit_test(a_label_that_is_right_saves_all),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
