/*
 * plan map: how many topics, or judgments, make the interval of a mean over topics as narrow as
 * wanted, and how many topics let a paired t test find a difference; from a pilot study.
 */
#include <math.h>

#include "core/cli/options/run_options.h"
#include "core/cli/output/warnings_print.h"
#include "core/cli/plan/map_print.h"
#include "core/cli/command.h"
#include "core/engine/plan/map_plan.h"

enum {
	OPTION_SCORES = 0x100,
	OPTION_MATRIX,
	OPTION_HALF_WIDTH,
	OPTION_TOPICS,
	OPTION_JUDGMENTS,
	OPTION_THESE,
	OPTION_SAFETY,
	OPTION_PAIRS,
	OPTION_BASELINE,
	OPTION_DIFFERENCE,
	OPTION_POWER,
	OPTION_ALPHA,
	OPTION_TOPIC_COST,
	OPTION_JUDGMENT_COST,
	OPTION_FREE_TOPICS,
};

static const struct argp_option option_table[] = {
	{ 0, 0, 0, 0, "The interval of a mean:", 1 },
	{ "half-width", OPTION_HALF_WIDTH, "X,...", 0,
	  "Find the numbers that make the interval the mean +- X", 0 },
	{ "topics", OPTION_TOPICS, "N,...", 0, "Number of topics", 0 },
	{ "judgments", OPTION_JUDGMENTS, "N,...", 0,
	  "Judgments of each topic (default: as in the pilot study)", 0 },
	{ "level", OPTION_LEVEL, "X", 0, "Level of the interval (default 0.95)", 0 },
	{ "these-topics", OPTION_THESE, 0, 0,
	  "The interval is for these topics, not for topics like these", 0 },
	{ "safety", OPTION_SAFETY, "X", 0,
	  "Confidence of the upper limit of the standard deviation (default 0.8)", 0 },
	{ "topic-cost", OPTION_TOPIC_COST, "X", 0, "Cost of a topic (default 0)", 0 },
	{ "judgment-cost", OPTION_JUDGMENT_COST, "X", 0, "Cost of a judgment (default 1)", 0 },
	{ "free-topics", OPTION_FREE_TOPICS, "N", 0, "So many topics cost nothing (default 0)", 0 },
	{ 0, 0, 0, 0, "Differences of runs:", 2 },
	{ "pairs", OPTION_PAIRS, 0, 0, "Also the difference of every two runs", 0 },
	{ "baseline", OPTION_BASELINE, "RUN", 0, "Also the difference of each run from this one",
	  0 },
	{ "difference", OPTION_DIFFERENCE, "X,...", 0,
	  "A mean difference that a paired t test is to find", 0 },
	{ "power", OPTION_POWER, "X,...", 0,
	  "Probability that it does (default 0.8); of topics, difference and power two are given",
	  0 },
	{ "alpha", OPTION_ALPHA, "X", 0, "Level of the two-sided test (default 0.05)", 0 },
	{ 0, 0, 0, 0, "The pilot study:", 3 },
	{ "measure", 'm', "NAME[.PARAMETERS]", 0,
	  "Measure that is averaged (default map; statAP of sampled judgments)", 0 },
	{ "scores", OPTION_SCORES, 0, 0,
	  "The files are scores by topic, as trec_eval -q prints them", 0 },
	{ "matrix", OPTION_MATRIX, "FILE", 0,
	  "CSV with a line for each topic, a column for each run", 0 },
	OPTION_ENTRIES_JUDGMENTS,
	{ "pool", OPTION_POOL, "RUN", 0, "A run that helps to form strata; may be repeated", 0 },
	{ "strata", OPTION_STRATA, "FILE", 0, "CSV with the sizes of strata: topic,stratum,size",
	  0 },
	{ "partial", OPTION_PARTIAL, 0, 0, "Leave rows of -R csv out that are not judged yet", 0 },
	{ "jobs", OPTION_JOBS, "N", 0, "Threads (default: as many as cores)", 0 },
	{ "plugin", OPTION_PLUGIN, "FILE.so", 0, "Load more measures; may be repeated", 0 },
	{ "quiet-warnings", OPTION_QUIET, 0, 0, "No warnings on standard error", 0 },
	{ 0 },
};

