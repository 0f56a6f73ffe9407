/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Texts that are lists: what lies between commas, and what lies between blanks. Expected items are
 * written out by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/options/lists.h"

/* The items with brackets around each. */
static void check(bool (*next)(const char **rest, struct slice *item), const char *text,
		  const char *expected)
{
	char found[100] = "";
	struct slice item;
	for (const char *rest = text; next(&rest, &item);)
		snprintf(found + strlen(found), sizeof found - strlen(found), "[%.*s]",
			 (int)item.length, item.at);
	assert_string_equal(found, expected);
}

static void each_comma_ends_an_item_which_may_be_empty(void **state)
{
	(void)state;
	check(next_item, "a,bc,d", "[a][bc][d]");
	check(next_item, "a", "[a]");
	check(next_item, ",a,,b,", "[][a][][b][]");
	check(next_item, " a, b", "[ a][ b]");
	check(next_item, "", "[]");
	check(next_item, NULL, "");
}

static void blanks_in_a_row_end_one_word(void **state)
{
	(void)state;
	check(next_word, "a bc  d", "[a][bc][d]");
	check(next_word, "  a,b ", "[a,b]");
	check(next_word, "  ", "");
	check(next_word, "", "");
	check(next_word, NULL, "");
}

static void a_word_is_found_as_a_whole(void **state)
{
	(void)state;
	assert_true(words_have("official all_trec", "all_trec"));
	assert_true(words_have("official all_trec", "official"));
	assert_false(words_have("official all_trec", "all"));
	assert_false(words_have("official all_trec", ""));
	assert_false(words_have("all", "all_trec"));
	assert_false(words_have(NULL, "all_trec"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_comma_ends_an_item_which_may_be_empty),
		cmocka_unit_test(blanks_in_a_row_end_one_word),
		cmocka_unit_test(a_word_is_found_as_a_whole),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
