/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Equal up to rounding: numbers whose rounding is known.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "core/base/near.h"

/* .1 + .2 is 5.6e-17 above .3; a million tenths added up are 1.3e-6 above 100,000. */
static void sums_in_another_order_are_equal(void **state)
{
	(void)state;
	double sum = 0;
	for (int i = 0; i < 1000000; i++)
		sum += 0.1;
	assert_true(0.1 + 0.2 != 0.3 && near_equal(0.1 + 0.2, 0.3, NEAR_BITS));
	assert_true(near_equal(sum, 100000, 100 * NEAR_ROUNDING));
	assert_false(near_equal(0.3, 0.3 + 1e-11, NEAR_ROUNDING));
	assert_true(near_apart(0.3, 0.3 + 1e-11, NEAR_ROUNDING));
	assert_true(near_within(1e-10, 0, NEAR_DIGITS));
	assert_false(near_within(1e-8, 0, NEAR_DIGITS));
}

/* In doubles .29 * 100 is 28.999999999999996, and 3 * 1.1 is 3.3000000000000003. */
static void whole_numbers_are_whole(void **state)
{
	(void)state;
	assert_true(0.29 * 100 < 29);
	assert_true(near_floor(0.29 * 100) == 29 && near_floor(28.99) == 28);
	assert_true(near_ceil(3 * 1.1 * 10) == 33 && near_ceil(33.01) == 34);
	assert_true(near_whole(0.29 * 100) == 29 && near_whole(28.99) == 28.99);
	/* 17 documents of 10^12 are few, and not none */
	assert_true(near_whole(1.7e-11) == 1.7e-11 && near_whole(-1e-17) == 0);
	assert_false(signbit(near_whole(-1e-17)));
	assert_true(near_floor(-0.5) == -1 && near_ceil(0) == 0);
	assert_true(0.29 * 100 >= near_below(29) && 3 * 1.1 <= near_above(3.3));
	/* half a document of 10^11 is no rounding */
	assert_true(near_floor(1e11 + 0.5) == 1e11);
}

static void nothing_is_near_nan(void **state)
{
	(void)state;
	assert_false(near_equal(NAN, NAN, 1) || near_within(NAN, 0, 1) || near_apart(NAN, 0, 1));
	assert_true(isnan(near_whole(NAN)) && isnan(near_floor(NAN)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_in_another_order_are_equal),
		cmocka_unit_test(whole_numbers_are_whole),
		cmocka_unit_test(nothing_is_near_nan),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
