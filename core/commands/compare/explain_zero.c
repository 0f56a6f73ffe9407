/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Why a pair can be said to differ though the interval beside its p contains 0.
 */
#include "core/commands/compare/comparison_output.h"

static const double ALPHA = 0.05; /* as in the table */

/* Whether a pair is said to differ (p_adj < 0.05), and the interval that is shown contains 0. */
static bool contains_zero(const struct over_topics *x, const struct comparison_output *o)
{
	bool any = o->request->methods > 0 && o->lower && o->upper;
	const struct interval shown = any ? comparison_bounds(x, o) : (struct interval){ 1, 1 };
	return x->adjusted < ALPHA && shown.lower <= 0 && shown.upper >= 0;
}

static void reason(struct buffer *b, const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	if (comparison_about(q) != NULL)
		buffer_print(b, "p is of the %s test, about %s, and the interval of the mean",
			     q->test[0]->name, comparison_about(q));
	else if (q->intervals != NULL && q->intervals == q->adjust)
		buffer_print(b, "p is found step by step, intervals have to hold all at once");
	else if (q->intervals != NULL)
		buffer_print(b,
			     "p (%s) is for claiming a difference, intervals (%s) also tell its "
			     "size, for all pairs at once",
			     q->adjust->name, q->intervals->name);
	else
		buffer_print(b, "p is of the %s test, the interval by %s at level %g",
			     q->test[0]->name, comparison_method(q, 0, NULL), o->runs->level);
}

void comparison_explain_zero(struct buffer *b, const struct comparison *c, size_t measure,
			     const struct comparison_output *o)
{
	size_t count = 0;
	for (size_t i = 0; i < c->pairs; i++)
		count += contains_zero(&c->pair[i].measure[measure], o);
	if (count == 0)
		return;
	buffer_print(b, "%zu pair%s p_adj < %g and an interval that contains 0: ", count,
		     count == 1 ? " has" : "s have", ALPHA);
	reason(b, o);
}
