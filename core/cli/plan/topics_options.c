#include <math.h>

#include "core/cli/plan/topics_options.h"

enum {
	OPTION_TOPICS = 0x300,
	OPTION_EFFECT,
	OPTION_POWER,
	OPTION_ALPHA,
	OPTION_NORMAL,
	OPTION_CERTAINTY,
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
	  "Probability that the sign of a topic is right; best, as the last: the one that costs "
	  "least (default where costs are known: 1,best)",
	  0 },
	{ "topic-cost", OPTION_TOPIC_COST, "X", 0, "Cost of a topic (default 0)", 0 },
	{ "judgment-cost", OPTION_JUDGMENT_COST, "X", 0, "Cost of a judgment (default 1)", 0 },
	{ "free-topics", OPTION_FREE_TOPICS, "N", 0, "So many topics cost nothing (default 0)", 0 },
	{ 0 },
};

static const struct number_range topic_numbers = { true, 1, 1e9, false, false };
static const struct number_range effects = { false, 0, 1, true, false };
static const struct number_range inner_shares = { false, 0, 1, true, true };
static const struct number_range certainties = { false, 0.5, 1, true, false };
static const struct number_range amounts = { false, 0, INFINITY, false, false };

/* A list of numbers in which the last may be the word best. */
static void parse_certainties(struct argp_state *state, struct topics_options *o, char *text)
{
	struct number_list *list = &o->question.certainty;
	size_t length = strlen(text), word = strlen("best");
	list->count = 0;
	o->best_asked = length >= word && strcmp(text + length - word, "best") == 0 &&
			(length == word || text[length - word - 1] == ',');
	if (o->best_asked && length > word)
		text[length - word - 1] = '\0';
	if (!o->best_asked || length > word)
		option_list(state, "--certainty", text, &certainties, list);
	if (o->best_asked && list->count == LIST_MAX)
		argp_error(state, "--certainty: more than %d numbers", LIST_MAX);
	if (o->best_asked)
		list->value[list->count++] = NAN;
}

static double amount(struct argp_state *state, const char *option, const char *text)
{
	struct number_list one = { 0 };
	option_list(state, option, text, &amounts, &one);
	if (one.count != 1)
		argp_error(state, "%s=%s: one number is needed", option, text);
	return one.value[0];
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
	struct topics_options *o = state->input;
	struct topics_question *q = &o->question;
	switch (key) {
	case ARGP_KEY_INIT:
		*o = (struct topics_options){ .question = { .price = { .judgment = 1 } } };
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
		parse_certainties(state, o, text);
		break;
	case OPTION_TOPIC_COST:
		q->price.topic = amount(state, "--topic-cost", text);
		o->cost_given = true;
		break;
	case OPTION_JUDGMENT_COST:
		q->price.judgment = amount(state, "--judgment-cost", text);
		o->cost_given = true;
		break;
	case OPTION_FREE_TOPICS:
		q->price.free_topics =
			(double)option_number(state, "--free-topics", text, 0, 1000000000);
		o->cost_given = true;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp topics_options_argp = { .options = option_table, .parser = parse_option };

int topics_options_given(const struct topics_options *o)
{
	const struct topics_question *q = &o->question;
	return (q->topics.count > 0) + (q->effect.count > 0) + (q->power.count > 0);
}

void topics_options_check(struct argp_state *state, struct topics_options *o,
			  const char *model_option)
{
	struct topics_question *q = &o->question;
	int given = topics_options_given(o);
	if (given != 2)
		argp_error(state, "two of --topics, --effect and --power are needed, given %s %d",
			   given == 1 ? "is" : "are", given);
	q->unknown = q->power.count == 0    ? UNKNOWN_POWER
		     : q->topics.count == 0 ? UNKNOWN_TOPICS
					    : UNKNOWN_EFFECT;
	if (q->normal && q->unknown == UNKNOWN_POWER)
		argp_error(state, "--normal: both powers are shown anyway");
	if (!q->priced && (o->cost_given || o->best_asked))
		argp_error(state, "%s needs %s, which says how many judgments it takes",
			   o->cost_given ? "a cost" : "--certainty=best", model_option);
	if (q->alpha.count == 0)
		q->alpha = (struct number_list){ { 0.05 }, 1 };
	if (q->priced && q->certainty.count == 0)
		q->certainty = (struct number_list){ { 1, NAN }, 2 };
}
