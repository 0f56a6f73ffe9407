/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/rmath.h"
#include "core/stats/stopping/stopping.h"

size_t stopping_look(const struct stopping_rule *rule, const struct review *r,
		     const struct stopping_question *q)
{
	for (size_t i = 0; i < r->looks; i++)
		if (rule->p != NULL ? rule->p(r, q, i) <= q->alpha : rule->stops(r, q, i))
			return i;
	return SIZE_MAX;
}

double stopping_too_many(const struct stopping_question *q, int64_t found)
{
	/* found/R < target; the slack is for quotients that are whole numbers */
	return floor((double)found / q->target * (1 + 1e-12)) + 1;
}

double stopping_tail_p(const struct stopping_question *q, int64_t left, int64_t before, int64_t n,
		       int64_t k)
{
	double missed = stopping_too_many(q, before + k) - (double)before;
	if (missed > (double)left) /* fewer documents are left */
		return 0;
	/* Relevant and drawn documents may be exchanged; phyper() can take a step for each one
	 * drawn. */
	double fewer = fmin(missed, (double)n), more = fmax(missed, (double)n);
	return phyper((double)k, more, (double)left - more, fewer, 1, 0);
}