struct command_line {
	struct planning_options options;
	struct run_request runs;
	enum map_source source;
	const char *matrix;
	struct map_question question;
	bool alpha_given, safety_given;
};

static const struct number_range widths = { false, 0, INFINITY, true, true };
static const struct number_range topic_numbers = { true, 2, 1e9, false, false };
static const struct number_range judgment_numbers = { true, 1, 1e9, false, false };
static const struct number_range inner_shares = { false, 0, 1, true, true };
static const struct number_range amounts = { false, 0, INFINITY, false, true };

static double amount(struct argp_state *state, const char *option, const char *text,
		     struct map_question *q)
{
	struct number_list one = { 0 };
	option_list(state, option, text, &amounts, &one);
	if (one.count != 1)
		argp_error(state, "%s=%s: one number is needed", option, text);
	q->priced = true;
	return one.value[0];
}

static void set_source(struct argp_state *state, struct command_line *c, enum map_source source)
{
	if (c->source != MAP_RUNS)
		argp_error(state, "only one of --scores and --matrix can be given, and once");
	c->source = source;
}

/* Of topics, difference and power, which one is to be found? */
static void choose_test(struct argp_state *state, struct command_line *c)
{
	struct map_question *q = &c->question;
	bool topics = q->list[LIST_TOPICS].count > 0, power = q->list[LIST_POWER].count > 0;
	if (q->list[LIST_DIFFERENCE].count > 0) {
		if (topics && power)
			argp_error(state, "--topics, --difference and --power leave nothing to be "
					  "found");
		q->test = topics ? TEST_POWER : TEST_TOPICS;
		if (q->test == TEST_TOPICS && !power)
			q->list[LIST_POWER] = (struct number_list){ { 0.8 }, 1 };
	} else if (power) {
		if (!topics)
			argp_error(state, "--power needs --difference or --topics");
		q->test = TEST_DIFFERENCE;
	}
	if (c->alpha_given && q->test == TEST_NONE)
		argp_error(state, "--alpha is of a test: --difference or --power is needed");
	if (q->test != TEST_NONE || q->baseline != NULL)
		q->pairs = true;
}

