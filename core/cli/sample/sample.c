/*
 * strat_eval sample [OPTION...] RUN...
 */
#include "core/cli/command.h"
#include "core/cli/sample/sample_lines.h"
#include "core/engine/sample/draw_sample.h"

static int run(void *request, const struct output *out, struct err *e)
{
	struct sample_request *q = request;
	struct sample_lines lines = { 0 };
	struct warnings warnings = { 0 };
	const struct sampling_sink sink = sample_lines_sink(&lines);
	int result = draw_sample(q, &sink, &warnings, e);
	output_warn(out, &warnings, q->quiet);
	if (result == 0)
		result = sample_lines_write(&lines, out, e);
	sample_lines_release(&lines);
	return result;
}

const struct command command_sample = { &sample_table, run, NULL };
