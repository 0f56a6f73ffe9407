/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the unit tests of interval methods share.
 */
#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/stats/interval/interval.h"
#include "tests/support/near.h"

static inline struct interval_request asking(enum quantity quantity, double lower_p, double upper_p)
{
	return (struct interval_request){
		.quantity = quantity, .beta = 1.0, .ends.lower_p = lower_p, .ends.upper_p = upper_p
	};
}

static inline struct interval ask(const char *method, const struct stratum *s, size_t count,
				  struct interval_request q)
{
	struct err e = { 0 };
	struct interval out = { NAN, NAN };
	const struct interval_method *m = interval_find(method);
	assert_non_null(m);
	if (interval_compute(m, s, count, &q, &out, &e) < 0)
		fail_msg("%s: %s", method, e.text);
	return out;
}

/* Two-sided 95 % on recall from one sample per segment. */
static inline struct interval recall95(const char *method, int64_t N1, int64_t n1, int64_t r1,
				       int64_t N0, int64_t n0, int64_t r0)
{
	struct stratum s[] = { { N1, n1, r1, n1, true }, { N0, n0, r0, n0, false } };
	return ask(method, s, 2, asking(QUANTITY_RECALL, 0.025, 0.975));
}
