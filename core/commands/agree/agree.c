/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval agree [OPTION...] A B [RUN RUN...]
 * strat_eval agree [OPTION...] --scores=A --scores=B...
 */
#include "core/commands/agree/agree.h"
#include "core/options/command.h"

/* ---- options ---- */

#define AT(member) OPTION_AT(struct agree_request, member)

/* Of NULL the words are meant. */
OPTION_SETTER(set_scores)
{
	struct agree_request *q = request;
	q->scores_are_words = q->scores_are_words || text == NULL;
	return text != NULL ? text_list_add(&q->scores, text, e) : 0;
}

static const struct command_option options[] = {
	{ HEADING("What is compared:") },
	{ NAME_MEASURE, .own = true,
	  .here = "(default map, of samples statAP; several are compared on one file of judgments or scores; "
		  "with -R or --scores given twice, the first is for A and the second for B)",
	  .type = OPTION_TEXTS, .repeat = REPEAT_EACH, AT(runs.measure),
	  .more = "It must be averaged over topics. The default of scores is the only measure of the "
		  "file." },
	{ "also", 0, "FILE", "One more file of judgments, compared with A as B is; may be repeated",
	  ADDED_FILES, AT(also),
	  .more = "All judges are in one table, and the differences between them have intervals, too: "
		  "is B closer to A than C is? The topics are those that all have." },
	{ OPTION_SCORES, .set = set_scores, .repeat = REPEAT_EACH, AT(scores),
	  .more = "A leaderboard with topics: a matrix (CSV with a line for each topic and a column for each run), or one "
		  "score a line: with a header or as JSON run, topic, measure and value; without one `run measure topic value`, "
		  "`run topic measure value` (ir_measures), or what `trec_eval -q` printed. Means (`all`) have no intervals." },
	{ "rbo-p", 0, "X",
	  "Persistence p of rank-biased overlap: the lower, the more the top counts (default 0.9)",
	  REAL(BETWEEN(0, 1)), AT(persistence), .usual = "0.9" },
	{ HEADING("Intervals over topics:") },
	{ .include = bounds_options, AT(runs) },
	{ HEADING("Judgments and runs, as in evaluation:"),
	  .given = offsetof(struct agree_request, of_runs) },
	{ NAME_JUDGMENT_FORMAT, .own = true,
	  .here = "(given twice: the first for A, the second for B and --also)",
	  .type = OPTION_TEXTS, .repeat = REPEAT_EACH, AT(format_of) },
	{ .include = judgments_options, AT(runs) },
	{ HEADING("Sampled judgments:"), .given = offsetof(struct agree_request, of_runs) },
	{ .include = sampled_options, AT(runs) },
	{ HEADING("Output:") },
	{ NAME_QUERIES, .here = "(of the judges of one file)", AT(runs.topics) },
	{ OPTION_TABLE_FORMAT, AT(format) },
	{ .include = program_options, AT(runs) },
	{ OPTION_HELP },
	{ 0 },
};

static void init(void *request)
{
	struct agree_request *q = request;
	run_request_init(&q->runs);
}

static const struct option_rule rules[] = {
	{ "", .needs = "WORDS|scores",
	  .says = "judgments and two runs or more are needed, or --scores" },
	ONE_RUN_IS_WORST,
	SAMPLE_RULES,
	{ 0 }
};

static const struct command_table table = {
	.name = "agree",
	.summary = "do two sets of judgments, or two measures, order the runs alike?",
	.arguments =
		"A B RUN RUN...\n-R F -R G [-m X -m Y] A B RUN RUN...\nA B\n[-R csv] FILE\n-m X -m Y QRELS RUN RUN...\n--scores=A --scores=B",
	.doc = "Whether the judgments A and B, the measures X and Y, or the scores A and B order the "
	       "runs alike: rank correlations with intervals, the pairs of runs that change places or "
	       "that only one of the two tells apart, and how far the judgments agree; without runs, only the last. "
	       "From one FILE with a column judged_by (-R csv): how far its judges agree, pair by pair; with two "
	       "columns of codes (--column=rel=FIRST --column=rel=SECOND if there are more): how far these agree. "
	       "Exports of a review need no topics.",
	.notes = "A, or X, is the order to be reproduced: tau_AP is not symmetric. Any file may be "
		 "gzip; none may be - for standard input, since files are read twice. " EXIT_STATUS,
	.examples =
		"  strat_eval agree qrels model.qrels a.run b.run c.run\n  strat_eval agree -m AP -m nDCG@10 qrels a.run b.run c.run\n",
	.option = options,
	.rule = rules,
	.word = &(const struct command_option){ ADDED_FILES, AT(runs.file) },
	.size = sizeof(struct agree_request),
	.init = init,
};

static int print_agreement(struct buffer *b, const struct agree_request *q,
			   const struct agree_answer *x, const struct output *out, struct err *e)
{
	const struct report_origin origin = { .title = x->runs == 0 ? "Do A and B judge alike?"
						       : x->sides > 2
							       ? "Which judges order the runs as A?"
							       : "Do A and B order the runs alike?",
					      .asked = &out->asked,
					      .words = run_request_file_words(&q->runs),
					      .warnings = &q->runs.warnings };
	struct report r;
	report_init(&r, q->format, &origin);
	agree_lines(&r, q, x);
	agree_tables(&r, q, x);
	return report_write(&r, 0, b, e);
}

/* ---- the command ---- */

static int agree_on_files(void *request, const struct output *out, struct err *e)
{
	struct agree_request *q = request;
	if (q->scores_are_words && q->scores.count == 0) {
		q->scores = q->runs.file;
		q->runs.file = (struct text_list){ 0 };
	}
	if (q->format_of.count > 0)
		q->runs.judgment_format = q->format_of.text[0];
	if (agree_has_one_file(q) && q->runs.judgment_format != NULL)
		return judges_of_file_print(q, out, e);
	struct agree_answer answer;
	struct buffer b = { 0 };
	int result = agree(q, &answer, e);
	if (result == 0)
		result = print_agreement(&b, q, &answer, out, e);
	output_warn(out, &q->runs.warnings, q->runs.quiet);
	result = output_finish(out, &b, result, e);
	agree_release(&answer);
	return result;
}

COMMAND = { &table, agree_on_files, NULL };
