/*
 * plan topics: how many topics the sign test needs, what it can detect, and what uncertain
 * judgments change and cost (Carterette & Smucker 2007, sections 3 and 5).
 */
#include <math.h>

#include "core/base/number.h"
#include "core/cli/topics_plan.h"

enum {
	OPTION_TOPICS = 0x100,
	OPTION_EFFECT,
	OPTION_POWER,
	OPTION_ALPHA,
	OPTION_NORMAL,
	OPTION_CERTAINTY,
	OPTION_GAMMA,
	OPTION_TOPIC_COST,
	OPTION_JUDGMENT_COST,
	OPTION_FREE_TOPICS,
};

static const struct argp_option option_table[] = {
	{ 0, 0, 0, 0, "Two of these three, the other one follows:", 1 },
	{ "topics", OPTION_TOPICS, "N,...", 0, "Number of topics", 0 },
	{ "effect", OPTION_EFFECT, "H,...", 0,
	  "Effect size: A is better than B on a share (1+H)/2 of all topics", 0 },
	{ "power", OPTION_POWER, "X,...", 0, "Probability that the test finds the difference", 0 },
	{ 0, 0, 0, 0, "The test:", 2 },
	{ "alpha", OPTION_ALPHA, "X,...", 0,
	  "Level of the one-sided test (default 0.05; half of the level of a two-sided one)", 0 },
	{ "normal", OPTION_NORMAL, 0, 0,
	  "Find topics and effects by the normal approximation, not exactly", 0 },
	{ 0, 0, 0, 0, "Incomplete judgments:", 3 },
	{ "certainty", OPTION_CERTAINTY, "X,...", 0,
	  "Probability that the sign of a topic is right; best: the one that costs least (default "
	  "with --gamma: 1,best)",
	  0 },
	{ "gamma", OPTION_GAMMA, "G0,G1,G2", 0,
	  "Judgments for n topics at certainty x: exp(G0) x^G1 n^G2; robust04: 4.79,5.43,0.71", 0 },
	{ "topic-cost", OPTION_TOPIC_COST, "X", 0, "Cost of a topic (default 0)", 0 },
	{ "judgment-cost", OPTION_JUDGMENT_COST, "X", 0, "Cost of a judgment (default 1)", 0 },
	{ "free-topics", OPTION_FREE_TOPICS, "N", 0, "So many topics cost nothing (default 0)", 0 },
	{ 0 },
};

struct command_line {
	struct topics_question question;
	struct planning_options options;
	bool cost_given, best_asked;
};

static const struct number_range topic_numbers = { true, 1, 1e9, false, false };
static const struct number_range effects = { false, 0, 1, true, false };
static const struct number_range inner_shares = { false, 0, 1, true, true };
static const struct number_range certainties = { false, 0.5, 1, true, false };
static const struct number_range amounts = { false, 0, INFINITY, false, false };

/* A list of numbers in which the last may be the word best. */
static void parse_certainties(struct argp_state *state, struct command_line *c, char *text)
{
	struct number_list *list = &c->question.certainty;
	size_t length = strlen(text), word = strlen("best");
	list->count = 0;
	c->best_asked = length >= word && strcmp(text + length - word, "best") == 0 &&
			(length == word || text[length - word - 1] == ',');
	if (c->best_asked && length > word)
		text[length - word - 1] = '\0';
	if (!c->best_asked || length > word)
		option_list(state, "--certainty", text, &certainties, list);
	if (c->best_asked && list->count == LIST_MAX)
		argp_error(state, "--certainty: more than %d numbers", LIST_MAX);
	if (c->best_asked)
		list->value[list->count++] = NAN;
}

static void parse_gamma(struct argp_state *state, struct topics_question *q, const char *text)
{
	struct number_list gamma = { 0 };
	q->priced = true;
	q->model = robust04_judgments;
	if (strcmp(text, "robust04") == 0)
		return;
	const char *from = text;
	for (; gamma.count < 4; from++) {
		size_t length = strcspn(from, ",");
		struct slice item = { from, length };
		if (!parse_real(item, &gamma.value[gamma.count++]) ||
		    !isfinite(gamma.value[gamma.count - 1]))
			gamma.count = 4;
		from += length;
		if (*from == '\0')
			break;
	}
	if (gamma.count != 3)
		argp_error(state, "--gamma=%s: not robust04, and not three numbers", text);
	memcpy(q->model.gamma, gamma.value, sizeof q->model.gamma);
}

