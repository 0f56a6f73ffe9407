/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers that must be close to what is expected.
 *
 *	assert_near(found, expected, tolerance);
 *	assert_near_at(found, expected, tolerance, "design %d", i);	the case is in the message
 *	assert_near_or_nan(...), assert_near_or_nan_at(...);	nan too, if it is expected
 *
 * nan is not near anything, so a result of nan fails unless the test expects it.
 */
#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

struct near_place {
	const char *file;
	int line;
	const char *text; /* the expression */
	bool nan;	  /* nan is right if it is expected */
};

__attribute__((format(printf, 5, 6))) static inline void near_check(struct near_place place,
								    double found, double expected,
								    double tolerance,
								    const char *format, ...)
{
	char what[200];
	va_list arguments;
	if (fabs(found - expected) <= tolerance || (place.nan && isnan(found) && isnan(expected)))
		return;
	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	print_error("%s%s%s is %.15g, not %.15g within %g\n", what, what[0] ? ": " : "", place.text,
		    found, expected, tolerance);
	_fail(place.file, place.line);
}

/* The macros stringize the expression themselves, before its own macros are expanded. */
#define NEAR_PLACE(text, nan) ((struct near_place){ __FILE__, __LINE__, text, nan })

#define assert_near(found, expected, tolerance) \
	near_check(NEAR_PLACE(#found, false), found, expected, tolerance, "%s", "")

#define assert_near_at(found, expected, tolerance, ...) \
	near_check(NEAR_PLACE(#found, false), found, expected, tolerance, __VA_ARGS__)

#define assert_near_or_nan(found, expected, tolerance) \
	near_check(NEAR_PLACE(#found, true), found, expected, tolerance, "%s", "")

#define assert_near_or_nan_at(found, expected, tolerance, ...) \
	near_check(NEAR_PLACE(#found, true), found, expected, tolerance, __VA_ARGS__)
