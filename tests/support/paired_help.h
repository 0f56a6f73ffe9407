/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the unit tests of paired tests share.
 */
#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/stats/topics/paired_test.h"
#include "tests/support/near.h"
#include "tests/support/paired_data.h"

/* Relative, so that a tail of 1e-40 is looked at too. */
static inline void check_near(const char *what, double got, double want, double tolerance)
{
	assert_near_or_nan_at(got, want, tolerance * fabs(want), "%s", what);
}

static inline void check_result(const char *test, const struct data_set *s,
				const struct paired_test_result *got, const double want[3],
				double tolerance)
{
	char what[120];
	size_t set = (size_t)(s - data_sets) + 1;
	snprintf(what, sizeof what, "%s, data set %zu (n = %zu): p", test, set, s->n);
	check_near(what, got->p, want[0], tolerance);
	snprintf(what, sizeof what, "%s, data set %zu (n = %zu): p_greater", test, set, s->n);
	check_near(what, got->p_greater, want[1], tolerance);
	snprintf(what, sizeof what, "%s, data set %zu (n = %zu): p_less", test, set, s->n);
	check_near(what, got->p_less, want[2], tolerance);
}

static inline struct paired_test_result ask(const char *name, const double *difference,
					    size_t count, struct paired_test_request q)
{
	struct err e = { 0 };
	struct paired_test_result out = { -1, -1, -1, false };
	const struct paired_test *t = paired_test_find(name);
	assert_non_null(t);
	if (paired_test_compute(t, difference, count, &q, &out, &e) < 0)
		fail_msg("%s: %s", name, e.text);
	return out;
}

/* k/100: equal numbers are equal doubles. */
static inline void clean(const struct data_set *s, double *difference)
{
	for (size_t i = 0; i < s->n; i++)
		difference[i] = data_set_k(s, i) / 100.0;
}

/* The same as a difference of two scores with two decimals, with the rounding of that. */
static inline void noisy(const struct data_set *s, double *difference)
{
	for (size_t i = 0; i < s->n; i++) {
		int lower = (int)(i * 29 % 97);
		volatile double x = (lower + data_set_k(s, i)) / 100.0, y = lower / 100.0;
		difference[i] = x - y;
	}
}

static inline size_t nonzero(const struct data_set *s)
{
	size_t count = 0;
	for (size_t i = 0; i < s->n; i++)
		count += data_set_k(s, i) != 0;
	return count;
}
