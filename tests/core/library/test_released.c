/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interface only grows: a program that was compiled with the header of 0.3.0 runs with this
 * library. And what must be there and is not (NULL) is an error, never a signal.
 *
 * The functions, their types, the values and the places below are those of
 * core/library/strat_eval.h of 0.3.0. A release adds its new ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "core/library/strat_eval.h"

/* The functions of 0.3.0, with their types then. */
static const char *(*const version)(void) = strat_eval_version;
static strat_eval *(*const new_)(const char *) = strat_eval_new;
static void (*const free_)(strat_eval *) = strat_eval_free;
static int (*const set)(strat_eval *, const char *, const char *) = strat_eval_set;
static int (*const input)(strat_eval *, const char *) = strat_eval_input;
static const char *(*const bytes)(strat_eval *, const char *, const void *,
				  size_t) = strat_eval_bytes;
static strat_eval_records *(*const records_new)(strat_eval *,
						const char *) = strat_eval_records_new;
static const char *(*const records_path)(const strat_eval_records *) = strat_eval_records_path;
static int (*const records_topic)(strat_eval_records *, const char *,
				  size_t) = strat_eval_records_topic;
static int (*const records_add)(strat_eval_records *, const char *, size_t,
				double) = strat_eval_records_add;
static void (*const records_clear)(strat_eval_records *) = strat_eval_records_clear;
static const char *(*const columns)(strat_eval *, const char *) = strat_eval_columns;
static int (*const run)(strat_eval *) = strat_eval_run;
static void (*const stop)(strat_eval *) = strat_eval_stop;
static int (*const next)(strat_eval *, struct strat_eval_row *) = strat_eval_next;
static const char *(*const text)(const strat_eval *, size_t *) = strat_eval_text;
static const char *(*const warning)(const strat_eval *, size_t) = strat_eval_warning;
static const char *(*const error)(const strat_eval *) = strat_eval_error;
/* Since 0.4.0. */
static const char *(*const name)(strat_eval *, const char *, const char *, int) = strat_eval_name;

_Static_assert(STRAT_EVAL_OK == 0 && STRAT_EVAL_DATA == 1 && STRAT_EVAL_IO == 2 &&
		       STRAT_EVAL_USAGE == 64,
	       "the status of 0.3.0");

/* Fourteen pointers and numbers of eight bytes and one more, in the order of 0.3.0. The caller has
 * the memory of a row: it can not grow without a new soname. */
#define PLACE(field, number)                                                         \
	_Static_assert(offsetof(struct strat_eval_row, field) ==                     \
			       (number) * (sizeof(void *) > 8 ? sizeof(void *) : 8), \
		       "a row has another layout than in 0.3.0")
#if UINTPTR_MAX == UINT64_MAX
PLACE(run, 0);
PLACE(other, 1);
PLACE(topic, 2);
PLACE(measure, 3);
PLACE(value, 4);
PLACE(text, 5);
PLACE(lower, 6);
PLACE(upper, 7);
PLACE(level, 8);
PLACE(method, 9);
PLACE(tail, 10);
PLACE(n, 11);
PLACE(design, 12);
PLACE(estimator, 13);
PLACE(file, 14);
_Static_assert(sizeof(struct strat_eval_row) == 15 * 8, "a row has the size of 0.3.0");
#endif

static void no_object_is_an_error(void **state)
{
	(void)state;
	struct strat_eval_row row;
	size_t length = 7;
	assert_null(new_(NULL));
	free_(NULL);
	assert_int_equal(set(NULL, "measure", "map"), STRAT_EVAL_USAGE);
	assert_int_equal(set(NULL, NULL, NULL), STRAT_EVAL_USAGE);
	assert_int_equal(input(NULL, "qrels"), STRAT_EVAL_USAGE);
	assert_null(bytes(NULL, "qrels", "1 0 a 1\n", 8));
	assert_null(records_new(NULL, "qrels"));
	assert_null(records_path(NULL));
	assert_int_equal(records_topic(NULL, "1", 1), STRAT_EVAL_USAGE);
	assert_int_equal(records_add(NULL, "a", 1, 1), STRAT_EVAL_USAGE);
	records_clear(NULL);
	assert_null(columns(NULL, "map"));
	assert_null(name(NULL, "run", "mine", 0));
	assert_int_equal(run(NULL), STRAT_EVAL_USAGE);
	stop(NULL);
	assert_int_equal(next(NULL, &row), 0);
	assert_string_equal(text(NULL, &length), "");
	assert_int_equal(length, 0);
	assert_string_equal(text(NULL, NULL), "");
	assert_null(warning(NULL, 0));
	assert_string_equal(error(NULL), "no handle (NULL)");
}

static void no_argument_is_an_error_with_a_message(void **state)
{
	(void)state;
	strat_eval *s = new_("evaluate");
	assert_non_null(s);
	assert_int_equal(set(s, NULL, NULL), STRAT_EVAL_USAGE);
	assert_non_null(strstr(error(s), "missing (NULL)"));
	assert_int_equal(set(s, "measure", NULL), STRAT_EVAL_USAGE);
	assert_int_equal(input(s, NULL), STRAT_EVAL_USAGE);
	assert_non_null(strstr(error(s), "missing (NULL)"));
	assert_null(bytes(s, "qrels", NULL, 8));
	assert_non_null(strstr(error(s), "missing (NULL)"));
	assert_non_null(bytes(s, NULL, NULL, 0)); /* nothing, which has no name */
	strat_eval_records *r = records_new(s, NULL);
	assert_non_null(r);
	assert_int_not_equal(records_topic(r, NULL, 3), STRAT_EVAL_OK);
	assert_int_not_equal(records_add(r, NULL, 3, 1), STRAT_EVAL_OK);
	assert_null(name(s, NULL, "mine", 0));
	assert_null(name(s, "run", NULL, 0));
	assert_null(columns(s, NULL));
	assert_int_equal(next(s, NULL), 0);
	assert_int_equal(run(s), STRAT_EVAL_USAGE); /* no judgments, no run */
	free_(s);
	assert_non_null(strchr(version(), '.'));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_object_is_an_error),
		cmocka_unit_test(no_argument_is_an_error_with_a_message),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
