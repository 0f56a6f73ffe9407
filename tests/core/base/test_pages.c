/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reservations, from a few bytes, which the heap gives, to many pages.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "core/base/pages.h"

static void all_are_zero_and_can_be_filled(void **state)
{
	static const size_t sizes[] = {
		0, 1, 4096, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, 1 << 22
	};
	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		char *bytes = pages_reserve(sizes[i]);
		assert_non_null(bytes);
		for (size_t k = 0; k < sizes[i]; k++)
			assert_int_equal(bytes[k], 0);
		memset(bytes, 7, sizes[i]);
		pages_release(bytes, sizes[i]);
	}
	pages_release(NULL, 0);
	pages_release(NULL, 1 << 20);
}

static void what_is_there_moves_along(void **state)
{
	(void)state;
	size_t size = 10;
	char *bytes = pages_reserve(size);
	memset(bytes, 7, size);
	while (size < 1 << 20) {
		size_t old = size;
		size = 3 * old;
		bytes = pages_grow(bytes, old, size);
		assert_non_null(bytes);
		for (size_t k = 0; k < size; k++)
			assert_int_equal(bytes[k], k < 10 ? 7 : 0);
	}
	pages_release(bytes, size);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_are_zero_and_can_be_filled),
		cmocka_unit_test(what_is_there_moves_along),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
