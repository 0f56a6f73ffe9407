/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan pilot.
 */
#include "core/base/parallel.h"
#include "core/commands/plan/plan_options.h"

#define AT(member) OPTION_AT(struct pilot_request, member)

static const struct command_option options[] = {
	{ .include = topics_options, AT(topics) },
	{ HEADING("The pilot study:") },
	{ "level_for_rel", 'l', "N", "Least grade that counts as relevant (default 1)",
	  WHOLE(-1000000000, 1000000000), AT(pilot.level) },
	{ OPTION_JUDGMENT_FORMAT, AT(judgment_format) },
	{ OPTION_RUN_FORMAT, AT(run_format) },
	{ "Max_retrieved_per_topic", 'M', "N",
	  "Keep only the first N documents of a topic (default: as many as the depth)",
	  WHOLE(1, 1000000000), AT(pilot.length) },
	{ "depth", 0, "N", "Depth of the deepest pool (default 100)", WHOLE(1, 1000000000),
	  AT(pilot.depth) },
	{ "prob-rel", 0, "X",
	  "Probability that a document which is not judged yet is relevant (default 0.5)",
	  REAL(BETWEEN(0, 1)), AT(pilot.unjudged) },
	{ "reach", 0, "X,...", "Certainties to be reached (default 0.55:0.95:0.05,0.99)",
	  LIST(ABOVE_TO(0.5, 1)), AT(pilot.certainty) },
	{ "sizes", 0, "N,...", "Numbers of topics to draw (default 1,2,5,10,20,50,100,200)",
	  LIST(WHOLES(1, 1e6)), AT(pilot.size),
	  .more = "Up to as many as there are, topics are drawn without repetition." },
	{ "resamples", 0, "N", "Draws of topics for each (default 100)", WHOLE(1, 1000000),
	  AT(pilot.resamples) },
	{ OPTION_SEED, AT(pilot.seed) },
	{ OPTION_JOBS, AT(pilot.jobs) },
	{ OPTION_QUIET, AT(quiet),
	  .more = "They are about topics that a run lacks and documents that nobody judged." },
	{ .include = planning_options, AT(options) },
	{ 0 },
};

static void init(void *request)
{
	struct pilot_request *q = request;
	q->topics.question.price.judgment = 1;
	q->judgment_format = "qrels";
	q->run_format = "trec_results";
	q->pilot = (struct pilot_question){
		.level = 1,
		.depth = 100,
		.unjudged = 0.5,
		.certainty = { { .55, .6, .65, .7, .75, .8, .85, .9, .95, .99 }, 10 },
		.size = { { 1, 2, 5, 10, 20, 50, 100, 200 }, 8 },
		.resamples = 100,
		.seed = 1,
		.jobs = parallel_processors(),
	};
}

static int check(void *request, struct err *e)
{
	struct pilot_request *c = request;
	struct topics_question *q = &c->topics.question;
	if (c->file.count < 3)
		return err_usage(e, "judgments and two runs are needed");
	if (check_stdin(&c->file, 0, e) < 0)
		return -1;
	c->pilot.length = c->pilot.length > 0 ? c->pilot.length : c->pilot.depth;
	c->pilot.judgments = c->file.text[0];
	c->pilot.run = c->file.text + 1;
	c->pilot.runs = c->file.count - 1;
	q->priced = true;
	/* without a question about topics only the fit is shown */
	if (topics_options_given(&c->topics) > 0 || q->alpha.count > 0 || q->normal ||
	    q->certainty.count > 0 || c->topics.cost_given)
		return topics_options_check(&c->topics, "a pilot study", e);
	return 0;
}

static const struct command_option files = { .type = OPTION_FILES, AT(file) };

const struct command_table pilot_table = {
	.name = "plan pilot",
	.summary = "what certainty costs, from a pilot study's judgments and runs",
	.arguments = "QRELS RUN RUN...",
	.doc = "What certainty costs, learnt from a pilot study.",
	.notes = "Without a question about topics the fit is shown. " NOTE_OF_LISTS
		PILOT_EXIT_STATUS,
	.option = options,
	.word = &files,
	.size = sizeof(struct pilot_request),
	.init = init,
	.check = check,
};
