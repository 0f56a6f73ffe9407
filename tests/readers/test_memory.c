/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Records that a caller of the library gives, one by one.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "readers/memory.h"

static void a_name_that_no_file_could_have_is_refused(void **state)
{
	(void)state;
	struct given_records r = { .name = "mine" };
	struct err e = { 0 };
	assert_int_equal(given_records_topic(&r, slice_of(""), &e), -1);
	assert_string_equal(e.text, "mine: a topic without a name");
	e = (struct err){ 0 };
	assert_int_equal(given_records_topic(&r, (struct slice){ "a\0b", 3 }, &e), -1);
	assert_string_equal(e.text, "mine: the name of a topic has a NUL character: 'a\\x00b'");
	e = (struct err){ 0 };
	assert_int_equal(given_records_topic(&r, slice_of("1"), &e), 0);
	assert_int_equal(given_records_add(&r, slice_of("d"), NAN, &e), -1);
	assert_string_equal(e.text, "mine: topic '1', document 'd': the value is nan");
	given_records_release(&r);
}

/* Names lie one behind the other: 1 d1 d2 2 d3, from byte 0, 1, 3, 5 and 6 on. */
static void a_record_is_found_by_the_place_of_its_name(void **state)
{
	(void)state;
	struct given_records r = { .name = "mine" };
	struct err e = { 0 };
	assert_int_equal(given_records_topic(&r, slice_of("1"), &e), 0);
	assert_int_equal(given_records_add(&r, slice_of("d1"), 1, &e), 0);
	assert_int_equal(given_records_add(&r, slice_of("d2"), -2, &e), 0);
	assert_int_equal(given_records_topic(&r, slice_of("2"), &e), 0);
	assert_int_equal(given_records_add(&r, slice_of("d3"), 0.5, &e), 0);
	assert_int_equal(r.size, 8);
	assert_int_equal(given_records_number(&r, 1), 1);
	assert_int_equal(given_records_number(&r, 3), 2);
	assert_int_equal(given_records_number(&r, 6), 3);
	assert_true(r.count == 3 && r.topics == 2 && r.topic[0].count == 2 &&
		    r.topic[1].count == 1);
	given_records_release(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_that_no_file_could_have_is_refused),
		cmocka_unit_test(a_record_is_found_by_the_place_of_its_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
