/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan topics: how many topics the sign test needs, what it can detect, and what uncertain
 * judgments change and cost (Carterette & Smucker 2007, sections 3 and 5).
 */
#include "core/cli/plan/topics_print.h"

static int run(void *request, const struct output *out, struct err *e)
{
	struct topics_request *q = request;
	if (plot_check(q->options.plot, e) < 0)
		return -1;
	struct topics_answer answer;
	int result = topics_plan(&q->topics.question, &answer, e);
	if (result == 0)
		result = topics_plan_print(&q->topics.question, &answer, &q->options, out, e);
	topics_answer_release(&answer);
	return result;
}

PLAN_QUESTION = { &topics_table, run, NULL };
