/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which name was meant. Distances are counted by hand: letters put in, left out, changed or
 * exchanged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/base/nearest.h"

/* The answer to what was typed, of three names. */
static void assert_meant(const char *typed, const char *name)
{
	static const char *const names[] = { "recall", "elusion", "richness" };
	struct nearest n = nearest_to(slice_of(typed));
	for (size_t i = 0; i < 3; i++)
		nearest_try(&n, slice_of(names[i]));
	assert_true(slice_equal(n.best, slice_of(name)));
}

static void one_or_two_slips_are_near(void **state)
{
	(void)state;
	assert_meant("recal", "recall");
	assert_meant("reclal", "recall");
	assert_meant("elusoin", "elusion");
	assert_meant("rchnes", "richness");
	assert_meant("rchs", "");
}

static void a_beginning_of_three_letters_is_meant_whatever_its_case(void **state)
{
	(void)state;
	assert_meant("rich", "richness");
	assert_meant("ELU", "elusion");
	assert_meant("el", "");
	assert_meant("zzz", "");
}

static void a_message_names_all_and_the_nearest(void **state)
{
	(void)state;
	struct choices c = choices_for(slice_of("elusoin"));
	choices_add(&c, "recall");
	choices_add(&c, "elusion");
	assert_string_equal(choices_text(&c), "recall, elusion; did you mean 'elusion'?");
	c = choices_for(slice_of("zzz"));
	choices_add(&c, "recall");
	assert_string_equal(choices_text(&c), "recall");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_or_two_slips_are_near),
		cmocka_unit_test(a_beginning_of_three_letters_is_meant_whatever_its_case),
		cmocka_unit_test(a_message_names_all_and_the_nearest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
