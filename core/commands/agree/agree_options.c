/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/agree/agree_options.h"

#define AT(member) OPTION_AT(struct agree_request, member)

static const struct command_option options[] = {
	{ HEADING("What is compared:") },
	{ "measure", 'm', "NAME[.PARAMETERS]",
	  "Measure to order the runs by (default map, of samples statAP); given twice: two measures "
	  "on one file of judgments",
	  .type = OPTION_TEXTS, AT(runs.measure), .more = "It must be averaged over topics." },
	{ "b-measure", 0, "NAME[.PARAMETERS]", "Measure for the judgments B (default: as for A)",
	  .type = OPTION_TEXT, AT(b_measure) },
	{ "b-format", 0, "FORMAT", "Format of the judgments B (default: as of A, -R)",
	  .type = OPTION_TEXT, AT(b_format) },
	{ "rbo-p", 0, "X",
	  "Persistence p of rank-biased overlap: the lower, the more the top counts (default 0.9)",
	  REAL(BETWEEN(0, 1)), AT(persistence) },
	{ HEADING("Intervals, by resampling topics:") },
	{ .include = bounds_options, AT(runs) },
	{ HEADING("Judgments and runs, as in evaluation:") },
	{ .include = judgments_options, AT(runs) },
	{ HEADING("Sampled judgments:") },
	{ .include = sampled_options, AT(runs) },
	{ HEADING("Output:") },
	{ OPTION_TABLE_FORMAT, AT(format) },
	{ .include = program_options, AT(runs) },
	{ HEADING("Help:") },
	{ OPTION_HELP("Print this") },
	{ OPTION_USAGE },
	{ 0 },
};

static void init(void *request)
{
	struct agree_request *q = request;
	run_request_init(&q->runs);
	q->persistence = 0.9;
}

static int check(void *request, struct err *e)
{
	const struct run_request *r = &((struct agree_request *)request)->runs;
	if (r->batch.evaluation.bounds.interval.ends.draws > 0)
		return err_usage(e, "--draws: the intervals of agree come from resamples of topics "
				    "(--resamples)");
	if (r->batch.gray >= GRAY_WORST)
		return err_usage(e, "--gray=worst and best are about one run: the "
				    "worst case of one run is not the worst case of another");
	return 0;
}

static const struct command_option files = { .type = OPTION_FILES, AT(runs.file) };

const struct command_table agree_table = {
	.name = "agree",
	.summary = "do two sets of judgments, or two measures, order the runs alike?",
	.arguments = "A B RUN RUN...\n-m X -m Y QRELS RUN RUN...",
	.doc = "Whether the judgments A and B, or the measures X and Y, order the runs alike: rank "
	       "correlations with intervals, and the pairs of runs that change places.",
	.notes = "A, or X, is the order to be reproduced: tau_AP is not symmetric. Any file may be "
		 "gzip; none may be - for standard input, since files are read twice. " EXIT_STATUS,
	.option = options,
	.word = &files,
	.size = sizeof(struct agree_request),
	.init = init,
	.check = check,
};
