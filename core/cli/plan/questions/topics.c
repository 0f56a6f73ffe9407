/*
 * plan topics: how many topics the sign test needs, what it can detect, and what uncertain
 * judgments change and cost (Carterette & Smucker 2007, sections 3 and 5).
 */
#include <math.h>

#include "core/cli/options/options.h"
#include "core/cli/plan/topics_print.h"
#include "core/base/number.h"
#include "core/cli/plan/topics_options.h"

enum { OPTION_GAMMA = 0x100 };

static const struct argp_option option_table[] = {
	{ "gamma", OPTION_GAMMA, "G0,G1,G2", 0,
	  "Judgments for n topics at certainty x: exp(G0) x^G1 n^G2; robust04: 4.79,5.43,0.71", 3 },
	{ 0 },
};

struct command_line {
	struct topics_options topics;
	struct planning_options options;
	bool priced;
	struct judgment_model model;
};

static void parse_gamma(struct argp_state *state, struct command_line *c, const char *text)
{
	double gamma[4];
	int count = 0;
	c->priced = true;
	c->model = robust04_judgments;
	if (strcmp(text, "robust04") == 0)
		return;
	for (const char *from = text; count < 4; from++) {
		struct slice item = { from, strcspn(from, ",") };
		if (!parse_real(item, &gamma[count]) || !isfinite(gamma[count]))
			count = 3;
		count++;
		from += item.length;
		if (*from == '\0')
			break;
	}
	if (count != 3)
		argp_error(state, "--gamma=%s: not robust04, and not three numbers", text);
	memcpy(c->model.gamma, gamma, sizeof c->model.gamma);
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
	struct command_line *c = state->input;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &c->topics;
		state->child_inputs[1] = &c->options;
		break;
	case OPTION_GAMMA:
		parse_gamma(state, c, text);
		break;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s': plan topics takes options only", text);
		break;
	case ARGP_KEY_END:
		c->topics.question.priced = c->priced;
		c->topics.question.model = c->model;
		if (!c->options.help)
			topics_options_check(state, &c->topics, "--gamma");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp_child children[] = { { &topics_options_argp, 0, NULL, 0 },
					      { &planning_options_argp, 0, "Output:", 5 },
					      { 0 } };

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
	struct command_line c = { .priced = false };
	if (option_parse(&argp, argc, argv, &c, e) < 0)
		return -1;
	if (c.options.help)
		return planning_help(&argp, argv[0], &(struct buffer){ 0 }, e);
	if (c.options.plot != NULL && plot_check(c.options.plot, e) < 0)
		return -1;
	struct topics_answer answer;
	int result = topics_plan(&c.topics.question, &answer, e);
	if (result == 0)
		result = topics_plan_print(&c.topics.question, &answer, &c.options, e);
	topics_answer_release(&answer);
	return result;
}

PLAN_QUESTION = {
	.name = "topics",
	.summary = "power of the sign test, topics needed, cost of uncertain judgments",
	.run = topics,
};
