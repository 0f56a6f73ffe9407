/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a message may contain: a terminal must not obey a file that it quotes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/base/err.h"

static void what_a_terminal_obeys_is_written_as_numbers(void **state)
{
	char to[64];
	(void)state;
	printable(to, sizeof to, "plain");
	assert_string_equal(to, "plain");
	printable(to, sizeof to, "a\033[2Jb\n");
	assert_string_equal(to, "a\\x1b[2Jb\\x0a");
	printable(to, sizeof to, "\xc2\x9bm\xc3\xa9"); /* CSI in UTF-8 is obeyed, e' is not */
	assert_string_equal(to, "\\xc2\\x9bm\xc3\xa9");
	printable(to, 6, "abcdefgh"); /* as much as there is room for */
	assert_string_equal(to, "abcde");
	printable(to, 6, "ab\033cd"); /* and nothing of what has no room */
	assert_string_equal(to, "abcd");
}

static void a_message_has_its_status(void **state)
{
	struct err e = { 0 };
	(void)state;
	assert_int_equal(err_usage(&e, "%s: %d", "k", 7), -1);
	assert_int_equal(e.status, STATUS_USAGE);
	assert_string_equal(e.text, "k: 7");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_terminal_obeys_is_written_as_numbers),
		cmocka_unit_test(a_message_has_its_status),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
