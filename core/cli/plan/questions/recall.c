/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan recall: how narrow an interval on recall a sample will give, how to divide the sample
 * between the retrieved and the unretrieved documents, and how large it must be (Webber 2013,
 * section 4.3).
 */
#include "core/cli/options/help.h"
#include "core/cli/output/output.h"
#include "core/cli/plan/allocation_file.h"
#include "core/cli/plan/recall_print.h"

static int help(void *request, struct help *h, struct err *e)
{
	struct buffer *b = &h->text;
	(void)request;
	(void)e;
	buffer_print(b, "\n");
	help_set_methods(b);
	return 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct recall_request *q = request;
	if (plot_check(q->options.plot, e) < 0)
		return -1;
	struct recall_answer answer;
	int result = recall_plan(&q->question, &answer, e);
	if (result == 0 && answer.count > 0) {
		const struct division *d = &answer.line[0].division;
		const struct allocated_stratum strata[] = { { q->run, d->retrieved },
							    { "-", d->unretrieved } };
		result = allocation_write(&q->allocation, answer.count, strata, 2, e);
	}
	if (result == 0)
		result = recall_plan_print(&q->question, &answer, &q->options, out, e);
	recall_answer_release(&answer);
	return result;
}

PLAN_QUESTION = { &recall_table, run, help };
