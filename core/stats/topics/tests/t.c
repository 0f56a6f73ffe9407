/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Student's paired t test: t = mean / (s / sqrt(n)), s with divisor n - 1, against the t
 * distribution with n - 1 degrees of freedom. Undefined for fewer than two pairs, and where all
 * differences are equal (s = 0): they say nothing about how differences vary.
 */
#include "core/stats/rmath.h"
#include "core/stats/topics/paired_test.h"

static int t_test(struct differences *d, const struct paired_test_request *q,
		  struct paired_test_result *out, struct err *e)
{
	(void)q, (void)e;
	if (d->deviation > 0) {
		double n = (double)d->count, t = d->mean / (d->deviation / sqrt(n));
		out->p_greater = pt(t, n - 1, 0, 0);
		out->p_less = pt(-t, n - 1, 0, 0);
		out->p = 2 * fmin(out->p_greater, out->p_less);
	}
	return 0;
}

PAIRED_TEST = {
	.name = "t",
	.called = "t",
	.summary = "Student's paired t test",
	.manual =
		"Mean of the differences over its standard error, against Student's distribution with one "
		"degree of freedom less than pairs. Zeros are differences like others. Exact "
		"only where the differences are normal, and so never reported as exact; close "
		"to the randomization test for 50 topics and more. nan for a single pair and "
		"if all differences are equal, identical runs among them.",
	.compute = t_test,
};