static double amount(struct argp_state *state, const char *option, const char *text)
{
	struct number_list one = { 0 };
	option_list(state, option, text, &amounts, &one);
	if (one.count != 1)
		argp_error(state, "%s=%s: one number is needed", option, text);
	return one.value[0];
}

static void check(struct argp_state *state, struct command_line *c)
{
	struct topics_question *q = &c->question;
	if (c->options.help)
		return;
	int given = (q->topics.count > 0) + (q->effect.count > 0) + (q->power.count > 0);
	if (given != 2)
		argp_error(state, "two of --topics, --effect and --power are needed, given %s %d",
			   given == 1 ? "is" : "are", given);
	q->unknown = q->power.count == 0    ? UNKNOWN_POWER
		     : q->topics.count == 0 ? UNKNOWN_TOPICS
					    : UNKNOWN_EFFECT;
	if (q->normal && q->unknown == UNKNOWN_POWER)
		argp_error(state, "--normal: both powers are shown anyway");
	if (!q->priced && c->cost_given)
		argp_error(state, "costs need --gamma, which says how many judgments it takes");
	if (!q->priced && c->best_asked)
		argp_error(state,
			   "--certainty=best needs --gamma, which says how many judgments it "
			   "takes");
	if (q->alpha.count == 0)
		q->alpha = (struct number_list){ { 0.05 }, 1 };
	if (q->priced && q->certainty.count == 0)
		q->certainty = (struct number_list){ { 1, NAN }, 2 };
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
	struct command_line *c = state->input;
	struct topics_question *q = &c->question;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &c->options;
		break;
	case OPTION_TOPICS:
		option_list(state, "--topics", text, &topic_numbers, &q->topics);
		break;
	case OPTION_EFFECT:
		option_list(state, "--effect", text, &effects, &q->effect);
		break;
	case OPTION_POWER:
		option_list(state, "--power", text, &inner_shares, &q->power);
		break;
	case OPTION_ALPHA:
		option_list(state, "--alpha", text, &inner_shares, &q->alpha);
		break;
	case OPTION_NORMAL:
		q->normal = true;
		break;
	case OPTION_CERTAINTY:
		parse_certainties(state, c, text);
		break;
	case OPTION_GAMMA:
		parse_gamma(state, q, text);
		break;
	case OPTION_TOPIC_COST:
		q->price.topic = amount(state, "--topic-cost", text);
		c->cost_given = true;
		break;
	case OPTION_JUDGMENT_COST:
		q->price.judgment = amount(state, "--judgment-cost", text);
		c->cost_given = true;
		break;
	case OPTION_FREE_TOPICS:
		q->price.free_topics =
			(double)option_number(state, "--free-topics", text, 0, 1000000000);
		c->cost_given = true;
		break;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s': plan topics takes options only", text);
		break;
	case ARGP_KEY_END:
		check(state, c);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp_child children[] = { { &planning_options_argp, 0, "Output:", 4 }, { 0 } };

static const struct argp argp = {
	.options = option_table,
	.parser = parse_option,
	.children = children,
	.doc = "Topics that the sign test needs, and its power.\v"
	       "A list makes a line for each of its values; FROM:TO:STEP is short for a list. Exit "
	       "status: 0 success, 2 writing or plotting failed, 64 wrong usage.",
};

static int topics(int argc, char **argv, struct err *e)
{
	struct command_line c = { .question = { .price = { .judgment = 1 } } };
	if (planning_parse(&argp, argc, argv, &c, e) < 0)
		return -1;
	if (c.options.help)
		return planning_help(&argp, argv[0], &(struct buffer){ 0 }, e);
	if (c.options.plot != NULL && plot_check(c.options.plot, e) < 0)
		return -1;
	struct topics_answer answer;
	int result = topics_plan(&c.question, &answer, e);
	if (result == 0)
		result = topics_plan_print(&c.question, &answer, &c.options, e);
	topics_answer_release(&answer);
	return result;
}

PLAN_QUESTION = {
	.name = "topics",
	.summary = "power of the sign test, topics needed, cost of uncertain judgments",
	.run = topics,
};
