/*
 * strat_eval validate [OPTION...]
 */
#include "core/cli/command.h"
#include "core/cli/options/help.h"
#include "core/cli/options/options.h"
#include "core/cli/output/output.h"
#include "core/cli/output/warnings_print.h"
#include "core/cli/validate/validate_print.h"

static int help(void *request, struct err *e)
{
	struct buffer b = { 0 };
	(void)request;
	buffer_print(&b, "\n");
	help_set_methods(&b);
	int result = options_help(&validate_table, e);
	if (result == 0)
		result = output_write(&b, e);
	buffer_release(&b);
	return result;
}

static int run(void *request, struct err *e)
{
	const struct validate_request *q = request;
	struct validation x;
	struct warnings warnings = { 0 };
	struct buffer b = { 0 };
	int result = validate(&x, &q->question, &warnings, e);
	if (result == 0)
		result = warnings_check(&warnings, e);
	warnings_print(&warnings, q->quiet);
	if (result == 0) {
		validate_print(&b, q, &x);
		result = output_write(&b, e);
	}
	buffer_release(&b);
	return result;
}

const struct command command_validate = { &validate_table, run, help };
