/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval stop [OPTION...] REVIEW
 */
#include "core/cli/command.h"
#include "core/cli/options/help.h"
#include "core/cli/stop/stop_print.h"

static int help(void *request, struct help *h, struct err *e)
{
	(void)request;
	(void)e;
	for (int guarantee = 1; guarantee >= 0; guarantee--) {
		buffer_print(&h->text, "\n%s\n",
			     guarantee ? "Rules with a guarantee:"
				       : "Heuristics and repeated looks, without one:");
		for (size_t i = 0; stopping_rules[i] != NULL; i++)
			if (stopping_rules[i]->guarantee == guarantee)
				help_manual(&h->text, "", stopping_rules[i]->name,
					    stopping_rules[i]->summary, stopping_rules[i]->manual);
	}
	return 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct stop_request *q = request;
	struct stop_answer answer;
	struct warnings warnings = { 0 };
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	if (plot_check(q->plot, e) < 0)
		return -1;
	int result = stop_review(&q->question, &answer, &warnings, e);
	output_warn(out, &warnings, q->quiet);
	if (result < 0)
		return -1;
	if (q->plot != NULL && answer.count > 1)
		result = err_usage(e, "--plot draws one topic, and there are %zu", answer.count);
	if (result == 0 && q->plot != NULL)
		result = stop_draw(&picture, q, &answer.item[0], e);
	if (result == 0)
		stop_print(&b, q, &answer);
	stop_answer_release(&answer);
	return picture_finish(&picture, q->plot, &b, result, out, e);
}

const struct command command_stop = { &stop_table, run, help };
