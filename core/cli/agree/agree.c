/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval agree [OPTION...] A B RUN RUN...
 */
#include "core/cli/agree/agree_print.h"
#include "core/cli/command.h"

static int run(void *request, const struct output *out, struct err *e)
{
	struct agree_request *q = request;
	struct agree_answer answer;
	struct buffer b = { 0 };
	int result = agree(q, &answer, e);
	output_warn(out, &q->runs.warnings, q->runs.quiet);
	if (result == 0)
		agree_print(&b, q, &answer);
	result = output_finish(out, &b, result, e);
	agree_release(&answer);
	return result;
}

const struct command command_agree = { &agree_table, run, NULL };
