/*
 * plan recall: how narrow an interval on recall a sample will give, how to divide the sample
 * between the retrieved and the unretrieved documents, and how large it must be (Webber 2013,
 * section 4.3).
 */
#include "core/cli/options/help.h"
#include "core/cli/options/options.h"
#include "core/cli/output/output.h"
#include "core/cli/plan/recall_print.h"

static int help(void *request, struct err *e)
{
	struct buffer b = { 0 };
	(void)request;
	buffer_print(&b, "\n");
	help_set_methods(&b);
	int result = options_help(&recall_table, e);
	if (result == 0)
		result = output_write(&b, e);
	buffer_release(&b);
	return result;
}

static int run(void *request, struct err *e)
{
	struct recall_request *q = request;
	if (q->options.plot != NULL && plot_check(q->options.plot, e) < 0)
		return -1;
	struct recall_answer answer;
	int result = recall_plan(&q->question, &answer, e);
	if (result == 0)
		result = recall_plan_print(&q->question, &answer, &q->options, e);
	recall_answer_release(&answer);
	return result;
}

PLAN_QUESTION = { &recall_table, run, help };
