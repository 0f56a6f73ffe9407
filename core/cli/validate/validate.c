/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval validate [OPTION...]
 */
#include "core/cli/command.h"
#include "core/cli/options/help.h"
#include "core/cli/validate/validate.h"

static int run(void *request, const struct output *out, struct err *e)
{
	const struct validate_request *q = request;
	struct validation x;
	struct warnings warnings = { 0 };
	if (plot_check(q->plot, e) < 0)
		return -1;
	int result = validate(&x, &q->question, &warnings, e);
	if (result == 0)
		result = warnings_check(&warnings, e);
	if (result == 0)
		result = validate_print(q, &x, &warnings, out, e);
	output_warn(out, &warnings, q->quiet);
	return result;
}

const struct command command_validate = { &validate_table, run, help_with_set_methods };
