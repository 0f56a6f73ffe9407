/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/stop/stop_options.h"

#define AT(member) OPTION_AT(struct stop_request, member)

static const struct command_option options[] = {
	{ HEADING("What is asked:") },
	{ "Number_docs_in_coll", 'N', "N",
	  "Number of documents in the collection (default with a run: those that it ranks, and "
	  "relevant ones that it lacks)",
	  WHOLE(1, INT64_C(1) << 53), AT(question.collection) },
	{ OPTION_TARGET, AT(question.rules.target) },
	{ "level", 0, "X",
	  "Rules with a guarantee reach the target with this probability (default 0.95)",
	  REAL(BETWEEN(0, 1)), AT(level) },
	{ HEADING("Rules:") },
	{ OPTION_BATCH, AT(question.batch) },
	{ OPTION_TAIL_SIZE, WHOLE(1, INT64_C(1) << 53), AT(question.rules.tail),
	  .more = "They are random documents in a row, which `tail-once` looks at. The number "
		  "must have been set before the first of them was judged." },
	{ OPTION_BATCH_PRECISION, AT(question.rules.precision) },
	{ OPTION_BUDGET, AT(question.rules.budget) },
	{ HEADING("Input:") },
	{ "level_for_rel", 'l', "N", "Least grade that is relevant (default 1)", WHOLE(1, 1000000),
	  AT(question.relevant) },
	{ OPTION_JUDGMENT_FORMAT, AT(question.judgment_format) },
	{ OPTION_RUN_FORMAT, AT(question.run_format) },
	{ HEADING("Output:") },
	{ "looks", 0, "N", "Lines of the table along the way (default 10)", WHOLE(0, 1000000),
	  AT(lines), .more = "They are spread evenly." },
	{ OPTION_TABLE_FORMAT, AT(format) },
	{ OPTION_PICTURE_OF("curves",
			    "They are recall (or what was found), p and the stops of one topic. "),
	  AT(plot) },
	{ OPTION_QUIET, AT(quiet) },
	{ OPTION_HELP("Print this and the rules") },
	{ OPTION_USAGE },
	{ 0 },
};

static void init(void *request)
{
	*(struct stop_request *)request = (struct stop_request){
		.question = { .relevant = 1,
			      .batch = 100,
			      .judgment_format = "qrels",
			      .run_format = "trec_results",
			      .rules = { .target = 0.95, .precision = 0.05, .budget = 0.5 } },
		.level = 0.95,
		.lines = 10,
	};
}

static int check(void *request, struct err *e)
{
	struct stop_request *q = request;
	if (q->file.count == 0)
		return err_usage(e, "a review is needed, or judgments and a run");
	if (q->file.count > 2)
		return err_usage(e, "'%.200s': one review, or judgments and one run, no more",
				 q->file.text[2]);
	if (q->file.count == 1 && q->question.collection == 0)
		return err_usage(e, "the size of the collection is missing (-N)");
	if (q->file.count == 2 && q->question.rules.tail > 0)
		return err_usage(e, "--tail-size: a ranking has no random documents (simulate "
				    "stopping draws some)");
	q->question.rules.alpha = 1 - q->level;
	q->question.file = q->file.text;
	q->question.files = q->file.count;
	return check_stdin(&q->file, 0, e);
}

static const struct command_option files = { .type = OPTION_FILES, AT(file) };

const struct command_table stop_table = {
	.name = "stop",
	.summary = "where rules end a review, and which of them guarantee its recall",
	.arguments = "REVIEW\nQRELS RUN",
	.doc = "Where each stopping rule ends a review that is given in the order in which it was "
	       "done, and what it had found and cost by then.",
	.notes =
		"REVIEW is CSV with the columns docno and rel, and optionally control (1: of a sample "
		"that was drawn from the whole collection beforehand; these lines come first, and a "
		"document comes again when the review reaches it) and random (1: drawn from what was "
		"left at that point); or two columns, document and judgment. With judgments and a run, "
		"the ranking is the order. " EXIT_STATUS,
	.option = options,
	.word = &files,
	.size = sizeof(struct stop_request),
	.init = init,
	.check = check,
};
