/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan map.
 */
#include <math.h>

#include "core/commands/plan/map_plan.h"

#define AT(member)    OPTION_AT(struct map_request, member)
#define GIVEN(member) .given = offsetof(struct map_request, member)

/* `least` of the option is the source. */
OPTION_SETTER(set_source)
{
	struct map_request *q = request;
	if (q->source != MAP_RUNS)
		return err_usage(e, "only one of --scores and --matrix can be given");
	q->source = (enum map_source)o->least;
	q->matrix = text;
	return 0;
}

static const struct command_option options[] = {
	{ HEADING("The interval of a mean:") },
	{ "half-width", 0, "X,...", "Find the numbers that make the interval the mean +- X",
	  LIST(BETWEEN(0, INFINITY)), AT(list[LIST_WIDTH]),
	  .more = "They are the smallest that do." },
	{ "topics", 0, "N,...", "Number of topics", LIST(WHOLES(2, 1e9)), AT(list[LIST_TOPICS]) },
	{ "judgments", 0, "N,...", "Judgments of each topic (default: as in the pilot study)",
	  LIST(WHOLES(1, 1e9)), AT(list[LIST_JUDGMENTS]),
	  .more = "This is for sampled judgments, by a measure that has standard errors of "
		  "topics, such as `statAP`. Of half-width, topics and judgments at most two are given." },
	{ "level", 0, "X", "Level of the interval (default 0.95)", REAL(BETWEEN(0, 1)),
	  AT(runs.level), .repeat = REPEAT_LAST },
	{ "these-topics", 0, NULL, "The interval is for these topics, not for topics like these",
	  AT(these), .more = "Of these, a sample of documents is judged." },
	{ "safety", 0, "X", "Confidence of the upper limit of the standard deviation (default 0.8)",
	  REAL(BETWEEN(0, 1)), AT(safety), GIVEN(safety_given),
	  .more = "The limit is Bonett's (2006); it is for the columns `safe`." },
	{ OPTION_TOPIC_COST, AT(price.topic), GIVEN(priced),
	  .more = "With --half-width alone the topics and judgments are found that cost least." },
	{ OPTION_JUDGMENT_COST, AT(price.judgment), GIVEN(priced) },
	{ OPTION_FREE_TOPICS, AT(price.free_topics), GIVEN(priced) },
	{ HEADING("Differences of runs:") },
	{ "pairs", 0, NULL, "Also the difference of every two runs", AT(pairs) },
	{ "baseline", 0, "RUN", "Also the difference of each run from this one",
	  .type = OPTION_TEXT, AT(baseline), .more = "No other differences are shown." },
	{ "difference", 0, "X,...", "A mean difference that a paired t test is to find",
	  LIST(BETWEEN(0, INFINITY)), AT(list[LIST_DIFFERENCE]) },
	{ "power", 0, "X,...",
	  "Probability that it does (default 0.8); of topics, difference and power two are given",
	  LIST(BETWEEN(0, 1)), AT(list[LIST_POWER]) },
	{ "alpha", 0, "X", "Level of the two-sided test (default 0.05)", REAL(BETWEEN(0, 1)),
	  AT(alpha), GIVEN(alpha_given) },
	{ HEADING("The pilot study:") },
	{ "measure", 'm', "NAME[.PARAMETERS]",
	  "Measure that is averaged (default map; statAP of sampled judgments)",
	  .type = OPTION_TEXTS, .repeat = REPEAT_EACH, AT(runs.measure) },
	{ "scores", 0, NULL, "The files are scores by topic, as trec_eval -q prints them",
	  SET_BY(set_source), .least = MAP_SCORES },
	{ "matrix", 0, "FILE", "CSV with a line for each topic, a column for each run",
	  .type = OPTION_FILE, .set = set_source, .least = MAP_MATRIX },
	{ .include = judgments_options, AT(runs) },
	{ OPTION_POOL, AT(runs.pool) },
	{ OPTION_STRATA, AT(runs.batch.strata.sizes) },
	{ OPTION_PARTIAL, AT(runs.partial) },
	{ OPTION_JOBS, AT(runs.batch.jobs) },
	{ OPTION_PLUGIN, AT(runs.plugin) },
	{ OPTION_QUIET, AT(runs.quiet) },
	{ .include = planning_options, AT(options) },
	{ 0 },
};

static void init(void *request)
{
	struct map_request *q = request;
	run_request_init(&q->runs);
	q->alpha = 0.05;
	q->safety = 0.8;
	q->price.judgment = 1;
}

/* Which of topics, difference and power is to be found? */
static int choose_test(struct map_request *q, struct err *e)
{
	bool topics = q->list[LIST_TOPICS].count > 0, power = q->list[LIST_POWER].count > 0;
	if (q->list[LIST_DIFFERENCE].count > 0) {
		if (topics && power)
			return err_usage(
				e, "--topics, --difference and --power leave nothing to be found");
		q->test = topics ? TEST_POWER : TEST_TOPICS;
		if (q->test == TEST_TOPICS && !power)
			q->list[LIST_POWER] = (struct number_list){ { 0.8 }, 1 };
	} else if (power) {
		if (!topics)
			return err_usage(e, "--power needs --difference or --topics");
		q->test = TEST_DIFFERENCE;
	}
	if (q->alpha_given && q->test == TEST_NONE)
		return err_usage(e, "--alpha belongs to a test: --difference or --power is needed");
	if (q->test != TEST_NONE || q->baseline != NULL)
		q->pairs = true;
	return 0;
}

static int check(void *request, struct err *e)
{
	struct map_request *q = request;
	if (choose_test(q, e) < 0)
		return -1;
	if (q->these && q->priced && q->list[LIST_WIDTH].count > 0 &&
	    q->list[LIST_TOPICS].count + q->list[LIST_JUDGMENTS].count == 0)
		return err_usage(
			e,
			"--these-topics: there is no cheapest number of them; give --topics or --judgments");
	if (q->these && q->safety_given)
		return err_usage(
			e,
			"--safety is about the variance between topics, which --these-topics leaves out");
	if (q->priced && q->price.topic == 0 && q->price.judgment == 0)
		return err_usage(e, "neither topics nor judgments cost anything");
	if (q->list[LIST_WIDTH].count > 0 && q->list[LIST_TOPICS].count > 0 &&
	    q->list[LIST_JUDGMENTS].count > 0)
		return err_usage(
			e, "--half-width, --topics and --judgments leave nothing to be found");
	return run_request_check_stdin(&q->runs, q->matrix, e);
}

static const struct command_option files = { ADDED_FILES, AT(runs.file) };

const struct command_table map_table = {
	.name = "plan map",
	.summary = "topics and judgments for the interval of a mean, from a pilot study",
	.arguments = "QRELS RUN...\n--scores FILE...\n--matrix FILE",
	.doc = "Topics and judgments for the interval of a mean such as MAP, from a pilot study.",
	.notes =
		"Without --half-width, what the numbers of topics and judgments give. " NOTE_OF_LISTS
			PILOT_EXIT_STATUS,
	.option = options,
	.word = &files,
	.size = sizeof(struct map_request),
	.init = init,
	.check = check,
};