static void check(struct argp_state *state, struct command_line *c)
{
	struct map_question *q = &c->question;
	if (c->options.help)
		return;
	choose_test(state, c);
	if (q->these && (q->priced && q->list[LIST_WIDTH].count > 0 &&
			 q->list[LIST_TOPICS].count + q->list[LIST_JUDGMENTS].count == 0))
		argp_error(state, "--these-topics: there is no cheapest number of them; give "
				  "--topics or --judgments");
	if (q->these && c->safety_given)
		argp_error(state, "--safety is about the variance between topics, which "
				  "--these-topics leaves out");
	if (q->priced && q->price.topic == 0 && q->price.judgment == 0)
		argp_error(state, "neither topics nor judgments cost anything");
	if (q->list[LIST_WIDTH].count > 0 && q->list[LIST_TOPICS].count > 0 &&
	    q->list[LIST_JUDGMENTS].count > 0)
		argp_error(state,
			   "--half-width, --topics and --judgments leave nothing to be found");
	q->level = c->runs.level;
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
	struct command_line *c = state->input;
	struct map_question *q = &c->question;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &c->options;
		break;
	case OPTION_SCORES:
		set_source(state, c, MAP_SCORES);
		break;
	case OPTION_MATRIX:
		set_source(state, c, MAP_MATRIX);
		c->matrix = text;
		break;
	case OPTION_HALF_WIDTH:
		option_list(state, "--half-width", text, &widths, &q->list[LIST_WIDTH]);
		break;
	case OPTION_TOPICS:
		option_list(state, "--topics", text, &topic_numbers, &q->list[LIST_TOPICS]);
		break;
	case OPTION_JUDGMENTS:
		option_list(state, "--judgments", text, &judgment_numbers,
			    &q->list[LIST_JUDGMENTS]);
		break;
	case OPTION_DIFFERENCE:
		option_list(state, "--difference", text, &widths, &q->list[LIST_DIFFERENCE]);
		break;
	case OPTION_POWER:
		option_list(state, "--power", text, &inner_shares, &q->list[LIST_POWER]);
		break;
	case OPTION_ALPHA:
		q->alpha = option_share(state, "--alpha", text);
		c->alpha_given = true;
		break;
	case OPTION_LEVEL:
		c->runs.level = option_share(state, "--level", text);
		break;
	case OPTION_SAFETY:
		q->safety = option_share(state, "--safety", text);
		c->safety_given = true;
		break;
	case OPTION_THESE:
		q->these = true;
		break;
	case OPTION_PAIRS:
		q->pairs = true;
		break;
	case OPTION_BASELINE:
		q->baseline = text;
		break;
	case OPTION_TOPIC_COST:
		q->price.topic = amount(state, "--topic-cost", text, q);
		break;
	case OPTION_JUDGMENT_COST:
		q->price.judgment = amount(state, "--judgment-cost", text, q);
		break;
	case OPTION_FREE_TOPICS:
		q->price.free_topics =
			(double)option_number(state, "--free-topics", text, 0, 1000000000);
		q->priced = true;
		break;
	case ARGP_KEY_END:
		check(state, c);
		break;
	default:
		return run_options_take(&c->runs, key, text, state) ? 0 : ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp_child children[] = { { &planning_options_argp, 0, "Output:", 5 }, { 0 } };

static const struct argp argp = {
	.options = option_table,
	.parser = parse_option,
	.args_doc = "QRELS RUN...\n--scores FILE...\n--matrix FILE",
	.children = children,
	.doc = "Topics and judgments for the interval of a mean such as MAP, from a pilot study.\v"
	       "Without --half-width, what the numbers of topics and judgments give. A list makes "
	       "a line for each of its values; FROM:TO:STEP is short for a list. Exit status: 0 "
	       "success, 1 the data is wrong, 2 reading, writing or plotting failed, 64 wrong "
	       "usage.",
};

static void warn(struct warnings *w, const struct map_pilot *p, const struct map_answer *a)
{
	size_t constant = 0, clipped = 0, few = 0;
	for (size_t i = 0; i < a->subjects; i++) {
		few += a->subject[i].few;
		constant += a->subject[i].constant;
		clipped += a->subject[i].clipped && !a->subject[i].constant;
	}
	if (few > 0)
		warnings_add(w,
			     "%zu of %zu have fewer than two topics, which tell "
			     "nothing about others",
			     few, a->subjects);
	if (constant > 0)
		warnings_add(w,
			     "%zu of %zu have the same %s in all topics, which "
			     "tells nothing about others",
			     constant, a->subjects, p->measure);
	if (clipped > 0)
		warnings_add(w,
			     "in %zu of %zu the topics differ by less than their standard "
			     "errors: the variance between topics is taken as 0",
			     clipped, a->subjects);
}

static int run_map(struct command_line *c, struct err *e)
{
	struct map_pilot pilot;
	struct map_answer answer = { 0 };
	if (c->options.plot != NULL && plot_check(c->options.plot, e) < 0)
		return -1;
	int result = map_pilot_read(&pilot, c->source, c->matrix, &c->runs, e);
	if (result == 0)
		result = map_plan(&c->question, &pilot, &answer, e);
	if (result == 0) {
		warn(&c->runs.warnings, &pilot, &answer);
		result = map_plan_print(&c->question, &pilot, &answer, &c->options, e);
	}
	map_answer_release(&answer);
	map_pilot_release(&pilot);
	return result;
}

static int map(int argc, char **argv, struct err *e)
{
	struct command_line *c = calloc(1, sizeof *c);
	if (c == NULL)
		return err_memory(e);
	c->question.alpha = 0.05;
	c->question.safety = 0.8;
	c->question.price.judgment = 1;
	int result = run_request_init(&c->runs, argc, e);
	if (result == 0) {
		result = option_parse(&argp, argc, argv, c, e);
		if (result == 0)
			result = c->options.help
					 ? planning_help(&argp, argv[0], &(struct buffer){ 0 }, e)
					 : run_map(c, e);
		warnings_print(&c->runs.warnings, c->runs.quiet);
		run_request_release(&c->runs);
	}
	free(c);
	return result;
}

PLAN_QUESTION = {
	.name = "map",
	.summary = "topics and judgments for the interval of a mean, from a pilot study",
	.run = map,
};
