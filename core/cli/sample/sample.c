/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval sample [OPTION...] RUN...
 */
#include "core/cli/command.h"
#include "core/cli/sample/buckets.h"
#include "core/engine/sample/draw_sample.h"

/* What is needed to draw the sample again. A library has no command line to show. */
static void write_comments(struct buffer *b, const struct sample_request *q,
			   const struct warnings *notes)
{
	if (q->no_comments || q->command == NULL)
		return;
	buffer_print(b, "# " PROGRAM_NAME " " PROGRAM_VERSION ", seed %llu\n",
		     (unsigned long long)q->sampling.drawing.seed);
	buffer_print(b, "# command: %s\n", q->command);
	for (size_t i = 0; i < notes->count; i++) {
		buffer_print(b, "# ");
		for (const char *p = notes->line[i]; *p != '\0'; p++) /* a file may be called so */
			buffer_add(b, (unsigned char)*p < 0x20 ? "?" : p, 1);
		buffer_print(b, "\n");
	}
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct sample_request *q = request;
	struct sample_lines lines = { 0 };
	struct buckets buckets = { 0 };
	struct warnings warnings = { 0 }, notes = { 0 };
	struct buffer head = { 0 };
	const struct sampling_sink sink =
		q->buckets ? buckets_sink(&buckets, &notes) : sample_lines_sink(&lines, &notes);
	if (q->plot != NULL && plot_check(q->plot, e) < 0)
		return -1;
	int result = draw_sample(q, &sink, &warnings, e);
	output_warn(out, &warnings, q->quiet);
	write_comments(&head, q, &notes);
	if (result == 0)
		result = warnings_check(&notes, e);
	if (result == 0)
		result = q->buckets ? buckets_write(&buckets, &head, q->plot, out, e)
				    : sample_lines_write(&lines, &head, out, e);
	buffer_release(&head);
	warnings_release(&notes);
	sample_lines_release(&lines);
	buckets_release(&buckets);
	return result;
}

const struct command command_sample = { &sample_table, run, NULL };
